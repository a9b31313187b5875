import { DomainError } from '@gatewarden/contract/errors';
import { formatAddress, parseAddress } from '@gatewarden/net/address';
import { isHostAddress } from '@gatewarden/net/subnet';
import type { Actor, Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { type LocationRow, lockAllLocations } from '../locations/index.ts';
import { type AssignedAddress, findAssignedAddress, insertAddresses } from './addresses.queries.ts';
import { insertAssignments, listDifferences, lockAssignedDevices } from './assignments.queries.ts';
import { toDeviceSnapshot } from './devices.events.ts';
import { requireProofForDeviceOf } from './devices.policy.ts';
import { type DeviceRow, lockOwners } from './devices.queries.ts';
import * as queries from './imported-devices.queries.ts';
import type { PlacedAddress } from './network-addresses.ts';
import { reassignDevices, signalAssignmentChanges } from './reassign-devices.ts';
import { isUsableKey } from './usable-key.ts';

/** A peer of a WireGuard file that becomes a device of a user, or a network device that belongs to the user. */
export interface PeerOfUser {
  readonly userId: number;
  readonly kind: 'user' | 'network';
  readonly name: string;
  readonly publicKey: string;
}

export interface AddressedPeer extends PeerOfUser {
  /** Without prefix, at most one in each network of the location. */
  readonly addresses: readonly string[];
}

export interface DeviceImport {
  /**
   * Adds the devices, all or none. Each gets its addresses in the location if this admits the owner, and free ones in the
   * other locations.
   * @throws location_not_found, public_key_invalid, public_key_of_location, import_address_unusable, import_address_taken,
   * address_pool_exhausted, and what `insertPeers` throws
   */
  addImported(actor: Actor, origin: Origin, locationId: number, peers: readonly AddressedPeer[]): Promise<void>;
  /**
   * Adds rows without assignments; in the order of the input. The caller has locked the owners with `lockOwnersOf`.
   * @throws device_name_taken, public_key_taken
   */
  insertPeers(tx: Tx, peers: readonly PeerOfUser[]): Promise<DeviceRow[]>;
  /** Names of the owners by id. @throws proof_required, user_not_found */
  lockOwnersOf(tx: Tx, actor: Actor, peers: readonly PeerOfUser[]): Promise<ReadonlyMap<number, string>>;
  /** `location`: the name of the location of network devices. */
  publishAdded(
    tx: Tx,
    origin: Origin,
    devices: readonly DeviceRow[],
    names: { readonly owners: ReadonlyMap<number, string>; readonly location: string },
  ): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
}

export function createDeviceImport({ db, events, clock }: Dependencies): DeviceImport {
  const service: DeviceImport = {
    addImported: (actor, origin, locationId, peers) =>
      inTransaction(db, async (tx) => {
        const owners = await service.lockOwnersOf(tx, actor, peers);
        const locations = await lockAllLocations(tx);
        const location = locations.find(({ id }) => id === locationId);
        if (!location) throw new DomainError('location_not_found');
        await requireUsableKeys(tx, peers);
        const placed = peers.map((peer) => placeAddresses(location, peer.addresses));
        await requireFree(tx, location, placed.flat());
        const devices = await service.insertPeers(tx, peers);
        await assignGiven(tx, events, location, { devices, placed, owners: [...owners.keys()] });
        await reassignDevices(tx, events, locations, [...owners.keys()]);
        await service.publishAdded(tx, origin, devices, { owners, location: location.name });
      }),
    async insertPeers(tx, peers) {
      const rows = peers.map(({ userId, kind, name, publicKey }) => ({
        user_id: userId,
        kind,
        name,
        public_key: publicKey,
      }));
      requireDistinctKeys(rows);
      const [known] = await queries.listDevicesOfKeys(
        tx,
        rows.map((row) => row.public_key),
      );
      if (known) throw new DomainError('public_key_taken', { field: 'devices', key: known.public_key });
      const taken = await queries.findTakenName(tx, rows);
      if (taken) throw new DomainError('device_name_taken', { field: 'devices', ...taken });
      return queries.insertPeerDevices(tx, rows, clock.now());
    },
    async lockOwnersOf(tx, actor, peers) {
      const ids = [...new Set(peers.map(({ userId }) => userId))];
      for (const id of ids) requireProofForDeviceOf(actor, id);
      const owners = new Map((await lockOwners(tx, ids)).map(({ id, username }) => [id, username]));
      const missing = ids.find((id) => !owners.has(id));
      if (missing !== undefined) throw new DomainError('user_not_found', { field: 'devices', id: missing });
      return owners;
    },
    publishAdded: (tx, origin, devices, { owners, location }) =>
      events.publishAll(
        tx,
        'device.added',
        devices.map((device) => ({
          origin,
          payload: {
            device: toDeviceSnapshot(device),
            owner: owners.get(device.user_id) ?? '',
            imported: true,
            ...(device.kind === 'network' && { location }),
          },
        })),
      ),
  };
  return service;
}

function requireDistinctKeys(rows: readonly queries.NewPeerDevice[]): void {
  const keys = new Set<string>();
  for (const { public_key: key } of rows) {
    if (keys.has(key)) throw new DomainError('public_key_taken', { field: 'devices', key });
    keys.add(key);
  }
}

async function requireUsableKeys(tx: Tx, peers: readonly PeerOfUser[]): Promise<void> {
  const keys = peers.map(({ publicKey }) => publicKey);
  const invalid = keys.findIndex((key) => !isUsableKey(key));
  if (invalid >= 0) throw new DomainError('public_key_invalid', { field: `devices.${invalid}.wireguard_pubkey` });
  const [taken] = await queries.listKeysOfLocations(tx, keys);
  if (taken !== undefined) throw new DomainError('public_key_of_location', { field: 'devices', key: taken });
}

/** @throws import_address_unusable */
function placeAddresses({ networks }: LocationRow, texts: readonly string[]): PlacedAddress[] {
  const placed = texts.map((text) => {
    const address = parseAddress(text);
    const position = address
      ? networks.findIndex((one) => isHostAddress(one.subnet, address) && one.address.value !== address.value)
      : -1;
    if (!address || position < 0) throw new DomainError('import_address_unusable', { field: 'devices', item: text });
    return { position, address };
  });
  const second = placed.find(({ position }, index) => placed.findIndex((one) => one.position === position) < index);
  if (second) {
    throw new DomainError('import_address_unusable', { field: 'devices', item: formatAddress(second.address) });
  }
  return placed;
}

/** @throws import_address_taken */
async function requireFree(tx: Tx, location: LocationRow, placed: readonly PlacedAddress[]): Promise<void> {
  const field = 'devices';
  const texts = placed.map(({ address }) => formatAddress(address));
  const repeated = texts.find((text, index) => texts.indexOf(text) < index);
  if (repeated !== undefined) throw new DomainError('import_address_taken', { field, item: repeated });
  const addresses = placed.map(({ address }) => address);
  const taken = await findAssignedAddress(tx, location.id, addresses);
  if (taken !== undefined) throw new DomainError('import_address_taken', { field, item: taken });
}

/** Assigns the devices that the location admits, with the addresses given for each. */
async function assignGiven(
  tx: Tx,
  events: Events,
  location: LocationRow,
  {
    devices,
    placed,
    owners,
  }: { devices: readonly DeviceRow[]; placed: readonly (readonly PlacedAddress[])[]; owners: readonly number[] },
): Promise<void> {
  const addresses = new Map(devices.map(({ id }, index) => [id, placed[index] ?? []]));
  const admitted = (await listDifferences(tx, [location.id], owners)).filter(
    ({ device_id, is_missing }) => is_missing && addresses.has(device_id),
  );
  await lockAssignedDevices(
    tx,
    admitted.map(({ device_id }) => device_id),
  );
  await insertAssignments(tx, admitted);
  const given = admitted.flatMap(({ device_id, location_id }): AssignedAddress[] =>
    (addresses.get(device_id) ?? []).map((one) => ({ device_id, location_id, ...one })),
  );
  await insertAddresses(tx, given);
  await signalAssignmentChanges(tx, events, admitted);
}
