// Reads user and group for what each system manages, and scim_token; their features write them.
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export interface ManagedCount {
  readonly users: number;
  readonly groups: number;
}

/** By the system that manages them, as in `managed_by`; those of this instance have the key null. */
export async function countManaged(db: Database): Promise<ReadonlyMap<string | null, ManagedCount>> {
  const { rows } = await sql<ManagedCount & { managed_by: string | null }>`
    select managed_by, sum(users)::int as users, sum(groups)::int as groups from (
      select managed_by, count(*) as users, 0 as groups from "user" group by managed_by
      union all select managed_by, 0, count(*) from "group" group by managed_by) counted
    group by managed_by`.execute(db);
  return new Map(rows.map(({ managed_by, users, groups }) => [managed_by, { users, groups }]));
}

/** Whether any SCIM client has a token that is still valid. */
export async function hasValidScimToken(db: Database, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('scim_token')
    .select('id')
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
