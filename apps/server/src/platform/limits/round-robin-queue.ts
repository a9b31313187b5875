/** Entries that wait, by owner. Owners take turns; those of one owner are served in the order in which they came. */
export interface RoundRobinQueue<Entry> {
  readonly size: number;
  countOf(owner: string): number;
  add(owner: string, entry: Entry): void;
  /** Harmless when it does not wait any more. */
  remove(owner: string, entry: Entry): void;
  /** The next entry, of an owner for whom `mayTake` is true; undefined when there is none. */
  take(mayTake: (owner: string) => boolean): { readonly owner: string; readonly entry: Entry } | undefined;
  /** The newest entry of the owner with the most; undefined when none has more than `least`. */
  takeFromLongest(least: number): Entry | undefined;
  /** Removes all and returns them. */
  clear(): Entry[];
}

export function createRoundRobinQueue<Entry>(): RoundRobinQueue<Entry> {
  /** The owner whose turn is next comes first. */
  const byOwner = new Map<string, Set<Entry>>();
  let size = 0;

  function remove(owner: string, entry: Entry): void {
    const entries = byOwner.get(owner);
    if (!entries?.delete(entry)) return;
    size -= 1;
    if (entries.size === 0) byOwner.delete(owner);
  }

  return {
    get size() {
      return size;
    },
    countOf: (owner) => byOwner.get(owner)?.size ?? 0,
    add(owner, entry) {
      const entries = byOwner.get(owner) ?? new Set();
      byOwner.set(owner, entries.add(entry));
      size += 1;
    },
    remove,
    take(mayTake) {
      for (const [owner, entries] of byOwner) {
        const [entry] = entries;
        if (entry === undefined || !mayTake(owner)) continue;
        remove(owner, entry);
        // to the end of the round
        if (byOwner.delete(owner)) byOwner.set(owner, entries);
        return { owner, entry };
      }
      return undefined;
    },
    takeFromLongest(least) {
      let longest: [string, Set<Entry>] | undefined;
      for (const each of byOwner) if (each[1].size > (longest?.[1].size ?? least)) longest = each;
      const newest = longest && [...longest[1]].at(-1);
      if (longest && newest !== undefined) remove(longest[0], newest);
      return newest;
    },
    clear() {
      const all = [...byOwner.values()].flatMap((entries) => [...entries]);
      byOwner.clear();
      size = 0;
      return all;
    },
  };
}
