/** Client networks from which a client authenticated within the last day. */
export interface KnownNetworks {
  has(network: string): boolean;
  add(network: string): void;
}

/** Bounds memory; the one that authenticated longest ago is dropped first. */
export const maxKnownNetworks = 10_000;
const familiarMilliseconds = 24 * 3_600_000;

export function createKnownNetworks(now: () => number): KnownNetworks {
  const notedAt = new Map<string, number>();
  return {
    has(network) {
      const at = notedAt.get(network);
      return at !== undefined && now() - at < familiarMilliseconds;
    },
    add(network) {
      notedAt.delete(network);
      notedAt.set(network, now());
      const [oldest] = notedAt.keys();
      if (notedAt.size > maxKnownNetworks && oldest !== undefined) notedAt.delete(oldest);
    },
  };
}
