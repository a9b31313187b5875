import { createTokenBuckets, type Rate } from '../limits/token-buckets.ts';

interface Limits {
  /** New connections of one client network; as many as come when absent. */
  readonly newPerNetwork?: Rate;
  /** Of all strangers, and as many again of networks from which a client authenticated lately. */
  readonly newConnections?: Rate;
}

interface Network {
  readonly name: string;
  readonly widerName: string;
}

export interface NewConnectionRate {
  /** @param network undefined for an address that many clients share */
  admits(network: Network | undefined, isFamiliar: boolean): boolean;
}

/**
 * Admits new connections. Familiar networks have a budget that strangers cannot use up, so that a flood does not keep
 * gateways from reconnecting. Half of the budget of strangers is for whoever comes first, and half is shared equally among
 * the networks that ask.
 */
export function createNewConnectionRate(
  { newPerNetwork, newConnections }: Limits,
  now: () => number,
): NewConnectionRate {
  const [ofNetworks, ofAll] = [createTokenBuckets(now), createTokenBuckets(now)];
  const half = newConnections && { burst: newConnections.burst / 2, perSecond: newConnections.perSecond / 2 };
  const turns = createEqualTurns(now);

  function admitsStranger({ widerName }: Network, rate: Rate): boolean {
    if (ofAll.take('first come', rate) === 0) return true;
    if (!turns.isNext(widerName) || ofAll.take('shared', rate) > 0) return false;
    turns.take(widerName, rate.perSecond);
    return true;
  }

  return {
    admits(network, isFamiliar) {
      if (network && newPerNetwork && ofNetworks.take(network.name, newPerNetwork) > 0) return false;
      if (!newConnections || !half) return true;
      if (isFamiliar || !network) return ofAll.take('familiar', newConnections) === 0;
      return admitsStranger(network, half);
    },
  };
}

/** A network that asked within this time counts among those that share. */
const askedMilliseconds = 10_000;
/** Bounds memory; the one that asked longest ago is dropped first. */
const maxNetworks = 10_000;

/** Gives each of those that ask an equal part of a rate, by a pause that grows with their number. */
function createEqualTurns(now: () => number) {
  const asking = new Map<string, { readonly askedAt: number; readonly nextAt: number }>();

  function dropQuiet(): void {
    for (const [name, { askedAt }] of asking) {
      if (now() - askedAt < askedMilliseconds && asking.size <= maxNetworks) return;
      asking.delete(name);
    }
  }

  function set(name: string, nextAt: number): void {
    // to the end, so that the order is that of the last questions
    asking.delete(name);
    asking.set(name, { askedAt: now(), nextAt });
    dropQuiet();
  }

  return {
    isNext(name: string): boolean {
      const { nextAt } = asking.get(name) ?? { nextAt: 0 };
      set(name, nextAt);
      return now() >= nextAt;
    },
    take: (name: string, perSecond: number) => set(name, now() + (asking.size / perSecond) * 1000),
  };
}
