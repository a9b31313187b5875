/** Client networks from which a client authenticated within the last day. */
export interface KnownNetworks {
  has(network: string): boolean;
  add(network: string): void;
}

/** Limits memory; the network that authenticated longest ago is dropped first. */
export const maxKnownNetworks = 10_000;
const knownMilliseconds = 24 * 3_600_000;

export function createKnownNetworks(now: () => number): KnownNetworks {
  const authenticatedAt = new Map<string, number>();
  return {
    has(network) {
      const at = authenticatedAt.get(network);
      return at !== undefined && now() - at < knownMilliseconds;
    },
    add(network) {
      authenticatedAt.delete(network);
      authenticatedAt.set(network, now());
      const [oldest] = authenticatedAt.keys();
      if (authenticatedAt.size > maxKnownNetworks && oldest !== undefined) authenticatedAt.delete(oldest);
    },
  };
}
