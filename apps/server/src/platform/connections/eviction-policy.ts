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
  /** Those of them that are of no familiar network. */
  readonly unfamiliar: UnauthenticatedConnections<Connection>;
  readonly isKnown: (network: Network | undefined) => boolean;
}

/** Decides which connections are closed in favor of one more stranger of a network. */
export function createEvictionPolicy(limits: Limits, candidates: Candidates, now: () => number) {
  const { unauthenticated, unfamiliar, isKnown } = candidates;

  /** Undefined when it is too young to be closed, or there is none. */
  function afterGrace(oldest: Connection | undefined): Connection | undefined {
    return oldest?.since === undefined || now() - oldest.since < limits.graceMilliseconds ? undefined : oldest;
  }

  /** Which one to close in favor of one of the network. Of equally large ones none gives way to the other. */
  function toDisplace(among: typeof unauthenticated, network: Network | undefined): Connection | undefined {
    return (
      among.oldestOfLargestNetwork(among.countInWiderNetwork(network) + 1) ??
      afterGrace(among.oldestInWiderNetwork(network))
    );
  }

  /** Undefined when the new one is refused instead. */
  return (network: Network | undefined): ReadonlySet<Connection> | undefined => {
    const { maxUnauthenticated, maxUnauthenticatedPerNetwork, reservedForKnown } = limits;
    const displaced = new Set<Connection>();
    if (network && network.unauthenticated.size >= maxUnauthenticatedPerNetwork) {
      const oldest = afterGrace(network.unauthenticated.values().next().value);
      if (!oldest) return undefined;
      displaced.add(oldest);
    }
    const totals = [[unauthenticated, maxUnauthenticated] as const];
    if (!isKnown(network)) totals.unshift([unfamiliar, maxUnauthenticated - reservedForKnown]);
    for (const [among, max] of totals) {
      if (among.size - [...displaced].filter(among.has).length < max) continue;
      const one = toDisplace(among, network);
      if (!one) return undefined;
      displaced.add(one);
    }
    return displaced;
  };
}
