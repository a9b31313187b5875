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
import type { TunnelDifference, TunnelState } from '../ports/wireguard.ts';

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
    return step(held, message.version, tunnel);
  });
}

/** Where a change leads from what is held. */
export function applyChange(held: HeldState | undefined, message: StateChange): Step {
  const { version, baseVersion } = message;
  if (held?.version !== baseVersion) return { kind: 'out-of-step', version };
  return orReject(version, () => {
    const upserted = readPeers(message.upsertedPeers);
    const removedKeys = message.removedPublicKeys.map(readPublicKey);
    const both = removedKeys.find((key) => upserted.has(key));
    if (both !== undefined) throw new UnusableState(`Peer ${both} is removed and set at once.`);
    const peers = changePeers(held.tunnel.peers, { removedKeys, upserted: [...upserted.values()] });
    const settings = message.interface ? readSettings(message.interface) : held.tunnel.settings;
    return step(held, version, { settings, peers });
  });
}

function step(held: HeldState | undefined, version: bigint, tunnel: TunnelState): Step {
  if (version < 1n) throw new UnusableState('The state has no version.');
  checkAddressesAreUnique(tunnel.peers);
  const from = held?.tunnel ?? { settings: {}, peers: new Map() };
  return { kind: 'apply', next: { version, tunnel }, difference: diffTunnel(from, tunnel) };
}

function orReject(version: bigint, decide: () => Step): Step {
  try {
    return decide();
  } catch (error) {
    if (!(error instanceof UnusableState)) throw error;
    return { kind: 'reject', version, reason: error.message };
  }
}
