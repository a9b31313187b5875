import { type RawBuilder, sql } from 'kysely';

/**
 * The right side of `column = …` for any of the values. A single one, the usual case, is compared directly: PostgreSQL
 * then plans a prepared statement once. For `any` of an array it assumes ten values and plans each time, which takes
 * longer than a short statement itself.
 */
export function anyOf<T>(values: readonly T[]): RawBuilder<T> {
  const [first, ...more] = values;
  return first === undefined || more.length > 0 ? sql<T>`any(${values})` : sql<T>`${first}`;
}
