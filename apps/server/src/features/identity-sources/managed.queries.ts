// Reads user and group for what each system manages, and external_identity; their features write them.
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

/** How many accounts at each provider are linked to users, by the id of the provider. */
export async function countLinkedAccounts(db: Database): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('external_identity')
    .select(['provider_id', sql<number>`count(*)::int`.as('count')])
    .groupBy('provider_id')
    .execute();
  return new Map(rows.map(({ provider_id, count }) => [provider_id, count]));
}
