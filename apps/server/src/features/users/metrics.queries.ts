import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export async function countUsersByState(db: Database): Promise<{ enabled: number; disabled: number }> {
  const { rows } = await sql<{ enabled: number; disabled: number }>`
    select count(*) filter (where is_active)::int as enabled, count(*) filter (where not is_active)::int as disabled
    from "user"`.execute(db);
  return rows[0] ?? { enabled: 0, disabled: 0 };
}
