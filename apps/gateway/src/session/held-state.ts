import { Capability, type FullState, type StateChange } from '@gatewarden/contract/gateway/v1';
import { changePeers } from '../peers/diff-peers.ts';
import { diffTunnel } from '../peers/diff-tunnel.ts';
import { leaveOutConflicts, readPeers, readPublicKey, readSettings, UnusableState } from '../peers/read-tunnel.ts';
import type { Peers, TunnelDifference, TunnelReading, TunnelSettings, TunnelState } from '../ports/wireguard.ts';

/** What this gateway should run, as core names it. */
export interface HeldState {
  readonly version: bigint;
  /** Names this content and no other, in hexadecimal; empty from a core that sends none. */
  readonly id: string;
  /** As core sent it, in hexadecimal; empty from a core that sends none. */
  readonly historyMark: string;
  readonly tunnel: TunnelState;
}

/**
 * What to do with a message from core.
 * - `apply`: put `next` in force; `difference` leads there from the state held. `problems` names what was left out
 *   because it is unusable, each in one sentence for the administrator.
 * - `reject`: nothing of it can be used; `reason` is one sentence for the administrator.
 * - `out-of-step`: the change starts from a state that is not held; only reconnecting helps.
 */
export type Step =
  | {
      readonly kind: 'apply';
      readonly next: HeldState;
      readonly difference: TunnelDifference;
      readonly problems: readonly string[];
    }
  | { readonly kind: 'reject'; readonly version: bigint; readonly reason: string }
  | { readonly kind: 'out-of-step'; readonly version: bigint };

/** What this agent announces in Hello. A state that needs more is applied in part. */
export const capabilities: readonly Capability[] = [Capability.CONTENT, Capability.PARTIAL];

/** Where a full state leads, whatever is held. */
export function applyFull(held: HeldState | undefined, message: FullState): Step {
  return orReject(message.version, () => {
    const problems = missingCapabilities(message);
    const settings = settingsOr(held, message.interface, problems);
    const peers = readPeers(message.peers, problems);
    const wanted = { settings, peers: leaveOutConflicts(peers, peers, problems) };
    return {
      kind: 'apply',
      next: named(message, wanted),
      difference: diffTunnel(held?.tunnel ?? nothing, wanted),
      problems,
    };
  });
}

/** Where a change leads from what is held; takes time in its own size, but for one look at each address held. */
export function applyChange(held: HeldState | undefined, message: StateChange): Step {
  const { version, baseVersion, baseStateId } = message;
  if (held?.version !== baseVersion || held.id !== toHex(baseStateId)) return { kind: 'out-of-step', version };
  return orReject(version, () => {
    const problems = missingCapabilities(message);
    const removedKeys = new Set(message.removedPublicKeys.map(readPublicKey));
    const upserted = readPeers(message.upsertedPeers, problems);
    for (const key of upserted.keys()) {
      if (removedKeys.has(key) && upserted.delete(key)) problems.push(`Peer ${key} is removed and set in one change.`);
    }
    // a peer that is named but unusable must not keep its former values
    const touched = [...removedKeys, ...message.upsertedPeers.map(({ publicKey }) => toBase64(publicKey))];
    const before = held.tunnel;
    const all = changePeers(before.peers, { removedKeys: touched, upserted: [...upserted.values()] });
    const peers = leaveOutConflicts(all, upserted, problems);
    const settings = message.interface ? settingsOr(held, message.interface, problems) : before.settings;
    const from = { settings: before.settings, peers: only(before.peers, touched) };
    const difference = diffTunnel(from, { settings, peers: only(peers, touched) });
    return { kind: 'apply', next: named(message, { settings, peers }), difference, problems };
  });
}

const nothing: TunnelReading = { settings: {}, peers: new Map() };

function named({ version, stateId, historyMark }: FullState | StateChange, tunnel: TunnelState): HeldState {
  if (version < 1n) throw new UnusableState('The state has no version.');
  return { version, id: toHex(stateId), historyMark: toHex(historyMark), tunnel };
}

/** Unusable settings leave the former ones in force, so that removals reach the interface nevertheless. */
function settingsOr(held: HeldState | undefined, message: FullState['interface'], problems: string[]): TunnelSettings {
  try {
    return readSettings(message);
  } catch (error) {
    if (!(error instanceof UnusableState) || !held) throw error;
    problems.push(error.message);
    return held.tunnel.settings;
  }
}

function missingCapabilities({ requiredCapabilities }: FullState | StateChange): string[] {
  return requiredCapabilities
    .filter((required) => !capabilities.includes(required))
    .map(
      (required) =>
        `The state needs ${Capability[required] ?? `capability ${required}`}, which this agent lacks; update the gateway.`,
    );
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

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
