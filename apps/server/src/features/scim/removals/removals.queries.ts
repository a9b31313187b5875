// Reads user and group for what SCIM manages; their features write them.
import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';

export interface RemovalLimitRow {
  readonly stopped_at: Date | null;
  readonly removed: number;
  readonly managed: number;
  readonly refused: number;
  readonly lifted_until: Date | null;
  readonly counted_from: Date | null;
}

const columns = ['stopped_at', 'removed', 'managed', 'refused', 'lifted_until', 'counted_from'] as const;

export function getRemovalLimit(db: Database): Promise<RemovalLimitRow> {
  return db.selectFrom('scim_removal_limit').select(columns).executeTakeFirstOrThrow();
}

export function lockRemovalLimit(tx: Tx): Promise<RemovalLimitRow> {
  return tx.selectFrom('scim_removal_limit').select(columns).forUpdate().executeTakeFirstOrThrow();
}

export async function setRemovalLimit(tx: Tx, changes: Partial<RemovalLimitRow>): Promise<void> {
  await tx.updateTable('scim_removal_limit').set(changes).execute();
}

export interface RemovalCountRow {
  /** Since the instant. */
  readonly removed: number;
  /** Accounts that SCIM manages, and those of `removed` that it no longer manages. */
  readonly managed: number;
}

/** Excludes removals before the instant that an administrator chose, and before `since`. */
export async function countRemovals(db: Database | Tx, since: Date): Promise<RemovalCountRow> {
  const { rows } = await sql<RemovalCountRow>`
    select r.removed, r.released + (select count(*)::int from "user" where managed_by = 'scim') as managed
    from (select count(*)::int as removed, count(*) filter (where released)::int as released from scim_removal
      where at > greatest(${since}, (select counted_from from scim_removal_limit))) r`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('expected one row');
  return row;
}

/** `released`: SCIM no longer manages the account. */
export async function insertRemoval(tx: Tx, removal: { readonly at: Date; readonly released: boolean }): Promise<void> {
  await tx.insertInto('scim_removal').values(removal).execute();
}

export async function deleteRemovalsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('scim_removal').where('at', '<=', before).execute();
}

export async function countManaged(db: Database): Promise<{ users: number; groups: number }> {
  const { rows } = await sql<{ users: number; groups: number }>`
    select (select count(*)::int from "user" where managed_by = 'scim') as users,
      (select count(*)::int from "group" where managed_by = 'scim') as groups`.execute(db);
  return rows[0] ?? { users: 0, groups: 0 };
}
