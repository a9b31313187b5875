import { generateKeyPairSync } from 'node:crypto';
import { addDevice, type Device, type DeviceConfig } from '@gatewarden/contract/devices';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { addLocation, type Location } from '@gatewarden/contract/locations';
import { addNetworkDevice, type NetworkDevice } from '@gatewarden/contract/network-devices';
import type { TestDatabase } from '../test-database.ts';
import type { Person } from './given.ts';

export interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface GivenDevice extends KeyPair {
  readonly device: Device;
  readonly configs: readonly DeviceConfig[];
}

type LocationBody = BodyInputOf<typeof addLocation>;

/** Builders of locations and devices, through the public API. */
export interface GivenNetwork {
  /** Each with a different /24, and open to all users by default. */
  location(overrides?: Partial<LocationBody>): Promise<Location>;
  /** A device that its owner adds, by default with a new key pair. */
  device(owner: Person, overrides?: { name?: string; keys?: KeyPair }): Promise<GivenDevice>;
  /** A network device of the administrator, by default in a new location. */
  networkDevice(changes?: Partial<NetworkDeviceBody>): Promise<NetworkDevice>;
}

type NetworkDeviceBody = BodyInputOf<typeof addNetworkDevice>;

/** A device with a new key and the suggested addresses. */
export function networkDeviceBody(locationId: number, changes: Partial<NetworkDeviceBody> = {}): NetworkDeviceBody {
  return {
    ...{ name: 'printer', location_id: locationId, assigned_ips: [], wireguard_pubkey: newKeys().publicKey },
    ...changes,
  };
}

/** The body that the location form sends; each `nth` has a different network. */
export function locationBody(nth: number, overrides: Partial<LocationBody> = {}): LocationBody {
  return {
    name: `location${nth}`,
    address: `10.${nth % 256}.${nth >> 8}.1/24`,
    endpoint: 'vpn.example.com',
    port: 51820,
    allowed_ips: '',
    dns: '',
    allowed_groups: [],
    keepalive_interval: 25,
    peer_disconnect_threshold: 300,
    acl_enabled: false,
    acl_default_allow: false,
    location_mfa_mode: 'disabled',
    ...overrides,
  };
}

/** Removes all locations and devices, so that tests that share a server can count them and assert who is admitted. */
export async function removeNetwork({ database }: { readonly database: TestDatabase }): Promise<void> {
  await database.query('delete from device');
  await database.query('delete from location');
}

/** A new X25519 key pair in the format of WireGuard. */
export function newKeys(): KeyPair {
  const { x = '', d = '' } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' });
  const toBase64 = (text: string) => Buffer.from(text, 'base64url').toString('base64');
  return { publicKey: toBase64(x), privateKey: toBase64(d) };
}

/** A peer of a WireGuard file, with the entries of its AllowedIPs. */
export interface GivenPeer {
  readonly key: string;
  readonly ips: string;
  readonly comment?: string;
}

/** The configuration of a WireGuard server. */
export function serverFile(
  { privateKey }: KeyPair,
  { address = '10.200.0.1/24', peers = [] }: { address?: string; peers?: readonly GivenPeer[] } = {},
): string {
  return [
    '[Interface]',
    `PrivateKey = ${privateKey}`,
    `Address = ${address}`,
    'ListenPort = 51821',
    ...peers.flatMap(({ key, ips, comment }) => [
      '',
      ...(comment === undefined ? [] : [`# ${comment}`]),
      '[Peer]',
      `PublicKey = ${key}`,
      `AllowedIPs = ${ips}`,
    ]),
    '',
  ].join('\n');
}

export function createGivenNetwork(admin: () => Promise<Person>): GivenNetwork {
  let locations = 0;
  let devices = 0;
  const given: GivenNetwork = {
    async location(overrides) {
      locations += 1;
      return (await admin()).call(addLocation, { body: locationBody(locations, overrides) });
    },
    async device(owner, { name, keys = newKeys() } = {}) {
      devices += 1;
      const body = { name: name ?? `device${devices}`, wireguard_pubkey: keys.publicKey };
      const added = await owner.call(addDevice, { params: { username: owner.username }, body });
      return { ...keys, ...added };
    },
    async networkDevice(changes) {
      devices += 1;
      const locationId = changes?.location_id ?? (await given.location({ allowed_groups: ['admin'] })).id;
      const body = networkDeviceBody(locationId, { name: `printer${devices}`, ...changes });
      return (await (await admin()).call(addNetworkDevice, { body })).device;
    },
  };
  return given;
}
