// Reads location and location_network for the interface.
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { FirewallMode } from './firewall.queries.ts';

export const locationStateChannel = 'gatewarden_location_state';

/**
 * The versions by location, in ascending order of location ids, which is the order in which states are locked until the
 * transaction ends.
 */
export async function lockVersions(tx: Tx, locationIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('location_state')
    .select(['location_id', 'version'])
    .where('location_id', '=', sql<number>`any(${[...locationIds]})`)
    .orderBy('location_id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.location_id, row.version]));
}

/** Inserts the empty version 0 of locations that have no state. Does nothing for those that do not exist. */
export async function insertStates(
  tx: Tx,
  { locationIds, at }: { readonly locationIds: readonly number[]; readonly at: Date },
): Promise<void> {
  await sql`
    insert into location_state (location_id, version, changed_at, addresses, listen_port, interface_version)
    select id, 0, ${at}, '{}', 0, 0 from location where id = any(${[...locationIds]}::int[]) order by id
    on conflict (location_id) do nothing`.execute(tx);
}

/** Copies addresses, port and masquerading from the locations, under the next version. Returns the locations where they changed. */
export async function mergeInterfaces(tx: Tx, locationIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ location_id: number }>`
    update location_state s
    set addresses = w.addresses, listen_port = w.port, masquerade = w.masquerade, interface_version = s.version + 1
    from (
      select l.id, l.port, l.masquerade, array(
        select host(n.address) || '/' || masklen(n.address) from location_network n
        where n.location_id = l.id order by n.position
      ) as addresses
      from location l where l.id = any(${[...locationIds]}::int[])
    ) w
    where s.location_id = w.id and (s.addresses, s.listen_port, s.masquerade)
      is distinct from (w.addresses, w.port, w.masquerade)
    returning s.location_id`.execute(tx);
  return rows.map((row) => row.location_id);
}

/** Locks all states in ascending order of location ids, and returns these ids. */
export async function lockStates(tx: Tx): Promise<number[]> {
  const rows = await tx.selectFrom('location_state').select('location_id').orderBy('location_id').forUpdate().execute();
  return rows.map((row) => row.location_id);
}

/** Has every replica read the states of the locations again, also if they were deleted. */
export async function notifyLocations(tx: Tx, locationIds: readonly number[]): Promise<void> {
  await sql`select pg_notify(${locationStateChannel}, id::text) from unnest(${[...locationIds]}::int[]) id`.execute(tx);
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
  readonly masquerade: boolean;
  /** Whether addresses are translated: of all devices, or of some. */
  readonly uses_nat: boolean;
  readonly firewall_mode: FirewallMode;
  /** A Firewall of the gateway protocol with `protected` alone. */
  readonly protected: Buffer;
  readonly firewall_version: number;
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
      'masquerade',
      sql<boolean>`masquerade or exists (select from peer p
        where p.location_id = location_state.location_id and p.snat_ip is not null and not p.removed)`.as('uses_nat'),
      sql<FirewallMode>`firewall_mode`.as('firewall_mode'),
      'protected',
      'firewall_version',
    ])
    .where('location_id', '=', locationId)
    .executeTakeFirst();
}

/** Identifies a state by number and id; an empty id means unknown. */
export interface StateName {
  readonly version: number;
  readonly stateId: string;
}
