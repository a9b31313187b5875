import { checkNetworks } from '@gatewarden/net/check-networks';
import { type InterfaceAddress, parseInterfaceAddress } from '@gatewarden/net/subnet';
import fc from 'fast-check';
import { bySystem } from '../../src/platform/actor.ts';
import { locationBody, newKeys } from '../given/network.ts';
import type { Vpn } from './vpn.ts';

/** Changes of rows that determine assignments. Numbers are indexes into the objects that exist at that moment. */
export type Step =
  | { readonly do: 'add user'; readonly groups: readonly number[] }
  | { readonly do: 'remove user'; readonly user: number }
  | { readonly do: 'edit user'; readonly user: number; readonly isActive: boolean; readonly groups: readonly number[] }
  | { readonly do: 'add group'; readonly isAdmin: boolean; readonly users: readonly number[] }
  | { readonly do: 'edit group'; readonly group: number; readonly isAdmin: boolean; readonly users: readonly number[] }
  | { readonly do: 'remove group'; readonly group: number }
  | { readonly do: 'add device'; readonly user: number }
  | { readonly do: 'change key'; readonly device: number }
  | { readonly do: 'remove device'; readonly device: number }
  | { readonly do: 'add location'; readonly networks: readonly InterfaceAddress[]; readonly groups: readonly number[] }
  | {
      readonly do: 'edit location';
      readonly location: number;
      readonly networks: readonly InterfaceAddress[];
      readonly groups: readonly number[];
    }
  | { readonly do: 'remove location'; readonly location: number };

// Small, so that they fill up; several overlap, so that an edit retains some addresses and replaces others.
const texts = [
  ...['10.0.0.1/28', '10.0.0.6/29', '10.0.0.9/29', '10.0.0.14/28', '10.0.0.2/30', '10.0.0.0/31', '10.0.0.1/24'],
  ...['10.0.0.9/28', 'fd00::1/125', 'fd00::6/125', 'fd00::/127', 'fd00::9/124', 'fd00::1/64', '10.0.1.1/28'],
];
const network = fc.constantFrom(...networksOf(...texts));
const networks = fc.array(network, { minLength: 1, maxLength: 3 }).filter((list) => checkNetworks(list) === undefined);
const anyIndex = fc.nat(1000);
const anyIndexes = fc.array(fc.nat(1000), { maxLength: 2 });

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('add user' as const), groups: anyIndexes }),
    { arbitrary: fc.record({ do: fc.constant('add device' as const), user: anyIndex }), weight: 5 },
    {
      arbitrary: fc.record({
        do: fc.constant('edit location' as const),
        location: anyIndex,
        networks,
        groups: anyIndexes,
      }),
      weight: 4,
    },
    fc.record({ do: fc.constant('add location' as const), networks, groups: anyIndexes }),
    fc.record({ do: fc.constant('edit user' as const), user: anyIndex, isActive: fc.boolean(), groups: anyIndexes }),
    fc.record({ do: fc.constant('add group' as const), isAdmin: fc.boolean(), users: anyIndexes }),
    fc.record({ do: fc.constant('edit group' as const), group: anyIndex, isAdmin: fc.boolean(), users: anyIndexes }),
    fc.record({ do: fc.constant('remove group' as const), group: anyIndex }),
    fc.record({ do: fc.constant('remove user' as const), user: anyIndex }),
    { arbitrary: fc.record({ do: fc.constant('remove device' as const), device: anyIndex }), weight: 2 },
    fc.record({ do: fc.constant('change key' as const), device: anyIndex }),
    fc.record({ do: fc.constant('remove location' as const), location: anyIndex }),
  ),
  { maxLength: 30, size: 'max' },
);

/** Run before the random steps: without users and a location most of them have no object to act on. */
export const initialSteps: readonly Step[] = [
  { do: 'add location', networks: networksOf('10.0.0.1/29', 'fd00::1/124'), groups: [] },
  { do: 'add group', isAdmin: false, users: [] },
  { do: 'add user', groups: [0] },
  { do: 'add user', groups: [] },
  { do: 'add device', user: 1 },
  { do: 'add device', user: 2 },
];

function networksOf(...list: readonly string[]): InterfaceAddress[] {
  return list.flatMap((text) => parseInterfaceAddress(text) ?? []);
}

/** Runs one step; does nothing when no object exists for it. Does not change the first administrator. */
export async function runStep(step: Step, vpn: Vpn, nth: number): Promise<unknown> {
  const all = await listChoices(vpn);
  switch (step.do) {
    case 'add user': {
      const username = `user${nth}`;
      await vpn.users.add(vpn.actor, bySystem, {
        username,
        first_name: 'U',
        last_name: 'U',
        email: `${username}@x.org`,
      });
      return vpn.users.update(vpn.actor, bySystem, username, { groups: pickAll(all.groups, step.groups) });
    }
    case 'remove user':
      return each(pick(all.users, step.user), (name) => vpn.users.remove(vpn.actor, bySystem, name));
    case 'edit user': {
      const changes = { is_active: step.isActive, groups: pickAll(all.groups, step.groups) };
      return each(pick(all.users, step.user), (name) => vpn.users.update(vpn.actor, bySystem, name, changes));
    }
    case 'add group': {
      const members = pickAll(all.users, step.users);
      return vpn.groups.add(vpn.actor, bySystem, { name: `group${nth}`, members, isAdmin: step.isAdmin });
    }
    case 'edit group': {
      const members = pickAll(all.users, step.users);
      return each(pick(all.groups, step.group), (name) =>
        vpn.groups.update(vpn.actor, bySystem, name, { name, members, isAdmin: step.isAdmin }),
      );
    }
    case 'remove group':
      return each(pick(all.groups, step.group), (name) => vpn.groups.remove(vpn.actor, bySystem, name));
    case 'add device':
      return each(pick(['root', ...all.users], step.user), (username) =>
        vpn.devices.add(vpn.actor, bySystem, { username, name: `device${nth}`, publicKey: newKeys().publicKey }),
      );
    case 'change key': {
      const changes = { name: `device${nth}`, description: null, publicKey: newKeys().publicKey };
      return each(pick(all.devices, step.device), (id) => vpn.devices.update(vpn.actor, bySystem, id, changes));
    }
    case 'remove device':
      return each(pick(all.devices, step.device), (id) => vpn.devices.remove(vpn.actor, bySystem, id));
    case 'add location':
      return vpn.locations.add(bySystem, locationOf(step.networks, pickAll(all.groups, step.groups)));
    case 'edit location': {
      const body = locationOf(step.networks, pickAll(all.groups, step.groups));
      return each(pick(all.locations, step.location), (id) => vpn.locations.update(bySystem, id, body));
    }
    case 'remove location':
      return each(pick(all.locations, step.location), (id) => vpn.locations.remove(bySystem, id));
  }
}

async function listChoices(vpn: Vpn) {
  const users = await vpn.query<{ username: string }>('select username from "user" order by username');
  const devices = await vpn.query<{ id: number }>('select id from device order by id');
  const groups = await vpn.groups.listNames();
  return {
    users: users.map((user) => user.username).filter((name) => name !== 'root'),
    groups: groups.filter((name) => name !== 'admin'),
    devices: devices.map((device) => device.id),
    locations: (await vpn.locations.list()).map((location) => location.id),
  };
}

function pick<T>(from: readonly T[], index: number): T[] {
  return from.slice(index % (from.length || 1)).slice(0, 1);
}

function pickAll<T>(from: readonly T[], indexes: readonly number[]): T[] {
  return [...new Set(indexes.flatMap((index) => pick(from, index)))];
}

async function each<T>(chosen: readonly T[], change: (one: T) => Promise<unknown>): Promise<void> {
  for (const one of chosen) await change(one);
}

function locationOf(list: readonly InterfaceAddress[], groups: readonly string[]) {
  return locationBody(1, { address: list.map(({ text }) => text).join(), allowed_groups: [...groups] });
}
