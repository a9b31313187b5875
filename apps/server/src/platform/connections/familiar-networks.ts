/** Client networks from which a client authenticated within the last day. */
export interface FamiliarNetworks {
  has(network: string): boolean;
  note(network: string): void;
}

/** Bounds memory; the one that authenticated longest ago is dropped first. */
export const maxFamiliarNetworks = 10_000;
const familiarMilliseconds = 24 * 3_600_000;

export function createFamiliarNetworks(now: () => number): FamiliarNetworks {
  const notedAt = new Map<string, number>();
  return {
    has(network) {
      const at = notedAt.get(network);
      return at !== undefined && now() - at < familiarMilliseconds;
    },
    note(network) {
      notedAt.delete(network);
      notedAt.set(network, now());
      const [oldest] = notedAt.keys();
      if (notedAt.size > maxFamiliarNetworks && oldest !== undefined) notedAt.delete(oldest);
    },
  };
}
