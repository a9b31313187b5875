import {
  type AccessEntry,
  type AccessProfile,
  type Firewall,
  FirewallMode,
  type Interface,
  type Peer,
} from '@gatewarden/contract/gateway/v1';
import { Secret } from '@gatewarden/process/secret';

/** The state that a gateway has applied, with keys in base64. */
export interface AppliedState {
  readonly version: number;
  /** Hexadecimal. */
  readonly id: string;
  readonly interface: { readonly privateKey: string; readonly addresses: string[]; readonly listenPort: number };
  readonly masquerades: boolean;
  /** Public addresses of peers in hexadecimal, by public key; peers without one are absent. */
  readonly publicAddresses: ReadonlyMap<string, string>;
  /** By public key. */
  readonly peers: ReadonlyMap<string, AppliedPeer>;
  readonly firewall: AppliedFirewall;
}

interface AppliedPeer {
  readonly allowedIps: string[];
  readonly keepaliveSeconds: number;
  /** Absent: it has none. */
  readonly presharedKey?: string;
}

export interface AppliedFirewall {
  readonly mode: FirewallMode;
  readonly protected: readonly AccessEntry[];
  /** By id. */
  readonly profiles: ReadonlyMap<bigint, readonly AccessEntry[]>;
  /** Ids of profiles by public key of the peer; 0 if it has none. */
  readonly profileOfPeer: ReadonlyMap<string, bigint>;
}

/** The state in a full-state message. */
export function fullState(message: {
  readonly version: bigint;
  readonly stateId: Uint8Array;
  readonly interface?: Interface | undefined;
  readonly peers: readonly Peer[];
  readonly firewall?: Firewall | undefined;
}): AppliedState {
  if (!message.interface) throw new Error('the full state has no interface');
  return {
    version: Number(message.version),
    id: Buffer.from(message.stateId).toString('hex'),
    interface: toInterface(message.interface),
    masquerades: message.interface.masquerade,
    publicAddresses: new Map(message.peers.flatMap(toPublicAddress)),
    peers: new Map(message.peers.map(toEntry)),
    firewall: {
      ...toFirewall(message.firewall),
      profileOfPeer: new Map(message.peers.map((peer) => [toBase64(peer.publicKey), peer.accessProfileId])),
    },
  };
}

function toFirewall(firewall: Firewall | undefined) {
  return {
    mode: firewall?.mode ?? FirewallMode.OFF,
    protected: firewall?.protected ?? [],
    profiles: new Map((firewall?.profiles ?? []).map(({ id, entries }) => [id, entries])),
  };
}

type FirewallUpdate = Pick<Parameters<typeof applyChange>[1], 'firewall' | 'addedProfiles' | 'removedProfileIds'>;

/** Throws if a profile is added twice, or removed without having been there. */
function changeFirewall({ profiles, ...rest }: AppliedFirewall, update: FirewallUpdate) {
  if (update.firewall) return toFirewall(update.firewall);
  const next = new Map(profiles);
  for (const id of update.removedProfileIds) if (!next.delete(id)) throw new Error(`no profile ${id} to remove`);
  for (const { id, entries } of update.addedProfiles) {
    if (next.has(id)) throw new Error(`the profile ${id} exists`);
    next.set(id, entries);
  }
  return { ...rest, profiles: next };
}

/** Applies a change to the state. Throws when the change has another base. */
export function applyChange(
  state: AppliedState | undefined,
  message: {
    readonly baseVersion: bigint;
    readonly baseStateId: Uint8Array;
    readonly version: bigint;
    readonly stateId: Uint8Array;
    readonly interface?: Interface | undefined;
    readonly upsertedPeers: readonly Peer[];
    readonly removedPublicKeys: readonly Uint8Array[];
    readonly firewall?: Firewall | undefined;
    readonly addedProfiles: readonly AccessProfile[];
    readonly removedProfileIds: readonly bigint[];
  },
): AppliedState {
  if (!state || state.version !== Number(message.baseVersion)) throw new Error('the change has another base version');
  if (state.id !== Buffer.from(message.baseStateId).toString('hex'))
    throw new Error('the change has another base state');
  const peers = new Map(state.peers);
  const profileOfPeer = new Map(state.firewall.profileOfPeer);
  const publicAddresses = new Map(state.publicAddresses);
  for (const key of message.removedPublicKeys) {
    peers.delete(toBase64(key));
    publicAddresses.delete(toBase64(key));
    profileOfPeer.delete(toBase64(key));
  }
  for (const peer of message.upsertedPeers) {
    peers.set(...toEntry(peer));
    publicAddresses.delete(toBase64(peer.publicKey));
    for (const [key, address] of toPublicAddress(peer)) publicAddresses.set(key, address);
    profileOfPeer.set(toBase64(peer.publicKey), peer.accessProfileId);
  }
  return {
    version: Number(message.version),
    id: Buffer.from(message.stateId).toString('hex'),
    interface: message.interface ? toInterface(message.interface) : state.interface,
    masquerades: message.interface ? message.interface.masquerade : state.masquerades,
    publicAddresses,
    peers,
    firewall: { ...changeFirewall(state.firewall, message), profileOfPeer },
  };
}

function toInterface({ privateKey, addresses, listenPort }: Interface): AppliedState['interface'] {
  return { privateKey: toBase64(privateKey), addresses, listenPort };
}

function toEntry({ publicKey, allowedIps, keepaliveSeconds, presharedKey }: Peer): [string, AppliedPeer] {
  const key = presharedKey.length > 0 && { presharedKey: toBase64(presharedKey) };
  return [toBase64(publicKey), { allowedIps, keepaliveSeconds, ...key }];
}

function toPublicAddress({ publicKey, snatAddress }: Peer) {
  return snatAddress.length === 0 ? [] : [[toBase64(publicKey), Buffer.from(snatAddress).toString('hex')] as const];
}

function toBase64(key: Uint8Array): string {
  return Buffer.from(key).toString('base64');
}

/** The state as the agent reads it from its interface. */
export function readingOf({ interface: { privateKey, addresses, listenPort }, peers }: AppliedState) {
  const settings = { privateKey: new Secret(privateKey), addresses, listenPort };
  const list = [...peers].map(([publicKey, { presharedKey, ...peer }]) => {
    const key = presharedKey === undefined ? undefined : new Secret(presharedKey);
    return [publicKey, { publicKey, ...peer, presharedKey: key }] as const;
  });
  return { settings, peers: new Map(list) };
}

/** The correction that turns `from`, which is configured, into `to`. */
export function correctionOf(from: AppliedState | undefined, to: AppliedState) {
  const before = from?.peers ?? new Map();
  const removed = [...before.keys()].filter((key) => !to.peers.has(key));
  const upserted = [...to.peers].filter(([key, peer]) => JSON.stringify(before.get(key)) !== JSON.stringify(peer));
  const firstKeys = [...removed, ...upserted.map(([key]) => key)].slice(0, 10).map((key) => Buffer.from(key, 'base64'));
  return { removedPeers: removed.length, upsertedPeers: upserted.length, firstKeys };
}
