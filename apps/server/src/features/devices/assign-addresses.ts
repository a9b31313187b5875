import { DomainError } from '@gatewarden/contract/errors';
import type { Address } from '@gatewarden/net/address';
import { freeAddresses } from '@gatewarden/net/free-addresses';
import type { InterfaceAddress } from '@gatewarden/net/subnet';
import type { Tx } from '../../platform/database/database.ts';
import type { LocationRow } from '../locations/index.ts';
import * as queries from './addresses.queries.ts';
import type { Assignment, Owners } from './assignments.queries.ts';

/** A network and its devices that have no address in it yet. */
interface AddressDemand {
  readonly location: LocationRow;
  readonly position: number;
  readonly network: InterfaceAddress;
  /** Lowest id first; served in this order. */
  readonly deviceIds: readonly number[];
  /** Lowest first. */
  readonly found: Address[];
  /** Where the next search starts. */
  from: bigint;
}

/** A search covers this many addresses beyond those needed; each further one is `wideningFactor` times wider. */
const searchMargin = 256;
const wideningFactor = 8;

/**
 * Gives each device an address of every network of its locations in which it has none: the one that it had last, if that
 * is still free, otherwise the lowest free one. The caller has locked the locations. Returns the devices that got an address. The cost depends on the addresses given, hardly on those
 * already assigned, and not on the size of the network.
 * @param reserved addresses that are not given now, and can be given later
 * @throws address_pool_exhausted when a network has none left
 */
export async function assignAddresses(
  tx: Tx,
  locations: readonly LocationRow[],
  owners: Owners,
  reserved: readonly queries.ReservedAddress[] = [],
): Promise<Assignment[]> {
  const all = await readDemands(tx, locations, owners);
  if (all.length === 0) return [];
  const former = await queries.takeFormerAddresses(tx, all.flatMap(toDeviceDemands));
  // before the search, which may start below these addresses and skips only assigned ones
  await queries.insertAddresses(tx, former);
  const demands = withoutMet(all, former);
  await takeReleasedAddresses(tx, demands);
  await searchAddresses(tx, demands.filter(isUnmet), reserved);
  await queries.insertFreeAddresses(tx, reserved);
  const found = demands.flatMap(toAssignedAddresses);
  await queries.insertAddresses(tx, found);
  return [...former, ...found];
}

function isUnmet({ found, deviceIds }: AddressDemand): boolean {
  return found.length < deviceIds.length;
}

async function readDemands(tx: Tx, locations: readonly LocationRow[], owners: Owners): Promise<AddressDemand[]> {
  const byId = new Map(locations.map((location) => [location.id, location]));
  const missing = await queries.listDemands(tx, [...byId.keys()], owners);
  return missing.flatMap(({ location_id, position, device_ids }) => {
    const location = byId.get(location_id);
    const network = location?.networks[position];
    if (!location || !network) return [];
    return [{ location, position, network, deviceIds: device_ids, found: [], from: network.subnet.firstHost }];
  });
}

function toDeviceDemands({ location, position, deviceIds }: AddressDemand) {
  return deviceIds.map((device_id) => ({ location_id: location.id, position, device_id }));
}

/** The demands of the devices that got none of these addresses. */
function withoutMet(demands: readonly AddressDemand[], met: readonly queries.AssignedAddress[]): AddressDemand[] {
  const keys = new Set(met.map((address) => `${keyOf(address)}:${address.device_id}`));
  return demands.flatMap((demand) => {
    const key = keyOf(networkOf(demand));
    const deviceIds = demand.deviceIds.filter((id) => !keys.has(`${key}:${id}`));
    return deviceIds.length > 0 ? [{ ...demand, deviceIds }] : [];
  });
}

/** Released addresses are lower than any that a search would find. */
async function takeReleasedAddresses(tx: Tx, demands: readonly AddressDemand[]): Promise<void> {
  const wanted = demands.map((demand) => ({ ...networkOf(demand), wanted: demand.deviceIds.length }));
  const released = Map.groupBy(await queries.takeFreeAddresses(tx, wanted), keyOf);
  for (const demand of demands) {
    for (const { address } of released.get(keyOf(networkOf(demand))) ?? []) demand.found.push(address);
  }
}

async function searchAddresses(
  tx: Tx,
  demands: readonly AddressDemand[],
  reserved: readonly queries.ReservedAddress[],
): Promise<void> {
  if (demands.length === 0) return;
  const searches = await queries.listSearchPositions(
    tx,
    demands.map((demand) => demand.location.id),
  );
  const starts = new Map(searches.map((row) => [keyOf(row), row.from.value]));
  for (const demand of demands) demand.from = starts.get(keyOf(networkOf(demand))) ?? demand.from;
  let unmet = demands;
  for (let width = searchMargin; unmet.length > 0; width *= wideningFactor) {
    await searchNextRange(tx, unmet, width, reserved);
    unmet = unmet.filter(isUnmet);
  }
  await queries.setSearchPositions(tx, demands.map(toSearchPosition));
}

/** Searches the next addresses of all networks in one query. */
async function searchNextRange(
  tx: Tx,
  demands: readonly AddressDemand[],
  width: number,
  reserved: readonly queries.ReservedAddress[],
): Promise<void> {
  const ranges = demands.map((demand) => nextRange(demand, width));
  const assigned = await queries.listAssignedAddresses(tx, ranges);
  for (const [index, demand] of demands.entries()) {
    const range = ranges[index];
    if (!range) continue;
    const { subnet, address: gateway } = demand.network;
    const part = { ...subnet, firstHost: range.first.value, lastHost: range.last.value };
    const skipped = reserved.filter((one) => keyOf(one) === keyOf(networkOf(demand))).map(({ address }) => address);
    for (const address of freeAddresses(part, [...(assigned[index] ?? []), gateway, ...skipped])) {
      if (demand.found.length === demand.deviceIds.length) break;
      demand.found.push(address);
    }
    demand.from = range.last.value + 1n;
  }
}

/** @throws address_pool_exhausted when the whole network was searched */
function nextRange({ location, network, from, deviceIds, found }: AddressDemand, width: number): queries.AddressRange {
  const { family, lastHost, text } = network.subnet;
  if (from > lastHost) throw new DomainError('address_pool_exhausted', { subnet: text, location: location.name });
  const end = from + BigInt(deviceIds.length - found.length + width);
  return {
    location_id: location.id,
    first: { family, value: from },
    last: { family, value: end < lastHost ? end : lastHost },
  };
}

function toAssignedAddresses({ location, position, deviceIds, found }: AddressDemand): queries.AssignedAddress[] {
  return found.flatMap((address, index) => {
    const deviceId = deviceIds[index];
    return deviceId === undefined ? [] : [{ location_id: location.id, device_id: deviceId, position, address }];
  });
}

/** All addresses below the last one found were searched. */
function toSearchPosition(demand: AddressDemand) {
  const from = demand.found.at(-1);
  if (!from) throw new Error('no address was found');
  return { ...networkOf(demand), from };
}

function networkOf({ location, position }: AddressDemand) {
  return { location_id: location.id, position };
}

function keyOf({ location_id, position }: { location_id: number; position: number }): string {
  return `${location_id}:${position}`;
}
