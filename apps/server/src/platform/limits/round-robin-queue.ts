/** Waiting entries by owner. Owners are served in turn; the entries of one owner in order of arrival. */
export interface RoundRobinQueue<Entry> {
  readonly size: number;
  countOf(owner: string): number;
  add(owner: string, entry: Entry): void;
  /** Does nothing if the entry is not waiting. */
  remove(owner: string, entry: Entry): void;
  /** Takes the next entry of an owner for whom `mayTake` is true; undefined if there is none. */
  take(mayTake: (owner: string) => boolean): { readonly owner: string; readonly entry: Entry } | undefined;
  /** Takes the newest entry of the owner with the most entries; undefined if no owner has more than `least`. */
  takeFromLongest(least: number): Entry | undefined;
  /** Removes all entries and returns them. */
  clear(): Entry[];
}

export function createRoundRobinQueue<Entry>(): RoundRobinQueue<Entry> {
  /** In the order of turns. */
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
