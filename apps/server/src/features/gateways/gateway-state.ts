import { create, fromBinary } from '@bufbuild/protobuf';
import {
  type AccessProfile,
  AccessProfileSchema,
  Capability,
  type Firewall,
  FirewallMode,
  FirewallSchema,
  type FullState,
  FullStateSchema,
  type Interface,
  InterfaceSchema,
  type Peer,
  PeerSchema,
  type StateChange,
  StateChangeSchema,
} from '@gatewarden/contract/gateway/v1';
import { parseAddress } from '@gatewarden/net/address';
import { addressToBytes } from '@gatewarden/net/address-bytes';
import type { Secret } from '@gatewarden/process/secret';
import type { ProfileChanges, ProfileRow } from './firewall.queries.ts';
import type { StateName, StateRow } from './location-state.queries.ts';
import type { PeerRow } from './peers.queries.ts';

/** The stored state of a location, with its private key in base64. */
export interface StoredState
  extends Pick<StateRow, 'version' | 'state_id' | 'addresses' | 'listen_port' | 'masquerade' | 'uses_nat'> {
  readonly privateKey: Secret;
}

/** A peer with its preshared key; null: it has none. */
export interface KeyedPeer extends Omit<PeerRow, 'key_nonce'> {
  readonly preshared_key: Buffer | null;
}

interface Content {
  readonly peers: readonly KeyedPeer[];
  /** Undefined if access control is off. */
  readonly firewall: Firewall | undefined;
  readonly historyMark: Uint8Array<ArrayBuffer>;
}

/** The full state that a gateway should run. */
export function toFullState(state: StoredState, { peers, firewall, historyMark }: Content): FullState {
  return create(FullStateSchema, {
    version: BigInt(state.version),
    stateId: idToBytes(state.state_id),
    interface: toInterface(state),
    peers: peers.map(toPeer),
    ...(firewall && { firewall }),
    requiredCapabilities: [...(firewall ? [Capability.FIREWALL] : []), ...natCapabilities(state)],
    historyMark,
  });
}

/**
 * The full state for an agent that cannot enforce access control: without peers, so that it forwards nothing. The agent
 * cannot confirm it as complete.
 */
export function toStateWithoutPeers(state: StoredState, historyMark: Uint8Array<ArrayBuffer>): FullState {
  const complete = toFullState(state, { peers: [], firewall: undefined, historyMark });
  const requiredCapabilities = [Capability.FIREWALL, ...natCapabilities(state)];
  return create(FullStateSchema, { ...complete, requiredCapabilities });
}

interface Difference {
  /** Peers that differ, removed ones included. */
  readonly changed: readonly KeyedPeer[];
  /** Undefined if it does not differ. */
  readonly interface: StoredState | undefined;
  /** Undefined if neither mode nor protected entries differ. */
  readonly firewall: Firewall | undefined;
  /** With an unchanged firewall. */
  readonly profiles: ProfileChanges;
  /** Of the state. */
  readonly usesNat: boolean;
  readonly historyMark: Uint8Array<ArrayBuffer>;
}

/** The difference from `base` to the state. */
export function toStateChange(
  base: StateName,
  state: StateName,
  { changed, interface: changedInterface, firewall, profiles, usesNat, historyMark }: Difference,
): StateChange {
  return create(StateChangeSchema, {
    baseVersion: BigInt(base.version),
    baseStateId: idToBytes(base.stateId),
    version: BigInt(state.version),
    stateId: idToBytes(state.stateId),
    ...(changedInterface && { interface: toInterface(changedInterface) }),
    upsertedPeers: changed.filter((peer) => !peer.removed).map(toPeer),
    removedPublicKeys: changed.filter((peer) => peer.removed).map((peer) => toBytes(peer.public_key)),
    ...(firewall
      ? { firewall }
      : { addedProfiles: profiles.added.map(toProfile), removedProfileIds: profiles.removed.map(BigInt) }),
    requiredCapabilities: natCapabilities({ uses_nat: usesNat }),
    historyMark,
  });
}

/** Without it, an agent forwards with the addresses of devices, and the state is applied partially. */
function natCapabilities({ uses_nat: usesNat }: Pick<StateRow, 'uses_nat'>): Capability[] {
  return usesNat ? [Capability.NAT] : [];
}

/** The 16 bytes of a UUID. */
function idToBytes(id: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(id.replaceAll('-', ''), 'hex'));
}

/** The UUID of 16 bytes; empty for any other length. */
export function idFromBytes(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(hex)?.slice(1);
  return parts?.join('-') ?? '';
}

function toInterface({ privateKey, addresses, listen_port, masquerade }: StoredState): Interface {
  const key = toBytes(privateKey.reveal());
  return create(InterfaceSchema, { privateKey: key, addresses, listenPort: listen_port, masquerade });
}

/** The firewall that a gateway should enforce. */
export function toFirewall(
  { firewall_mode: mode, protected: protectedEntries }: Pick<StateRow, 'firewall_mode' | 'protected'>,
  profiles: readonly ProfileRow[],
): Firewall {
  const firewall = fromBinary(FirewallSchema, protectedEntries);
  firewall.mode = { off: FirewallMode.OFF, deny: FirewallMode.DENY, allow: FirewallMode.ALLOW }[mode];
  firewall.profiles = profiles.map(toProfile);
  return firewall;
}

function toProfile({ id, entries }: ProfileRow): AccessProfile {
  const profile = fromBinary(AccessProfileSchema, entries);
  profile.id = BigInt(id);
  return profile;
}

function toPeer({ public_key, allowed_ips, keepalive_seconds, ...row }: KeyedPeer): Peer {
  return create(PeerSchema, {
    publicKey: toBytes(public_key),
    allowedIps: allowed_ips,
    keepaliveSeconds: keepalive_seconds,
    accessProfileId: BigInt(row.access_profile_id ?? 0),
    ...(row.preshared_key !== null && { presharedKey: new Uint8Array(row.preshared_key) }),
    ...(row.snat_ip !== null && { snatAddress: toAddressBytes(row.snat_ip) }),
  });
}

function toAddressBytes(text: string): Uint8Array<ArrayBuffer> {
  const address = parseAddress(text);
  if (!address) throw new Error('a stored public address is invalid');
  return addressToBytes(address);
}

function toBytes(key: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(key, 'base64'));
}
