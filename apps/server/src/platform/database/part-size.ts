/** The most bytes of one part of a list, unless it has one row: parts wait in memory for readers who do not read. */
export const maxPartBytes = 256 * 1024;

/** Consecutive items whose sizes add up to at most `maxSize`; an item that is larger is alone. */
export function* partition<Item>(items: readonly Item[], sizeOf: (item: Item) => number, maxSize: number) {
  let [part, size]: [Item[], number] = [[], 0];
  for (const item of items) {
    const next = sizeOf(item);
    if (part.length > 0 && size + next > maxSize) {
      yield part;
      [part, size] = [[], 0];
    }
    part.push(item);
    size += next;
  }
  if (part.length > 0) yield part;
}
