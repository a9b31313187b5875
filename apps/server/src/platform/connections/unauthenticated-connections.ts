/** What is needed of a connection to share fairly among networks. */
interface Member {
  /** The client network, and a wider one around it; undefined where many clients share an address. */
  readonly network: { readonly name: string; readonly widerName: string } | undefined;
}

/** Unauthenticated connections, the oldest first. */
export interface UnauthenticatedConnections<Connection extends Member> {
  readonly size: number;
  has(connection: Connection): boolean;
  add(connection: Connection): void;
  delete(connection: Connection): void;
  /** Of the wider network; 0 for undefined. */
  countInWiderNetwork(network: Member['network']): number;
  /** Of the wider network with the most, if those are more than `least`: the oldest of the client network with the most. */
  oldestOfLargestNetwork(least: number): Connection | undefined;
  /** Of the wider network where it has any, else of all. */
  oldestInWiderNetwork(network: Member['network']): Connection | undefined;
}

export function createUnauthenticatedConnections<Connection extends Member>(): UnauthenticatedConnections<Connection> {
  const all = new Set<Connection>();
  const byWider = new Map<string, Set<Connection>>();

  const around = (network: Member['network']) => (network ? byWider.get(network.widerName) : undefined);

  return {
    get size() {
      return all.size;
    },
    has: (connection) => all.has(connection),
    add(connection) {
      all.add(connection);
      const { network } = connection;
      if (network) byWider.set(network.widerName, (around(network) ?? new Set()).add(connection));
    },
    delete(connection) {
      all.delete(connection);
      const neighbors = around(connection.network);
      neighbors?.delete(connection);
      if (connection.network && neighbors?.size === 0) byWider.delete(connection.network.widerName);
    },
    countInWiderNetwork: (network) => around(network)?.size ?? 0,
    oldestOfLargestNetwork(least) {
      const largest = largestOf(byWider.values(), least);
      if (!largest) return undefined;
      const byNetwork = Map.groupBy(largest, ({ network }) => network?.name);
      return largestOf([...byNetwork.values()].map((connections) => new Set(connections)))
        ?.values()
        .next().value;
    },
    oldestInWiderNetwork: (network) => (around(network) ?? all).values().next().value,
  };
}

/** The first one with the most, if those are more than `least`. */
function largestOf<Element>(sets: Iterable<ReadonlySet<Element>>, least = 0): ReadonlySet<Element> | undefined {
  let largest: ReadonlySet<Element> | undefined;
  for (const set of sets) if (set.size > (largest?.size ?? least)) largest = set;
  return largest;
}
