import { type Address, parseAddress } from '@gatewarden/net/address';
import { type InterfaceAddress, parseInterfaceAddress } from '@gatewarden/net/subnet';
import type { Vpn } from './vpn.ts';

/** The rows that determine assignments, and the assignments that are stored. */
export interface AssignmentState {
  readonly users: readonly { id: number; is_active: boolean; groups: number[]; is_admin: boolean }[];
  readonly devices: readonly { id: number; user_id: number; kind: string; public_key: string }[];
  readonly locations: readonly { id: number; groups: number[]; networks: InterfaceAddress[] }[];
  /** For each `location:device` with a row, its addresses by position. */
  readonly assignments: ReadonlyMap<string, ReadonlyMap<number, Address>>;
}

export async function readAssignmentState({ query }: Pick<Vpn, 'query'>): Promise<AssignmentState> {
  const users = await query<AssignmentState['users'][number]>(`
    select u.id, u.is_active, coalesce(array_agg(m.group_id) filter (where m.group_id is not null), '{}') as groups,
      coalesce(bool_or(g.is_admin), false) as is_admin
    from "user" u left join group_member m on m.user_id = u.id left join "group" g on g.id = m.group_id
    group by u.id order by u.id`);
  const devices = await query<AssignmentState['devices'][number]>(
    'select id, user_id, kind, public_key from device order by id',
  );
  const locations = await query<{ id: number; groups: number[]; networks: string[] }>(`
    select id, array(select group_id from location_group where location_id = id) as groups,
      array(select address::text from location_network where location_id = id order by position) as networks
    from location order by id`);
  const rows = await query<{ place: string; position: number | null; address: string }>(`
    select dl.location_id || ':' || dl.device_id as place, a.position, host(a.address) as address
    from device_location dl left join device_address a using (location_id, device_id)
    order by dl.location_id, dl.device_id, a.position`);
  return {
    users,
    devices,
    locations: locations.map((location) => ({
      ...location,
      networks: location.networks.map((text) => requireValue(parseInterfaceAddress(text))),
    })),
    assignments: new Map([...Map.groupBy(rows, (row) => row.place)].map(([place, of]) => [place, addressesOf(of)])),
  };
}

function addressesOf(rows: readonly { position: number | null; address: string }[]): Map<number, Address> {
  return new Map(
    rows.flatMap(({ position, address }) =>
      position === null ? [] : [[position, requireValue(parseAddress(address))]],
    ),
  );
}

function requireValue<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the database contains an invalid address');
  return value;
}
