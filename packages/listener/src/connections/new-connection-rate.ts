import { createTokenBuckets, type Rate } from '../token-buckets.ts';

interface Limits {
  /** New connections of one client network; no limit if absent. */
  readonly newPerNetwork?: Rate;
  /** New connections of all unknown networks; no limit if absent. */
  readonly newConnections?: Rate;
  /** New connections of all known networks; no limit if absent. */
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
 * Limits the rate of new connections. Known networks have a budget that unknown networks cannot use up, so that a flood
 * does not keep gateways from reconnecting. Addresses that many clients share count as one known network.
 */
export function createNewConnectionRate(
  { newPerNetwork, newConnections, newKnownConnections }: Limits,
  now: () => number,
): NewConnectionRate {
  const perNetwork = createTokenBuckets(now);
  const knownNetworks = newKnownConnections && createSharedBudget(newKnownConnections, now);
  const unknownNetworks = newConnections && createSharedBudget(newConnections, now);

  return {
    admits(network, isKnown) {
      if (network && newPerNetwork && perNetwork.take(network.name, newPerNetwork) > 0) return false;
      if (isKnown || !network) return knownNetworks?.admits(network?.name ?? '') ?? true;
      return unknownNetworks?.admits(network.widerName) ?? true;
    },
  };
}

/** Half of the rate goes to the first networks that ask, half is shared equally among all networks that ask. */
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

/** Networks that asked within this time share the rate. */
const askedMilliseconds = 10_000;
/** Limits memory; the network that asked longest ago is dropped first. */
const maxNetworks = 10_000;

/** Gives each network an equal part of a rate: the pause after each connection grows with the number of networks. */
function createEqualShares(now: () => number) {
  const asking = new Map<string, { readonly askedAt: number; readonly nextAt: number }>();

  function dropInactive(): void {
    for (const [name, { askedAt }] of asking) {
      if (now() - askedAt < askedMilliseconds && asking.size <= maxNetworks) return;
      asking.delete(name);
    }
  }

  function set(name: string, nextAt: number): void {
    // moved to the end: entries are ordered by the time of the last request
    asking.delete(name);
    asking.set(name, { askedAt: now(), nextAt });
    dropInactive();
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
