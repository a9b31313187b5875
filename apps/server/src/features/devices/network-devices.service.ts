import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@gatewarden/contract/errors';
import { type Address, formatAddress } from '@gatewarden/net/address';
import type { InterfaceAddress } from '@gatewarden/net/subnet';
import type { Actor, Origin } from '../../platform/actor.ts';
import { type Database, inSnapshot, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { findLocation, type LocationRow, lockLocations } from '../locations/index.ts';
import { lockUser } from '../users/index.ts';
import { insertAddresses } from './addresses.queries.ts';
import { assignAddresses } from './assign-addresses.ts';
import { type AssignmentRow, listAssignmentRows } from './assignment-rows.queries.ts';
import { deleteDevices } from './delete-devices.ts';
import { toDeviceSnapshot } from './devices.events.ts';
import { type DeviceRow, findDevice, insertDevice, lockOwner } from './devices.queries.ts';
import {
  type AddressCheck,
  checkAddresses,
  type PlacedAddress,
  requireAvailable,
  suggestAddresses,
} from './network-addresses.ts';
import * as queries from './network-devices.queries.ts';
import { signalAssignmentChanges } from './reassign-devices.ts';
import { requireUsableKey } from './usable-key.ts';

/** A device whose program will send its key. */
export interface UnconfiguredDevice {
  readonly name: string;
  readonly description: string | null;
  readonly locationId: number;
  /** At most one of each network; the others get the lowest free one. */
  readonly addresses: readonly string[];
}

interface NewDevice extends UnconfiguredDevice {
  readonly publicKey: string;
}

interface AddedDevice {
  readonly device: DeviceRow;
  readonly owner: { readonly username: string };
  readonly location: LocationRow;
}

interface SuggestedAddress {
  readonly address: Address;
  /** The network of the location that contains it. */
  readonly network: InterfaceAddress;
}

interface Changes {
  readonly name: string;
  readonly description: string | null;
  readonly addresses: readonly string[];
}

export interface NetworkDevicesService {
  /** By name. */
  list(): Promise<queries.NetworkDeviceRow[]>;
  /** @throws device_not_found */
  get(id: number): Promise<queries.NetworkDeviceRow>;
  /** The lowest free address of each network of the location. @throws location_not_found, address_pool_exhausted */
  suggest(locationId: number): Promise<SuggestedAddress[]>;
  /** @throws location_not_found */
  check(locationId: number, addresses: readonly string[]): Promise<AddressCheck[]>;
  /**
   * Adds a device of the caller in one location.
   * @throws location_not_found, user_disabled, public_key_invalid, public_key_of_location, public_key_taken,
   *   device_name_taken, device_address_unavailable, address_pool_exhausted
   */
  add(
    actor: Actor,
    origin: Origin,
    device: NewDevice,
  ): Promise<{ device: queries.NetworkDeviceRow; place: AssignmentRow }>;
  /** @throws device_not_found, device_name_taken, device_address_unavailable */
  update(origin: Origin, id: number, changes: Changes): Promise<queries.NetworkDeviceRow>;
  /** @throws device_not_found */
  remove(origin: Origin, id: number): Promise<void>;
  /** @throws device_not_found */
  getPlace(id: number): Promise<AssignmentRow>;
  /** As `add` without a key: no gateway admits the device, and no event is published. */
  addUnconfigured(tx: Tx, actor: Actor, device: UnconfiguredDevice): Promise<AddedDevice>;
  /** Locks the owner and the location, and returns the device as it is then. @throws device_not_found */
  lock(tx: Tx, id: number): Promise<{ device: queries.NetworkDeviceRow; location: LocationRow }>;
  /** @throws device_not_found */
  read(reader: Database | Tx, id: number): Promise<{ device: queries.NetworkDeviceRow; place: AssignmentRow }>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
}

export function createNetworkDevices({ db, events, clock }: Dependencies): NetworkDevicesService {
  async function find(reader: Database | Tx, id: number): Promise<queries.NetworkDeviceRow> {
    const [device] = await queries.listNetworkDevices(reader, id);
    if (!device) throw new DomainError('device_not_found', { id });
    return device;
  }

  /** Locks the owner and the location, and returns the device as it is then. */
  async function lock(tx: Tx, id: number): Promise<{ device: queries.NetworkDeviceRow; location: LocationRow }> {
    const stored = await findDevice(tx, id);
    if (stored?.kind !== 'network') throw new DomainError('device_not_found', { id });
    await lockOwner(tx, stored.user_id);
    const [location] = await lockLocations(tx, [(await find(tx, id)).location_id]);
    if (!location) throw new DomainError('device_not_found', { id });
    return { device: await find(tx, id), location };
  }

  async function placeOf(reader: Database | Tx, id: number): Promise<AssignmentRow> {
    const { location_id: locationId } = await find(reader, id);
    const place = (await listAssignmentRows(reader, [id])).find((each) => each.location_id === locationId);
    if (!place) throw new DomainError('device_not_found', { id });
    return place;
  }

  /** Returns whether they are others than before. The caller has locked the location. */
  async function setAddresses(
    tx: Tx,
    location: LocationRow,
    device: queries.NetworkDeviceRow,
    texts: readonly string[],
  ): Promise<boolean> {
    const placed = await requireAvailable(tx, location, texts, device.id);
    const current = new Set(device.addresses.map(({ address }) => formatAddress(address)));
    // in networks for which none is given, it retains its address
    const changed = placed.filter(({ address }) => !current.has(formatAddress(address)));
    if (changed.length === 0) return false;
    const positions = changed.map(({ position }) => position);
    await queries.releaseAddresses(tx, { deviceId: device.id, locationId: location.id, positions });
    await insertPlaced(tx, location.id, device.id, changed);
    return true;
  }

  /** With a key, the caller signals the assignment. */
  async function insert(
    tx: Tx,
    actor: Actor,
    { name, description, locationId, addresses }: UnconfiguredDevice,
    publicKey: string | null,
  ): Promise<AddedDevice> {
    const owner = await lockUser(tx, actor.username);
    if (!owner?.is_active) throw new DomainError('user_disabled');
    const [location] = await lockLocations(tx, [locationId]);
    if (!location) throw new DomainError('location_not_found', { field: 'location_id' });
    if (publicKey !== null) await requireUsableKey(tx, publicKey);
    const placed = await requireAvailable(tx, location, addresses);
    const device = await insertDevice(tx, {
      user_id: owner.id,
      kind: 'network',
      name,
      description,
      public_key: publicKey,
      configured: publicKey !== null,
      created_at: clock.now(),
    });
    await queries.insertAssignment(tx, device.id, location.id);
    await insertPlaced(tx, location.id, device.id, placed);
    await assignAddresses(tx, [location], [owner.id]);
    return { device, owner, location };
  }

  return {
    list: () => queries.listNetworkDevices(db),
    get: (id) => find(db, id),
    suggest: (locationId) =>
      inSnapshot(db, async (tx) => {
        const location = await requireLocation(tx, locationId);
        return (await suggestAddresses(tx, location)).map(({ address, position }) => ({
          address,
          network: networkAt(location, position),
        }));
      }),
    check: (locationId, addresses) =>
      inSnapshot(db, async (tx) => checkAddresses(tx, await requireLocation(tx, locationId), addresses)),
    add: (actor, origin, { publicKey, ...rest }) =>
      inTransaction(db, async (tx) => {
        const { device, owner, location } = await insert(tx, actor, rest, publicKey);
        await signalAssignmentChanges(tx, events, [{ device_id: device.id, location_id: location.id }]);
        await events.publish(tx, 'device.added', origin, {
          device: toDeviceSnapshot(device),
          owner: owner.username,
          location: location.name,
        });
        return { device: await find(tx, device.id), place: await placeOf(tx, device.id) };
      }),
    update: (origin, id, { name, description, addresses }) =>
      inTransaction(db, async (tx) => {
        const { device, location } = await lock(tx, id);
        const before = await findDevice(tx, id);
        await queries.setNetworkDevice(tx, id, { name, description });
        const isMoved = await setAddresses(tx, location, device, addresses);
        if (isMoved) {
          await signalAssignmentChanges(tx, events, [{ device_id: id, location_id: location.id }]);
        }
        const after = await findDevice(tx, id);
        if (!before || !after) throw new DomainError('device_not_found', { id });
        if (!isMoved && isDeepStrictEqual(before, after)) return device;
        await events.publish(tx, 'device.modified', origin, {
          before: toDeviceSnapshot(before),
          after: toDeviceSnapshot(after),
          owner: device.added_by,
          location: location.name,
        });
        return find(tx, id);
      }),
    remove: (origin, id) =>
      inTransaction(db, async (tx) => {
        const { device, location } = await lock(tx, id);
        const stored = await findDevice(tx, id);
        if (!stored) throw new DomainError('device_not_found', { id });
        await deleteDevices(tx, events, [id]);
        await events.publish(tx, 'device.removed', origin, {
          device: toDeviceSnapshot(stored),
          owner: device.added_by,
          location: location.name,
        });
      }),
    getPlace: (id) => placeOf(db, id),
    addUnconfigured: (tx, actor, device) => insert(tx, actor, device, null),
    lock,
    read: async (reader, id) => ({ device: await find(reader, id), place: await placeOf(reader, id) }),
  };
}

/** @throws location_not_found */
async function requireLocation(tx: Tx, id: number): Promise<LocationRow> {
  const location = await findLocation(tx, id);
  if (!location) throw new DomainError('location_not_found');
  return location;
}

async function insertPlaced(
  tx: Tx,
  locationId: number,
  deviceId: number,
  placed: readonly PlacedAddress[],
): Promise<void> {
  await insertAddresses(
    tx,
    placed.map((each) => ({ ...each, location_id: locationId, device_id: deviceId })),
  );
}

function networkAt({ networks }: LocationRow, position: number): InterfaceAddress {
  const network = networks[position];
  if (!network) throw new Error('the location has no such network');
  return network;
}
