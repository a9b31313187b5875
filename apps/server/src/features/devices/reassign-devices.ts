import { DomainError } from '@gatewarden/contract/errors';
import { checkCapacity } from '@gatewarden/net/check-networks';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { LocationRow } from '../locations/index.ts';
import {
  type AssignedAddress,
  deleteMisplacedAddresses,
  deleteSearchPositions,
  insertAddresses,
  type ReservedAddress,
} from './addresses.queries.ts';
import { assignAddresses } from './assign-addresses.ts';
import * as queries from './assignments.queries.ts';
import { repositionAddresses } from './reposition-addresses.ts';

/**
 * Recomputes which devices of these owners may use these locations, and assigns addresses. Remaining devices retain the
 * addresses that still fit. The caller has locked the locations, and also the owners unless `owners` is `all`.
 * @throws address_pool_exhausted
 */
export async function reassignDevices(
  tx: Tx,
  events: Events,
  locations: readonly LocationRow[],
  owners: queries.Owners,
): Promise<void> {
  const moved = await applyDifferences(tx, locations, owners);
  const addressed = await assignAddresses(tx, locations, owners);
  await signalAssignmentChanges(tx, events, [...moved, ...addressed]);
}

/**
 * As `reassignDevices` for all devices of a location that was added or edited.
 * @throws network_too_small when a network has fewer addresses than the location has devices
 */
export async function reassignLocation(
  tx: Tx,
  events: Events,
  location: LocationRow,
  { networksChanged }: { networksChanged: boolean },
): Promise<void> {
  const moved = await applyDifferences(tx, [location], 'all');
  const misplaced = networksChanged ? await repositionOrRelease(tx, location) : [];
  await requireCapacity(tx, location);
  const addressed = await assignAddresses(tx, [location], 'all');
  await signalAssignmentChanges(tx, events, [...moved, ...misplaced, ...addressed]);
}

/**
 * As `reassignLocation` for a location with these addresses: its network devices and devices that may use it get theirs,
 * and no other device gets one of `reserved` now.
 * @throws address_pool_exhausted, network_too_small
 */
export async function assignImportedAddresses(
  tx: Tx,
  events: Events,
  location: LocationRow,
  {
    addresses,
    reserved,
    networkDevices,
  }: {
    addresses: readonly AssignedAddress[];
    reserved: readonly ReservedAddress[];
    /** Ids. */
    networkDevices: readonly number[];
  },
): Promise<void> {
  const own = networkDevices.map((id) => ({ location_id: location.id, device_id: id }));
  await queries.insertAssignments(tx, own);
  const moved = await applyDifferences(tx, [location], 'all');
  const entitled = moved.filter(({ is_missing }) => is_missing);
  const admitted = new Set([...entitled, ...own].map(({ device_id }) => device_id));
  const isAdmitted = ({ device_id }: AssignedAddress) => admitted.has(device_id);
  const others = addresses.filter((one) => !isAdmitted(one));
  await insertAddresses(tx, addresses.filter(isAdmitted));
  await requireCapacity(tx, location);
  await assignAddresses(tx, [location], 'all', [...reserved, ...others]);
  await signalAssignmentChanges(tx, events, [...moved, ...own]);
}

/** Signals the devices that were added, removed or given other addresses. */
export async function signalAssignmentChanges(
  tx: Tx,
  events: Events,
  changed: readonly queries.Assignment[],
): Promise<void> {
  const byKey = new Map(changed.map((assignment) => [`${assignment.location_id}:${assignment.device_id}`, assignment]));
  if (byKey.size > 0) await events.signal(tx, 'devices.assignments-changed', { assignments: [...byKey.values()] });
}

async function applyDifferences(
  tx: Tx,
  locations: readonly LocationRow[],
  owners: queries.Owners,
): Promise<(queries.Assignment & { readonly is_missing: boolean })[]> {
  const locationIds = locations.map((location) => location.id);
  const found = await queries.listDifferences(tx, locationIds, owners);
  if (found.length === 0) return [];
  const remaining = await queries.lockAssignedDevices(tx, [...new Set(found.map(({ device_id }) => device_id))]);
  const differences = found.filter(({ device_id }) => remaining.has(device_id));
  const missing = differences.filter(({ is_missing }) => is_missing);
  const forbidden = differences.filter(({ is_missing }) => !is_missing);
  await queries.deleteAssignments(tx, forbidden);
  await queries.insertAssignments(tx, missing);
  return differences;
}

/** Addresses that fit a current network remain, at the position of that network; the others are released. */
async function repositionOrRelease(tx: Tx, location: LocationRow): Promise<queries.Assignment[]> {
  await queries.lockDevicesIn(tx, location.id);
  const misplaced = await deleteMisplacedAddresses(tx, location.id, location.networks);
  await insertAddresses(tx, repositionAddresses(misplaced, location.networks));
  await deleteSearchPositions(tx, location.id);
  return misplaced;
}

async function requireCapacity(tx: Tx, location: LocationRow): Promise<void> {
  const devices = await queries.countAssignments(tx, location.id);
  const problem = checkCapacity(location.networks, devices);
  if (problem) throw new DomainError('network_too_small', { field: 'address', network: problem.network.text, devices });
}
