import type { Connection, Network } from './connection.ts';
import type { Strangers } from './strangers.ts';

interface Limits {
  readonly maxUnauthenticated: number;
  readonly reservedForFamiliar: number;
  readonly maxUnauthenticatedPerNetwork: number;
  readonly graceMilliseconds: number;
}

interface Candidates {
  readonly strangers: Strangers<Connection>;
  /** Those of them that are of no familiar network. */
  readonly unfamiliar: Strangers<Connection>;
  readonly isFamiliar: (network: Network | undefined) => boolean;
}

/** Decides which connections are closed in favor of one more stranger of a network. */
export function createDisplacement(limits: Limits, candidates: Candidates, now: () => number) {
  const { strangers, unfamiliar, isFamiliar } = candidates;

  /** Undefined when it is too young to be closed, or there is none. */
  function afterGrace(oldest: Connection | undefined): Connection | undefined {
    return oldest?.since === undefined || now() - oldest.since < limits.graceMilliseconds ? undefined : oldest;
  }

  /** Which one to close in favor of one of the network. Of equally large ones none gives way to the other. */
  function toDisplace(among: typeof strangers, network: Network | undefined): Connection | undefined {
    return among.oldestOfLargest(among.countAround(network) + 1) ?? afterGrace(among.oldestAround(network));
  }

  /** Undefined when the new one is refused instead. */
  return (network: Network | undefined): ReadonlySet<Connection> | undefined => {
    const { maxUnauthenticated, maxUnauthenticatedPerNetwork, reservedForFamiliar } = limits;
    const displaced = new Set<Connection>();
    if (network && network.strangers.size >= maxUnauthenticatedPerNetwork) {
      const oldest = afterGrace(network.strangers.values().next().value);
      if (!oldest) return undefined;
      displaced.add(oldest);
    }
    const totals = [[strangers, maxUnauthenticated] as const];
    if (!isFamiliar(network)) totals.unshift([unfamiliar, maxUnauthenticated - reservedForFamiliar]);
    for (const [among, max] of totals) {
      if (among.size - [...displaced].filter(among.has).length < max) continue;
      const one = toDisplace(among, network);
      if (!one) return undefined;
      displaced.add(one);
    }
    return displaced;
  };
}
