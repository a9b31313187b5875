import { type Expression, sql } from 'kysely';

/** The most bytes of one part of a list, unless it has one row: parts wait in memory for readers who do not read. */
export const maxPartBytes = 256 * 1024;

/**
 * Whether a row still belongs to a part that begins with the first row in this order. The order must be total: rows that
 * are equal in it would exceed the size together.
 */
export function fitsInPart(bytes: Expression<unknown>, order: Expression<unknown>) {
  return sql<boolean>`
    sum(${bytes}) over (order by ${order} rows unbounded preceding) <= ${maxPartBytes}
      or row_number() over (order by ${order} rows unbounded preceding) = 1`;
}

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
