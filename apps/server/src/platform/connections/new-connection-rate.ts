import { createTokenBuckets, type Rate } from '../limits/token-buckets.ts';

interface Limits {
  /** New connections of one client network; as many as come when absent. */
  readonly newPerNetwork?: Rate;
  /** Of all strangers. */
  readonly newConnections?: Rate;
  /** Of all networks from which a client authenticated lately. */
  readonly newKnownConnections?: Rate;
}

interface Network {
  readonly name: string;
  readonly widerName: string;
}

export interface NewConnectionRate {
  /** @param network undefined for an address that many clients share */
  admits(network: Network | undefined, isKnown: boolean): boolean;
}

/**
 * Admits new connections. Familiar networks have a budget that strangers cannot use up, so that a flood does not keep
 * gateways from reconnecting. Addresses that many clients share count as one familiar network.
 */
export function createNewConnectionRate(
  { newPerNetwork, newConnections, newKnownConnections }: Limits,
  now: () => number,
): NewConnectionRate {
  const ofNetworks = createTokenBuckets(now);
  const familiar = newKnownConnections && createSharedBudget(newKnownConnections, now);
  const unauthenticated = newConnections && createSharedBudget(newConnections, now);

  return {
    admits(network, isKnown) {
      if (network && newPerNetwork && ofNetworks.take(network.name, newPerNetwork) > 0) return false;
      if (isKnown || !network) return familiar?.admits(network?.name ?? '') ?? true;
      return unauthenticated?.admits(network.widerName) ?? true;
    },
  };
}

/** Half of the rate goes to the networks that ask first, half is shared equally among all that ask. */
function createSharedBudget({ burst, perSecond }: Rate, now: () => number) {
  const buckets = createTokenBuckets(now);
  const shares = createEqualShares(now);
  const half = { burst: burst / 2, perSecond: perSecond / 2 };
  return {
    admits(name: string): boolean {
      if (buckets.take('first come', half) === 0) return true;
      if (!shares.isNext(name) || buckets.take('shared', half) > 0) return false;
      shares.take(name, half.perSecond);
      return true;
    },
  };
}

/** A network that asked within this time counts among those that share. */
const askedMilliseconds = 10_000;
/** Bounds memory; the one that asked longest ago is dropped first. */
const maxNetworks = 10_000;

/** Gives each of those that ask an equal part of a rate, by a pause that grows with their number. */
function createEqualShares(now: () => number) {
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
