import type { Connection, Network } from './connection.ts';
import type { UnauthenticatedConnections } from './unauthenticated-connections.ts';

interface Limits {
  readonly maxUnauthenticated: number;
  readonly reservedForKnown: number;
  readonly maxUnauthenticatedPerNetwork: number;
  readonly graceMilliseconds: number;
}

interface Candidates {
  readonly unauthenticated: UnauthenticatedConnections<Connection>;
  /** The subset that does not come from known networks. */
  readonly unauthenticatedUnknown: UnauthenticatedConnections<Connection>;
  readonly isKnown: (network: Network | undefined) => boolean;
}

/** Selects the connections that are closed to make room for one more unauthenticated connection of a network. */
export function createEvictionPolicy(limits: Limits, candidates: Candidates, now: () => number) {
  const { unauthenticated, unauthenticatedUnknown, isKnown } = candidates;

  /** Undefined if the connection is in its grace period or does not exist. */
  function unlessInGracePeriod(oldest: Connection | undefined): Connection | undefined {
    return oldest?.unauthenticatedSince === undefined || now() - oldest.unauthenticatedSince < limits.graceMilliseconds
      ? undefined
      : oldest;
  }

  /**
   * Selects the connection to close for one of the network. Among networks of equal size, none loses a connection to
   * another.
   */
  function findEvictable(set: typeof unauthenticated, network: Network | undefined): Connection | undefined {
    return (
      set.oldestOfLargestNetwork(set.countInWiderNetwork(network) + 1) ??
      unlessInGracePeriod(set.oldestInWiderNetwork(network))
    );
  }

  /** Undefined if the new connection must be refused instead. */
  return (network: Network | undefined): ReadonlySet<Connection> | undefined => {
    const { maxUnauthenticated, maxUnauthenticatedPerNetwork, reservedForKnown } = limits;
    const evicted = new Set<Connection>();
    if (network && network.unauthenticated.size >= maxUnauthenticatedPerNetwork) {
      const oldest = unlessInGracePeriod(network.unauthenticated.values().next().value);
      if (!oldest) return undefined;
      evicted.add(oldest);
    }
    const totals = [[unauthenticated, maxUnauthenticated] as const];
    if (!isKnown(network)) totals.unshift([unauthenticatedUnknown, maxUnauthenticated - reservedForKnown]);
    for (const [set, max] of totals) {
      if (set.size - [...evicted].filter(set.has).length < max) continue;
      const one = findEvictable(set, network);
      if (!one) return undefined;
      evicted.add(one);
    }
    return evicted;
  };
}
