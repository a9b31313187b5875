import { diffTunnel, isEmpty } from '../peers/diff-tunnel.ts';
import {
  type Peer,
  type Peers,
  type TunnelDifference,
  TunnelError,
  type TunnelReading,
  type TunnelState,
  type Wireguard,
} from '../ports/wireguard.ts';

export interface ApplyResult {
  /** What could not be applied, each one sentence for the administrator; empty if everything was applied. */
  readonly problems: readonly string[];
  /** How the interface differed from the state before the call. */
  readonly difference: TunnelDifference;
}

/**
 * Applies the state to the interface, from any starting point. Removals come first and are never undone; then each part
 * that can be applied is applied, and `problems` lists the others. Correct peers are not touched.
 * @throws TunnelError if a removal fails, or if the interface cannot be used at all
 */
export async function applyTunnel(wireguard: Wireguard, tunnel: TunnelState): Promise<ApplyResult> {
  const difference = diffTunnel(await readOrOpen(wireguard), tunnel);
  if (isEmpty(difference)) return { problems: [], difference };
  try {
    await wireguard.change(difference);
    return { problems: [], difference };
  } catch (error) {
    requireTunnelError(error);
    return { problems: await applyInParts(wireguard, tunnel), difference };
  }
}

async function readOrOpen(wireguard: Wireguard): Promise<TunnelReading> {
  const reading = await wireguard.read();
  if (reading) return reading;
  await wireguard.open();
  return { settings: {}, peers: new Map() };
}

const noDifference = { settings: {}, removedKeys: [], upserted: [] } satisfies TunnelDifference;

async function applyInParts(wireguard: Wireguard, tunnel: TunnelState): Promise<string[]> {
  const reading = await readOrOpen(wireguard);
  const { settings, removedKeys, upserted } = diffTunnel(reading, tunnel);
  const { privateKey, listenPort, addresses } = settings;
  if (removedKeys.length > 0) await wireguard.change({ ...noDifference, removedKeys });
  // without its key the interface cannot serve any peer
  if (privateKey) await wireguard.change({ ...noDifference, settings: { privateKey } });
  const rejected = await applyPeers(wireguard, upserted);
  await removeOutdated(wireguard, reading.peers, rejected);
  const problems: string[] = [];
  for (const part of [listenPort !== undefined && { listenPort }, addresses !== undefined && { addresses }]) {
    if (part)
      await wireguard.change({ ...noDifference, settings: part }).catch((error) => problems.push(reasonOf(error)));
  }
  return [...problems, ...describeRejected(rejected)];
}

interface RejectedPeers {
  readonly peers: readonly Peer[];
  readonly reason: string;
}

/** Enough to find a few invalid peers among 20 000 by halving; if all are rejected, more attempts are useless. */
const maxCalls = 200;

async function applyPeers(wireguard: Wireguard, upserted: readonly Peer[]): Promise<RejectedPeers[]> {
  const rejected: RejectedPeers[] = [];
  const waiting = [upserted];
  for (let calls = 0; waiting.length > 0; calls += 1) {
    const peers = waiting.pop() ?? [];
    if (peers.length === 0) continue;
    try {
      await wireguard.change({ ...noDifference, upserted: peers });
    } catch (error) {
      const half = peers.length >> 1;
      if (half === 0 || calls >= maxCalls) rejected.push({ peers, reason: reasonOf(error) });
      else waiting.push(peers.slice(half), peers.slice(0, half));
    }
  }
  return rejected;
}

/**
 * A peer whose new values were rejected must not retain more access than they grant: an address may have a new owner.
 */
async function removeOutdated(wireguard: Wireguard, before: Peers, rejected: readonly RejectedPeers[]): Promise<void> {
  const removedKeys = rejected
    .flatMap(({ peers }) => peers)
    .filter((peer) => grantsMore(before.get(peer.publicKey), peer))
    .map(({ publicKey }) => publicKey);
  if (removedKeys.length > 0) await wireguard.change({ ...noDifference, removedKeys });
}

function grantsMore(before: Peer | undefined, { allowedIps, presharedKey }: Peer): boolean {
  if (!before) return false;
  const hasSameSecret = presharedKey ? presharedKey.equals(before.presharedKey) : before.presharedKey === undefined;
  return !hasSameSecret || before.allowedIps.some((address) => !allowedIps.includes(address));
}

const maxListed = 10;

function describeRejected(rejected: readonly RejectedPeers[]): string[] {
  const each = rejected.flatMap(({ peers, reason }) => peers.map(({ publicKey }) => ({ publicKey, reason })));
  const named = each.slice(0, maxListed).map(({ publicKey, reason }) => `Peer ${publicKey}: ${reason}`);
  const rest = each.length - named.length;
  return rest > 0 ? [...named, `${rest} more peers could not be set.`] : named;
}

function reasonOf(error: unknown): string {
  requireTunnelError(error);
  return error.message;
}

function requireTunnelError(error: unknown): asserts error is TunnelError {
  if (!(error instanceof TunnelError)) throw error;
}
