import { sql } from 'kysely';
import type { Database, Tx } from '../database/database.ts';
import type { SecretName } from './secret-value.ts';

export interface SecretRow {
  readonly value: Buffer;
  /** Null in values of former versions. */
  readonly key_id: number | null;
  /** The data key; null if it is not wrapped with the instance key. */
  readonly wrapped: Buffer | null;
}

/** One statement: the data key of the value cannot be deleted in between. */
export function findSecret(
  db: Database | Tx,
  { kind, owner }: SecretName,
  instanceKeyId: Buffer,
): Promise<SecretRow | undefined> {
  return selectSecrets(db, instanceKeyId)
    .where('s.kind', '=', kind)
    .where('s.owner', '=', String(owner))
    .executeTakeFirst();
}

export async function listOwners(db: Database | Tx, kind: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('secret').select('owner').where('kind', '=', kind).execute();
  return new Set(rows.map(({ owner }) => owner));
}

function selectSecrets(db: Database | Tx, instanceKeyId: Buffer) {
  return db
    .selectFrom('secret as s')
    .leftJoin('wrapped_key as w', (join) =>
      join.onRef('w.data_key_id', '=', 's.key_id').on('w.instance_key_id', '=', instanceKeyId),
    )
    .select(['s.value', 's.key_id', 'w.wrapped']);
}

export interface NamedSecretRow extends SecretRow {
  readonly kind: string;
  readonly owner: string;
  /** Only in values of former versions. */
  readonly former_context: string | null;
}

interface Batch {
  readonly instanceKeyId: Buffer;
  readonly newestKeyId: number;
  /** Undefined for the first batch. */
  readonly after: Pick<NamedSecretRow, 'kind' | 'owner'> | undefined;
  readonly limit: number;
  /** Whether to skip rows that another transaction has locked instead of waiting for it. */
  readonly skipLocked: boolean;
}

/** Locks secrets that are not encrypted with the newest data key, in order of kind and owner. */
export function lockOutdatedSecrets(tx: Tx, batch: Batch): Promise<NamedSecretRow[]> {
  const { instanceKeyId, newestKeyId, after, limit, skipLocked } = batch;
  return selectSecrets(tx, instanceKeyId)
    .select(['s.kind', 's.owner', 's.former_context'])
    .where('s.key_id', 'is distinct from', newestKeyId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(s.kind, s.owner) > (${after?.kind ?? ''}, ${after?.owner ?? ''})`),
    )
    .orderBy('s.kind')
    .orderBy('s.owner')
    .limit(limit)
    .forUpdate('s')
    .$if(skipLocked, (query) => query.skipLocked())
    .execute();
}

/** Replaces the stored one. */
export async function setSecret(tx: Tx, { kind, owner }: SecretName, value: Buffer): Promise<void> {
  await tx
    .insertInto('secret')
    .values({ kind, owner: String(owner), value })
    .onConflict((conflict) => conflict.columns(['kind', 'owner']).doUpdateSet({ value, former_context: null }))
    .execute();
}

export async function deleteSecret(tx: Tx, { kind, owner }: SecretName): Promise<void> {
  await tx.deleteFrom('secret').where('kind', '=', kind).where('owner', '=', String(owner)).execute();
}

export async function hasFormerSecrets(db: Database): Promise<boolean> {
  const row = await db.selectFrom('secret').select('kind').where('key_id', 'is', null).limit(1).executeTakeFirst();
  return row !== undefined;
}
