import { type Address, formatAddress } from '@gatewarden/net/address';
import { contains, type InterfaceAddress, isHostAddress } from '@gatewarden/net/subnet';
import { expect } from 'vitest';
import type { AssignmentState } from './assignment-state.ts';

const isSame = (a: Address | undefined, b: Address) => a?.family === b.family && a.value === b.value;
const isUsableIn = (network: InterfaceAddress, address: Address) =>
  isHostAddress(network.subnet, address) && !isSame(network.address, address);

/** The assignments that domain rules §3.1 require, as `location:device`, sorted. */
export function expectedAssignments({ users, devices, locations, assignments }: AssignmentState): string[] {
  const isEntitled = (device: AssignmentState['devices'][number], location: AssignmentState['locations'][number]) => {
    const owner = users.find((user) => user.id === device.user_id);
    if (!owner?.is_active) return false;
    if (location.groups.length === 0 || owner.is_admin) return true;
    return owner.groups.some((group) => location.groups.includes(group));
  };
  return locations
    .flatMap((location) =>
      devices
        .filter((device) =>
          device.kind === 'network' ? assignments.has(`${location.id}:${device.id}`) : isEntitled(device, location),
        )
        .map((device) => `${location.id}:${device.id}`),
    )
    .sort();
}

/** Every assignment has one usable address in each network, in order; no address is used twice. */
export function expectValidAddresses(facts: AssignmentState): void {
  for (const location of facts.locations) {
    const seen = new Set<string>();
    for (const [place, addresses] of facts.assignments) {
      if (!place.startsWith(`${location.id}:`)) continue;
      expect([...addresses.keys()], place).toEqual([...location.networks.keys()]);
      for (const [position, network] of location.networks.entries()) {
        const address = addresses.get(position);
        expect(address && isUsableIn(network, address), `${place} in ${network.text}`).toBe(true);
        if (address) seen.add(formatAddress(address));
      }
    }
    const devices = [...facts.assignments.keys()].filter((place) => place.startsWith(`${location.id}:`)).length;
    expect(seen.size).toBe(devices * location.networks.length);
  }
}

/** All addresses that each `location:device` had so far. */
export type FormerAddresses = Map<string, Address[]>;

/**
 * A device retains an address that is still usable, and may get one back that it had before; another new address is the
 * lowest free one. Adds the present addresses to `former`.
 */
export function expectStableAddresses(before: AssignmentState, after: AssignmentState, former: FormerAddresses): void {
  for (const location of after.locations) {
    for (const [position, network] of location.networks.entries()) {
      const retained: bigint[] = [];
      const added: bigint[] = [];
      for (const [place, addresses] of after.assignments) {
        const address = addresses.get(position);
        if (!place.startsWith(`${location.id}:`) || !address) continue;
        const held = [...(before.assignments.get(place)?.values() ?? [])].filter((old) => isUsableIn(network, old));
        if (held.length > 0)
          expect(
            held.some((old) => isSame(old, address)),
            place,
          ).toBe(true);
        const isBack = former.get(place)?.some((old) => isSame(old, address)) === true;
        (held.length > 0 || isBack ? retained : added).push(address.value);
      }
      expectLowestFree(network, retained, added);
    }
  }
  for (const [place, addresses] of after.assignments) {
    former.set(place, [...(former.get(place) ?? []), ...addresses.values()]);
  }
}

function expectLowestFree(network: InterfaceAddress, retained: readonly bigint[], added: readonly bigint[]): void {
  const { family, firstHost } = network.subnet;
  const taken = new Set([...retained, ...added]);
  const last = added.toSorted((a, b) => Number(a - b)).at(-1) ?? 0n;
  for (let value = firstHost; value < last; value += 1n) {
    if (!isSame(network.address, { family, value })) expect(taken.has(value), `${value} in ${network.text}`).toBe(true);
  }
  expect(added.every((value) => contains(network.subnet, { family, value }))).toBe(true);
}
