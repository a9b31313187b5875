import { Capability, type FullState, type StateChange } from '@gatewarden/contract/gateway/v1';
import { changePeers } from '../peers/diff-peers.ts';
import { diffTunnel } from '../peers/diff-tunnel.ts';
import { type AccessState, addProfiles, readFirewall } from '../peers/read-firewall.ts';
import { type NatState, nextNat, noNat, toNatPolicy } from '../peers/read-nat.ts';
import {
  excludeConflicts,
  readPeers,
  readPublicKey,
  readSettings,
  UnusableState,
  withoutPrefix,
} from '../peers/read-tunnel.ts';
import type { FirewallPolicy } from '../ports/firewall.ts';
import type { NatPolicy } from '../ports/nat.ts';
import type { Peers, TunnelDifference, TunnelReading, TunnelSettings, TunnelState } from '../ports/wireguard.ts';

/** The state of the location that this gateway should apply. */
export interface LocationState {
  readonly version: bigint;
  /** Identifies exactly this content, in hexadecimal; empty if core does not send it. */
  readonly id: string;
  /** As core sent it, in hexadecimal; empty if core does not send it. */
  readonly historyMark: string;
  readonly tunnel: TunnelState;
  /** Undefined if access control is off. */
  readonly access: LocationAccess | undefined;
  readonly nat: NatState;
}

export interface LocationAccess extends AccessState {
  /** Profile ids by public key; peers without a profile are absent. */
  readonly profileOfPeer: ReadonlyMap<string, string>;
  /** The same by address. */
  readonly sources: FirewallPolicy['sources'];
}

/**
 * How to handle a message from core.
 * - `apply`: apply `next`; `difference` is the change from the current state. `problems` lists what was left out
 *   because it is invalid, each in one sentence for the administrator.
 * - `reject`: nothing of it can be used; `reason` is one sentence for the administrator.
 * - `out-of-step`: the change starts from a state other than the current one; the agent must reconnect.
 */
export type StatePlan =
  | {
      readonly kind: 'apply';
      readonly next: LocationState;
      readonly difference: TunnelDifference;
      readonly problems: readonly string[];
    }
  | { readonly kind: 'reject'; readonly version: bigint; readonly reason: string }
  | { readonly kind: 'out-of-step'; readonly version: bigint };

/** What this agent supports on every machine. */
export const capabilities: readonly Capability[] = [Capability.CONTENT, Capability.PARTIAL, Capability.FORWARDING];
/** A state that requires more is applied partially. */
const supported: readonly Capability[] = [...capabilities, Capability.FIREWALL, Capability.NAT];

/** Plans the transition to a full state, from any current state. */
export function planFullState(current: LocationState | undefined, message: FullState): StatePlan {
  return rejectUnusable(message.version, () => {
    const problems = missingCapabilities(message);
    const settings = settingsOrCurrent(current, message.interface, problems);
    const access = message.firewall && readFirewall(message.firewall);
    const { peers, profileOfPeer } = readPeersWithAccess(message.peers, access, problems);
    const wanted = { settings, peers: excludeConflicts(peers, peers, problems) };
    const sources = new Map<string, string>();
    addSources(sources, profileOfPeer, wanted.peers);
    const nat = nextNat(noNat, { interface: message.interface, peers: message.peers, named: [] }, problems);
    return {
      kind: 'apply',
      next: toLocationState(message, { tunnel: wanted, access: access && { ...access, profileOfPeer, sources }, nat }),
      difference: diffTunnel(current?.tunnel ?? noTunnel, wanted),
      problems,
    };
  });
}

/**
 * Plans a change of the current state. Its cost depends on the size of the change, except for one pass over all
 * addresses.
 */
export function planStateChange(current: LocationState | undefined, message: StateChange): StatePlan {
  const { version, baseVersion, baseStateId } = message;
  if (current?.version !== baseVersion || current.id !== toHex(baseStateId)) return { kind: 'out-of-step', version };
  return rejectUnusable(version, () => {
    const problems = missingCapabilities(message);
    const removedKeys = new Set(message.removedPublicKeys.map(readPublicKey));
    const access = nextAccess(current.access, message);
    const { peers: upserted, profileOfPeer } = readPeersWithAccess(message.upsertedPeers, access, problems);
    for (const key of upserted.keys()) {
      if (removedKeys.has(key) && upserted.delete(key)) problems.push(`Peer ${key} is removed and set in one change.`);
    }
    // an invalid peer must not retain its former values
    const namedKeys = [...removedKeys, ...message.upsertedPeers.map(({ publicKey }) => toBase64(publicKey))];
    const before = current.tunnel;
    const all = changePeers(before.peers, { removedKeys: namedKeys, upserted: [...upserted.values()] });
    const peers = excludeConflicts(all, upserted, problems);
    const settings = message.interface ? settingsOrCurrent(current, message.interface, problems) : before.settings;
    const from = { settings: before.settings, peers: pickPeers(before.peers, namedKeys) };
    const difference = diffTunnel(from, { settings, peers: pickPeers(peers, namedKeys) });
    const nextProfiles = new Map(current.access?.profileOfPeer);
    const sources = new Map(current.access?.sources);
    for (const key of namedKeys) {
      nextProfiles.delete(key);
      for (const address of before.peers.get(key)?.allowedIps ?? []) sources.delete(withoutPrefix(address));
    }
    for (const [key, id] of profileOfPeer) nextProfiles.set(key, id);
    addSources(sources, profileOfPeer, peers);
    if (access && access !== current.access) requireProfiles(access, nextProfiles);
    const nat = nextNat(
      current.nat,
      { interface: message.interface, peers: message.upsertedPeers, named: namedKeys },
      problems,
    );
    const nextState = {
      tunnel: { settings, peers },
      access: access && { ...access, profileOfPeer: nextProfiles, sources },
      nat,
    };
    const next = toLocationState(message, nextState);
    return { kind: 'apply', next, difference, problems };
  });
}

function nextAccess(
  current: AccessState | undefined,
  { firewall, addedProfiles, removedProfileIds }: StateChange,
): AccessState | undefined {
  if (firewall) return readFirewall(firewall);
  if (addedProfiles.length === 0 && removedProfileIds.length === 0) return current;
  if (!current) throw new UnusableState('The state has access profiles, but access control is off.');
  const kept = new Map(current.profiles);
  for (const id of removedProfileIds) kept.delete(`${id}`);
  return { ...current, profiles: addProfiles(kept, addedProfiles) };
}

/** Peers with a profile that does not exist are left out: without it they could have more access. */
function readPeersWithAccess(messages: FullState['peers'], access: AccessState | undefined, problems: string[]) {
  const peers = readPeers(messages, problems);
  const profileOfPeer = new Map<string, string>();
  for (const { publicKey, accessProfileId } of messages) {
    const key = toBase64(publicKey);
    if (!access || accessProfileId === 0n || !peers.has(key)) continue;
    if (access.profiles.has(`${accessProfileId}`)) profileOfPeer.set(key, `${accessProfileId}`);
    else if (peers.delete(key)) problems.push(`Peer ${key} has the unknown access profile ${accessProfileId}.`);
  }
  return { peers, profileOfPeer };
}

/** @throws UnusableState if a profile was removed that a peer has */
function requireProfiles({ profiles }: AccessState, profileOfPeer: ReadonlyMap<string, string>): void {
  for (const [key, id] of profileOfPeer) {
    if (!profiles.has(id)) throw new UnusableState(`Peer ${key} has the access profile ${id}, which was removed.`);
  }
}

/** Which addresses have to be translated for the state; undefined if none. */
export function toNat({ nat, tunnel }: LocationState): NatPolicy | undefined {
  return toNatPolicy(nat, tunnel);
}

/** What the firewall has to enforce for the state; undefined if access control is off. */
export function toPolicy({ access }: LocationState): FirewallPolicy | undefined {
  if (!access) return undefined;
  const { profileOfPeer, ...policy } = access;
  return policy;
}

function addSources(sources: Map<string, string>, profileOfPeer: ReadonlyMap<string, string>, peers: Peers): void {
  for (const [key, id] of profileOfPeer) {
    for (const address of peers.get(key)?.allowedIps ?? []) sources.set(withoutPrefix(address), id);
  }
}

const noTunnel: TunnelReading = { settings: {}, peers: new Map() };

function toLocationState(
  { version, stateId, historyMark }: FullState | StateChange,
  content: Pick<LocationState, 'tunnel' | 'access' | 'nat'>,
): LocationState {
  if (version < 1n) throw new UnusableState('The state has no version.');
  return { version, id: toHex(stateId), historyMark: toHex(historyMark), ...content };
}

/** Invalid settings are replaced with the current ones, so that removals are applied nevertheless. */
function settingsOrCurrent(
  current: LocationState | undefined,
  message: FullState['interface'],
  problems: string[],
): TunnelSettings {
  try {
    return readSettings(message);
  } catch (error) {
    if (!(error instanceof UnusableState) || !current) throw error;
    problems.push(error.message);
    return current.tunnel.settings;
  }
}

function missingCapabilities({ requiredCapabilities }: FullState | StateChange): string[] {
  return requiredCapabilities
    .filter((required) => !supported.includes(required))
    .map(
      (required) =>
        `The state needs ${Capability[required] ?? `capability ${required}`}, which this agent lacks; update the gateway.`,
    );
}

function pickPeers(peers: Peers, keys: readonly string[]): Peers {
  const found = keys.flatMap((key) => peers.get(key) ?? []);
  return new Map(found.map((peer) => [peer.publicKey, peer]));
}

function rejectUnusable(version: bigint, decide: () => StatePlan): StatePlan {
  try {
    return decide();
  } catch (error) {
    if (!(error instanceof UnusableState)) throw error;
    return { kind: 'reject', version, reason: error.message };
  }
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
