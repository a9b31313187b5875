import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { ComponentScope } from './components.queries.ts';

export interface JoinSecretRow {
  readonly kind: string;
  readonly location_id: number | null;
}

/** Undefined if none was created yet. */
export async function findJoinSecretId(
  db: Database | Tx,
  { kind, locationId }: ComponentScope,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('join_secret')
    .select('id')
    .where('kind', '=', kind)
    .where('location_id', 'is not distinct from', locationId)
    .executeTakeFirst();
  return row?.id;
}

/**
 * The join secret with this hash; undefined if there is none, or if the caller names another location. Locked until the
 * transaction ends, so that components that join at the same time are counted sequentially. A wrong secret locks
 * nothing.
 * @param locationId undefined for components that do not name a location
 */
export function lockJoinSecret(
  tx: Tx,
  kind: string,
  { hash, locationId }: { readonly hash: Buffer; readonly locationId: number | undefined },
): Promise<JoinSecretRow | undefined> {
  return selectJoinSecrets(tx)
    .where('secret_hash', '=', hash)
    .where('kind', '=', kind)
    .$if(locationId !== undefined, (query) => query.where('location_id', '=', locationId ?? 0))
    .forUpdate()
    .executeTakeFirst();
}

/** All join secrets in a stable order, locked until the transaction ends. */
export function lockJoinSecrets(tx: Tx): Promise<JoinSecretRow[]> {
  return selectJoinSecrets(tx).orderBy('location_id').orderBy('kind').forUpdate().execute();
}

function selectJoinSecrets(db: Database | Tx) {
  return db.selectFrom('join_secret').select(['kind', 'location_id']);
}

/** The row of a join secret. The text itself is among the encrypted secrets. */
export interface NewJoinSecret extends ComponentScope {
  readonly hash: Buffer;
}

/** Replaces the current one. Returns the id. */
export async function setJoinSecret(tx: Tx, { kind, locationId, hash }: NewJoinSecret): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into join_secret (kind, location_id, secret_hash) values (${kind}, ${locationId}, ${hash})
    on conflict (kind, coalesce(location_id, 0)) do update set secret_hash = excluded.secret_hash
    returning id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('the join secret was not stored');
  return row.id;
}

/** Returns the id; undefined if there is one already. */
export async function insertJoinSecret(tx: Tx, { kind, locationId, hash }: NewJoinSecret): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into join_secret (kind, location_id, secret_hash) values (${kind}, ${locationId}, ${hash})
    on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id;
}
