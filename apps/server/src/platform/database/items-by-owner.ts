/**
 * The items of each owner, in the order of `items`: a join of rows that were read table by table. Links to other items
 * are ignored.
 */
export function itemsByOwner<Item extends { readonly id: number }>(
  items: readonly Item[],
  links: Iterable<{ readonly item: number; readonly owner: number }>,
): ReadonlyMap<number, readonly Item[]> {
  const ownersOf = new Map<number, number[]>(items.map(({ id }) => [id, []]));
  for (const { item, owner } of links) ownersOf.get(item)?.push(owner);
  const itemsOf = new Map<number, Item[]>();
  for (const item of items) {
    for (const owner of ownersOf.get(item.id) ?? []) {
      const own = itemsOf.get(owner);
      if (own) own.push(item);
      else itemsOf.set(owner, [item]);
    }
  }
  return itemsOf;
}
