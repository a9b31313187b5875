import { Capability, type FullState, type StateChange } from '@gatewarden/contract/gateway/v1';
import { changePeers } from '../peers/diff-peers.ts';
import { diffTunnel } from '../peers/diff-tunnel.ts';
import { excludeConflicts, readPeers, readPublicKey, readSettings, UnusableState } from '../peers/read-tunnel.ts';
import type { Peers, TunnelDifference, TunnelReading, TunnelSettings, TunnelState } from '../ports/wireguard.ts';

/** The state of the location that this gateway should apply. */
export interface LocationState {
  readonly version: bigint;
  /** Identifies exactly this content, in hexadecimal; empty if core does not send it. */
  readonly id: string;
  /** As core sent it, in hexadecimal; empty if core does not send it. */
  readonly historyMark: string;
  readonly tunnel: TunnelState;
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

/** Sent to core in Hello. A state that requires more is applied partially. */
export const capabilities: readonly Capability[] = [Capability.CONTENT, Capability.PARTIAL, Capability.FORWARDING];

/** Plans the transition to a full state, from any current state. */
export function planFullState(current: LocationState | undefined, message: FullState): StatePlan {
  return rejectUnusable(message.version, () => {
    const problems = missingCapabilities(message);
    const settings = settingsOrCurrent(current, message.interface, problems);
    const peers = readPeers(message.peers, problems);
    const wanted = { settings, peers: excludeConflicts(peers, peers, problems) };
    return {
      kind: 'apply',
      next: toLocationState(message, wanted),
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
    const upserted = readPeers(message.upsertedPeers, problems);
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
    return { kind: 'apply', next: toLocationState(message, { settings, peers }), difference, problems };
  });
}

const noTunnel: TunnelReading = { settings: {}, peers: new Map() };

function toLocationState(
  { version, stateId, historyMark }: FullState | StateChange,
  tunnel: TunnelState,
): LocationState {
  if (version < 1n) throw new UnusableState('The state has no version.');
  return { version, id: toHex(stateId), historyMark: toHex(historyMark), tunnel };
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
    .filter((required) => !capabilities.includes(required))
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
