import { type Expression, sql } from 'kysely';
import type { Database } from './database.ts';

/** Items of a list as PostgreSQL wrote them: JSON texts with commas between them, empty if there are none. */
export interface JsonItems<Item> {
  readonly json: string;
  /** Type of the items; never set. */
  readonly item?: Item;
}

/** Rows of one statement of `readByIdAsJson`: it and its result take about 10 ms and 500 kB. */
const rowsPerStatement = 2_000;

/**
 * A table as JSON, by id, read in parts when the previous one was consumed. `queryAfter` selects the given number of
 * rows beyond an id, in the order of their ids. Needs no transaction: a row that exists all the time is read exactly once.
 */
export async function* readByIdAsJson<Row extends { readonly id: number }>(
  db: Database,
  queryAfter: (id: number, rows: number) => Expression<Row>,
): AsyncGenerator<JsonItems<Row>, void, void> {
  for (let after: number | null = 0; after !== null; ) {
    const part: Part | undefined = (await partOf(queryAfter(after, rowsPerStatement)).execute(db)).rows[0];
    if (part?.json) yield { json: part.json };
    after = part?.next ?? null;
  }
}

interface Part {
  readonly json: string | null;
  /** The last id; null if there are no rows beyond it. */
  readonly next: number | null;
}

function partOf(query: Expression<unknown>) {
  return sql<Part>`
    select string_agg(to_json(item)::text, ',') as json,
      case when count(*) = ${rowsPerStatement} then max(item.id) end as next
    from ${query} as item`;
}

/** A `timestamptz` as `toNaive` formats it. */
export function naiveTimestamp<Column extends Date | null>(column: Expression<Column>) {
  // the fraction is truncated to milliseconds, as by the parser of the driver
  return sql<Extract<Column, null> | string>`
    replace(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), '.000', '')`;
}
