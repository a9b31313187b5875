import { formatAddress } from '@gatewarden/net/address';
import { freeAddresses } from '@gatewarden/net/free-addresses';
import { type InterfaceAddress, parseInterfaceAddress } from '@gatewarden/net/subnet';
import type pg from 'pg';
import { admits } from './access.ts';
import { copyRows } from './copy.ts';
import { makeDevices, newPublicKey } from './devices.ts';
import { type LoadedPerson, nextId, resetSequence } from './load-people.ts';
import type { Random } from './random.ts';

export interface LoadedLocation {
  readonly id: number;
  readonly name: string;
  readonly groupIds: number[];
  readonly networks: string[];
  readonly keepaliveSeconds: number;
  readonly mfaMode: string;
}

export interface LoadedDevice {
  readonly id: number;
  readonly userId: number;
  readonly kind: 'user' | 'network';
  readonly name: string;
  readonly publicKey: string;
  readonly createdAt: Date;
  /** Locations that it may connect to, in order of id. */
  readonly locationIds: readonly number[];
}

export interface DevicesPlan {
  readonly count: number;
  readonly people: readonly LoadedPerson[];
  readonly locations: readonly LoadedLocation[];
  readonly until: Date;
}

const standaloneNames = ['Printer', 'Badge reader', 'Build agent', 'Backup server', 'Camera'];
/** The first user of the instance, who owns the standalone devices. */
const firstAdministrator = 1;

/** Loads devices with their addresses in the locations that each may use, and the peers of gateways. */
export async function loadDevices(client: pg.Client, plan: DevicesPlan, random: Random): Promise<LoadedDevice[]> {
  const firstId = await nextId(client, 'device');
  const devices = [...ofPeople(plan, random.fork('devices')), ...standalone(plan, random.fork('standalone'))].map(
    (device, index) => ({ ...device, id: firstId + index }),
  );
  await copyRows(client, 'device', deviceColumns, devices.map(deviceRow));
  await resetSequence(client, 'device');
  for (const location of plan.locations) {
    await loadInto(
      client,
      location,
      devices.filter(({ locationIds }) => locationIds.includes(location.id)),
    );
  }
  return devices;
}

type NewDevice = Omit<LoadedDevice, 'id'>;

function* ofPeople({ count, people, locations, until }: DevicesPlan, random: Random): Generator<NewDevice> {
  for (const isActive of [true, false]) {
    const owners = people.filter((person) => person.isActive === isActive);
    const open = new Map(owners.map((owner) => [owner.id, locations.filter((each) => admits(each, owner))]));
    // each disabled user has one device
    for (const device of makeDevices(isActive ? count : owners.length, owners, random, until)) {
      const userId = owners[device.owner]?.id ?? 0;
      const locationIds = (open.get(userId) ?? []).map(({ id }) => id);
      yield { ...device, userId, kind: 'user', locationIds };
    }
  }
}

function* standalone({ locations, until }: DevicesPlan, random: Random): Generator<NewDevice> {
  for (const { id } of locations) {
    for (const name of standaloneNames) {
      const publicKey = newPublicKey(random);
      const own = { userId: firstAdministrator, name: `${name} ${id}`, publicKey, createdAt: until };
      yield { ...own, kind: 'network', locationIds: [id] };
    }
  }
}

async function loadInto(client: pg.Client, location: LoadedLocation, devices: readonly LoadedDevice[]): Promise<void> {
  const { id, keepaliveSeconds } = location;
  await copyRows(
    client,
    'device_location',
    ['device_id', 'location_id'],
    devices.map((device) => [device.id, id]),
  );
  const networks = location.networks.map(readNetwork);
  const pools = networks.map(({ address, subnet }) => freeAddresses(subnet, [address]));
  const next = () => pools.map((pool) => formatAddress(pool.next().value ?? fail('a network is full')));
  const assignments = devices.map((device) => ({ device, addresses: next() }));
  const addressRows = assignments.flatMap(({ device, addresses }) =>
    addresses.map((address, position) => [device.id, id, position, address]),
  );
  await copyRows(client, 'device_address', ['device_id', 'location_id', 'position', 'address'], addressRows);
  const searches = next().map((address, position) => [id, position, address]);
  await copyRows(client, 'address_search', ['location_id', 'position', 'search_from'], searches);
  // a location with a second factor has no peers: no device has verified one
  if (location.mfaMode !== 'disabled') return;
  const version = await nextVersion(client, id);
  const peers = assignments.map(({ device, addresses }) => {
    const hosts = addresses.map((address) => `${address}/${address.includes(':') ? 128 : 32}`);
    return [id, device.publicKey, device.id, hosts, keepaliveSeconds, version];
  });
  await copyRows(client, 'peer', peerColumns, peers);
}

async function nextVersion(client: pg.Client, locationId: number): Promise<number> {
  const { rows } = await client.query<{ version: string }>(
    'update location_state set version = version + 1, changed_at = now() where location_id = $1 returning version',
    [locationId],
  );
  return Number(rows[0]?.version ?? fail('a location has no state'));
}

const deviceColumns = ['id', 'user_id', 'kind', 'name', 'public_key', 'configured', 'created_at'];
const peerColumns = ['location_id', 'public_key', 'device_id', 'allowed_ips', 'keepalive_seconds', 'version'];

function deviceRow({ id, userId, kind, name, publicKey, createdAt }: LoadedDevice) {
  return [id, userId, kind, name, publicKey, true, createdAt];
}

function readNetwork(text: string): InterfaceAddress {
  return parseInterfaceAddress(text) ?? fail(`${text} is no network`);
}

function fail(reason: string): never {
  throw new Error(reason);
}
