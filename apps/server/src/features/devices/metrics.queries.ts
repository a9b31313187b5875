import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export async function countDevicesByKind(db: Database): Promise<{ user: number; network: number }> {
  const { rows } = await sql<{ user: number; network: number }>`
    select count(*) filter (where kind = 'user')::int as user, count(*) filter (where kind = 'network')::int as network
    from device`.execute(db);
  return rows[0] ?? { user: 0, network: 0 };
}
