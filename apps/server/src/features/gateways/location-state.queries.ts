// Reads location and location_network for the interface.
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export const locationStateChannel = 'gatewarden_location_state';

/** Locks the state until the transaction ends. Lock several states in ascending order of location ids. */
export async function lockVersion(tx: Tx, locationId: number): Promise<number | undefined> {
  const row = await tx
    .selectFrom('location_state')
    .select('version')
    .where('location_id', '=', locationId)
    .forUpdate()
    .executeTakeFirst();
  return row?.version;
}

/** Inserts the empty version 0 of a location. Does nothing if there is a state already, or no location. */
export async function insertState(
  tx: Tx,
  { locationId, at }: { readonly locationId: number; readonly at: Date },
): Promise<void> {
  await sql`
    insert into location_state (location_id, version, changed_at, addresses, listen_port, interface_version)
    select id, 0, ${at}, '{}', 0, 0 from location where id = ${locationId}
    on conflict (location_id) do nothing`.execute(tx);
}

/** Copies addresses and port from the location. Returns whether they changed. */
export async function mergeInterface(tx: Tx, locationId: number, version: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update location_state s
    set addresses = w.addresses, listen_port = w.port, interface_version = ${version}
    from (
      select l.port, array(
        select host(n.address) || '/' || masklen(n.address) from location_network n
        where n.location_id = l.id order by n.position
      ) as addresses
      from location l where l.id = ${locationId}
    ) w
    where s.location_id = ${locationId} and (s.addresses, s.listen_port) is distinct from (w.addresses, w.port)`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

/** Locks all states in ascending order of location ids, and returns these ids. */
export async function lockStates(tx: Tx): Promise<number[]> {
  const rows = await tx.selectFrom('location_state').select('location_id').orderBy('location_id').forUpdate().execute();
  return rows.map((row) => row.location_id);
}

/** Has every replica read the state of the location again, also if the location was deleted. */
export async function notifyLocation(tx: Tx, locationId: number): Promise<void> {
  await sql`select pg_notify(${locationStateChannel}, ${String(locationId)})`.execute(tx);
}

export interface StateRow {
  readonly version: number;
  /** UUID that identifies this content. */
  readonly state_id: string;
  readonly changed_at: Date;
  readonly oldest_known_version: number;
  readonly interface_version: number;
  readonly addresses: string[];
  readonly listen_port: number;
}

/** Undefined if there is no such location, or its state was never computed. */
export function findState(tx: Tx, locationId: number): Promise<StateRow | undefined> {
  return tx
    .selectFrom('location_state')
    .select([
      'version',
      'state_id',
      'changed_at',
      'oldest_known_version',
      'interface_version',
      'addresses',
      'listen_port',
    ])
    .where('location_id', '=', locationId)
    .executeTakeFirst();
}

/** Identifies a state by number and id; an empty id means unknown. */
export interface StateName {
  readonly version: number;
  readonly stateId: string;
}
