import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { ObjectKind, ObjectRef } from './changes.queries.ts';

/** The entry of a user or group. */
export interface LinkedEntry {
  /** Null while it is being added. */
  readonly external_id: string | null;
  readonly dn: string;
  /** False: existed before. */
  readonly is_created: boolean;
  /** Whether the directory has the password of the account. */
  readonly has_password: boolean;
  /** Whether the password is a random one since the account was disabled. */
  readonly is_revoked: boolean;
  /** Whether the password of the account was changed or removed while it could not be written. */
  readonly is_outdated: boolean;
}

const columns = ['external_id', 'dn', 'is_created', 'has_password', 'is_revoked', 'is_outdated'] as const;

export function findEntry(db: Database | Tx, { kind, id }: ObjectRef): Promise<LinkedEntry | undefined> {
  return db
    .selectFrom('ldap_entry')
    .select(columns)
    .where('kind', '=', kind)
    .where('object_id', '=', id)
    .executeTakeFirst();
}

/**
 * Stores what was written. `wasOutdated`: whether the password was outdated when the write began. If it was not and has become
 * outdated since, it remains outdated.
 */
export async function saveEntry(
  tx: Tx,
  { kind, id }: ObjectRef,
  entry: LinkedEntry,
  { wasOutdated = false }: { readonly wasOutdated?: boolean } = {},
): Promise<void> {
  const remainsOutdated = sql<boolean>`(ldap_entry.is_outdated and not ${wasOutdated}::boolean)`;
  await tx
    .insertInto('ldap_entry')
    .values({ kind, object_id: id, ...entry })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'object_id']).doUpdateSet({
        ...entry,
        is_outdated: sql`${remainsOutdated} or excluded.is_outdated`,
        has_password: sql`not ${remainsOutdated} and excluded.has_password`,
      }),
    )
    .execute();
}

export async function setEntryName(tx: Tx, { kind, id }: ObjectRef, dn: string): Promise<void> {
  await tx.updateTable('ldap_entry').set({ dn }).where('kind', '=', kind).where('object_id', '=', id).execute();
}

export async function deleteEntry(tx: Tx, { kind, id }: ObjectRef): Promise<void> {
  await tx.deleteFrom('ldap_entry').where('kind', '=', kind).where('object_id', '=', id).execute();
}

/** Whether an object of this instance has this entry. */
export async function isLinked(db: Database, externalId: string): Promise<boolean> {
  const row = await db
    .selectFrom('ldap_entry')
    .select('object_id')
    .where('external_id', '=', externalId)
    .executeTakeFirst();
  return row !== undefined;
}

/** All entries of a kind by the id of their object. */
export async function listEntries(db: Database | Tx, kind: ObjectKind): Promise<Map<number, LinkedEntry>> {
  const rows = await db
    .selectFrom('ldap_entry')
    .select(['object_id', ...columns])
    .where('kind', '=', kind)
    .execute();
  return new Map(rows.map(({ object_id, ...entry }) => [object_id, entry]));
}

/** Their passwords in the directory are no longer those of the accounts: the next write replaces them by random ones. */
export async function setOutdated(tx: Tx, userIds: readonly number[]): Promise<void> {
  await sql`
    update ldap_entry set has_password = false, is_outdated = true
    where kind = 'user' and object_id = any(${userIds}::integer[])`.execute(tx);
}
