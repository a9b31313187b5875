/** The properties of a connection that sharing among networks needs. */
interface Member {
  /** The client network and the wider network inWiderNetwork it; undefined for an address that many clients share. */
  readonly network: { readonly name: string; readonly widerName: string } | undefined;
}

/** Unauthenticated connections, the oldest first. */
export interface UnauthenticatedConnections<Connection extends Member> {
  readonly size: number;
  has(connection: Connection): boolean;
  add(connection: Connection): void;
  delete(connection: Connection): void;
  /** Number of connections in the wider network; 0 for undefined. */
  countInWiderNetwork(network: Member['network']): number;
  /**
   * In the wider network with the most connections, if it has more than `least`: the oldest connection of the largest
   * client network.
   */
  oldestOfLargestNetwork(least: number): Connection | undefined;
  /** The oldest connection of the wider network, or of all networks if that has none. */
  oldestInWiderNetwork(network: Member['network']): Connection | undefined;
}

export function createUnauthenticatedConnections<Connection extends Member>(): UnauthenticatedConnections<Connection> {
  const all = new Set<Connection>();
  const byWiderNetwork = new Map<string, Set<Connection>>();

  const inWiderNetwork = (network: Member['network']) => (network ? byWiderNetwork.get(network.widerName) : undefined);

  return {
    get size() {
      return all.size;
    },
    has: (connection) => all.has(connection),
    add(connection) {
      all.add(connection);
      const { network } = connection;
      if (network) byWiderNetwork.set(network.widerName, (inWiderNetwork(network) ?? new Set()).add(connection));
    },
    delete(connection) {
      all.delete(connection);
      const neighbors = inWiderNetwork(connection.network);
      neighbors?.delete(connection);
      if (connection.network && neighbors?.size === 0) byWiderNetwork.delete(connection.network.widerName);
    },
    countInWiderNetwork: (network) => inWiderNetwork(network)?.size ?? 0,
    oldestOfLargestNetwork(least) {
      const largest = largestOf(byWiderNetwork.values(), least);
      if (!largest) return undefined;
      const byNetwork = Map.groupBy(largest, ({ network }) => network?.name);
      return largestOf([...byNetwork.values()].map((connections) => new Set(connections)))
        ?.values()
        .next().value;
    },
    oldestInWiderNetwork: (network) => (inWiderNetwork(network) ?? all).values().next().value,
  };
}

/** The first set with the most elements, if it has more than `least`. */
function largestOf<Element>(sets: Iterable<ReadonlySet<Element>>, least = 0): ReadonlySet<Element> | undefined {
  let largest: ReadonlySet<Element> | undefined;
  for (const set of sets) if (set.size > (largest?.size ?? least)) largest = set;
  return largest;
}
