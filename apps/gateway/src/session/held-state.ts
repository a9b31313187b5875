import type { FullState, StateChange } from '@gatewarden/contract/gateway/v1';
import { changePeers } from '../peers/diff-peers.ts';
import { diffTunnel } from '../peers/diff-tunnel.ts';
import {
  checkAddressesAreUnique,
  readPeers,
  readPublicKey,
  readSettings,
  UnusableState,
} from '../peers/read-tunnel.ts';
import type { Peers, TunnelDifference, TunnelReading, TunnelState } from '../ports/wireguard.ts';

/** What is in force here, as core numbers it. */
export interface HeldState {
  readonly version: bigint;
  readonly tunnel: TunnelState;
}

/**
 * What to do with a message from core.
 * - `apply`: put `next` in force; `difference` leads there from the state held.
 * - `reject`: `reason` is one sentence for the administrator.
 * - `out-of-step`: the change starts from a version that is not held; only reconnecting helps.
 */
export type Step =
  | { readonly kind: 'apply'; readonly next: HeldState; readonly difference: TunnelDifference }
  | { readonly kind: 'reject'; readonly version: bigint; readonly reason: string }
  | { readonly kind: 'out-of-step'; readonly version: bigint };

/** Where a full state leads, whatever is held. */
export function applyFull(held: HeldState | undefined, message: FullState): Step {
  return orReject(message.version, () => {
    const tunnel = { settings: readSettings(message.interface), peers: readPeers(message.peers) };
    checkAddressesAreUnique(tunnel.peers, tunnel.peers.values());
    return step(message.version, tunnel, diffTunnel(held?.tunnel ?? nothing, tunnel));
  });
}

/** Where a change leads from what is held; takes time in its own size, but for one look at each address held. */
export function applyChange(held: HeldState | undefined, message: StateChange): Step {
  const { version, baseVersion } = message;
  if (held?.version !== baseVersion) return { kind: 'out-of-step', version };
  return orReject(version, () => {
    const named = readPeers(message.upsertedPeers);
    const removedKeys = message.removedPublicKeys.map(readPublicKey);
    const both = removedKeys.find((key) => named.has(key));
    if (both !== undefined) throw new UnusableState(`Peer ${both} is removed and set at once.`);
    const before = held.tunnel;
    const peers = changePeers(before.peers, { removedKeys, upserted: [...named.values()] });
    checkAddressesAreUnique(peers, named.values());
    const settings = message.interface ? readSettings(message.interface) : before.settings;
    const concerned = { settings: before.settings, peers: only(before.peers, [...removedKeys, ...named.keys()]) };
    return step(version, { settings, peers }, diffTunnel(concerned, { settings, peers: named }));
  });
}

const nothing: TunnelReading = { settings: {}, peers: new Map() };

function step(version: bigint, tunnel: TunnelState, difference: TunnelDifference): Step {
  if (version < 1n) throw new UnusableState('The state has no version.');
  return { kind: 'apply', next: { version, tunnel }, difference };
}

function only(peers: Peers, keys: readonly string[]): Peers {
  const found = keys.flatMap((key) => peers.get(key) ?? []);
  return new Map(found.map((peer) => [peer.publicKey, peer]));
}

function orReject(version: bigint, decide: () => Step): Step {
  try {
    return decide();
  } catch (error) {
    if (!(error instanceof UnusableState)) throw error;
    return { kind: 'reject', version, reason: error.message };
  }
}
