/** Counts per key. Keys with a count of 0 take no memory. */
export interface Counts {
  of(key: string): number;
  add(key: string, amount?: number): void;
  /** The amount must have been added before. */
  remove(key: string, amount?: number): void;
}

export function createCounts(): Counts {
  const counts = new Map<string, number>();
  const of = (key: string) => counts.get(key) ?? 0;
  return {
    of,
    add: (key, amount = 1) => void counts.set(key, of(key) + amount),
    remove(key, amount = 1) {
      const left = of(key) - amount;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
  };
}
