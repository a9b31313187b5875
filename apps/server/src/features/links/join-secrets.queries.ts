import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { ComponentScope } from './components.queries.ts';

export interface JoinSecretRow {
  readonly kind: string;
  readonly location_id: number | null;
  /** Encrypted. */
  readonly secret: Buffer;
}

/** Undefined if none was created yet. */
export function findJoinSecret(
  db: Database | Tx,
  { kind, locationId }: ComponentScope,
): Promise<JoinSecretRow | undefined> {
  return selectJoinSecrets(db)
    .where('kind', '=', kind)
    .where('location_id', 'is not distinct from', locationId)
    .executeTakeFirst();
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
  return db.selectFrom('join_secret').select(['kind', 'location_id', 'secret']);
}

export interface NewJoinSecret extends ComponentScope {
  readonly secret: Buffer;
  readonly hash: Buffer;
}

/** Replaces the current one. */
export async function setJoinSecret(tx: Tx, { kind, locationId, secret, hash }: NewJoinSecret): Promise<void> {
  await sql`
    insert into join_secret (kind, location_id, secret, secret_hash) values (${kind}, ${locationId}, ${secret}, ${hash})
    on conflict (kind, coalesce(location_id, 0)) do update
      set secret = excluded.secret, secret_hash = excluded.secret_hash`.execute(tx);
}

/** Does nothing if there is one already. */
export async function insertJoinSecret(tx: Tx, { kind, locationId, secret, hash }: NewJoinSecret): Promise<void> {
  await sql`
    insert into join_secret (kind, location_id, secret, secret_hash) values (${kind}, ${locationId}, ${secret}, ${hash})
    on conflict do nothing`.execute(tx);
}
