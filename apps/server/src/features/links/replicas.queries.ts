// Updates component: marks components of crashed replicas as disconnected.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { StaleComponentRow } from './presence.queries.ts';

export interface Replica {
  readonly id: string;
  readonly instanceKeyId: Buffer;
  /** Of its program. */
  readonly version: string;
}

/** Registers the replica or renews its row; the address is null until it listens. */
export async function setReplica(
  db: Database,
  { id, instanceKeyId, version }: Replica,
  address: string | null,
): Promise<void> {
  await sql`
    insert into core_replica (id, address, instance_key_id, version, seen_at)
    values (${id}, ${address}, ${instanceKeyId}, ${version}, clock_timestamp())
    on conflict (id) do update set address = excluded.address, seen_at = excluded.seen_at`.execute(db);
}

export async function deleteReplica(db: Database, id: string): Promise<void> {
  await db.deleteFrom('core_replica').where('id', '=', id).execute();
}

/** Deletes replicas that were not seen for this time. */
export async function deleteOldReplicas(db: Database, milliseconds: number): Promise<void> {
  await sql`delete from core_replica
    where seen_at < clock_timestamp() - make_interval(secs => ${milliseconds / 1000})`.execute(db);
}

/** Addresses of all registered replicas, without duplicates, in a stable order. */
export async function listReplicaAddresses(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('core_replica')
    .select('address')
    .where('address', 'is not', null)
    .groupBy('address')
    .orderBy('address')
    .limit(16)
    .execute();
  return rows.flatMap(({ address }) => address ?? []);
}

export interface ReplicaRow {
  readonly id: string;
  readonly address: string | null;
  /** Null: of a version that does not report it. */
  readonly version: string | null;
}

/** Replicas that were seen within this time, at most a hundred. */
export function listRunningReplicas(db: Database, milliseconds: number): Promise<ReplicaRow[]> {
  return db
    .selectFrom('core_replica')
    .select(['id', 'address', 'version'])
    .where('seen_at', '>=', sql<Date>`clock_timestamp() - make_interval(secs => ${milliseconds / 1000})`)
    .orderBy('address')
    .orderBy('id')
    .limit(100)
    .execute();
}

/** Replicas that were seen within this time and do not use this instance key; those of a former version may not. */
export function listReplicasWithOtherKey(
  db: Database,
  instanceKeyId: Buffer,
  milliseconds: number,
): Promise<{ readonly id: string; readonly address: string | null }[]> {
  return db
    .selectFrom('core_replica')
    .select(['id', 'address'])
    .where('instance_key_id', 'is distinct from', instanceKeyId)
    .where('seen_at', '>=', sql<Date>`clock_timestamp() - make_interval(secs => ${milliseconds / 1000})`)
    .orderBy('address')
    .orderBy('id')
    .execute();
}

/**
 * Marks components as disconnected whose replica was not seen for this time, except those of the calling replica: it
 * runs, even if its heartbeat is late. Each component is returned to one caller only.
 */
export async function markStaleWithReplica(tx: Tx, ownId: string, milliseconds: number): Promise<StaleComponentRow[]> {
  const { rows } = await sql<StaleComponentRow>`
    update component c set connected = false, disconnected_at = seen_at, stream_id = null
    where connected and core_id <> ${ownId} and not exists (
      select from core_replica r
      where r.id = c.core_id and r.seen_at >= clock_timestamp() - make_interval(secs => ${milliseconds / 1000})
    )
    returning kind, id, location_id, name, hostname`.execute(tx);
  return rows;
}
