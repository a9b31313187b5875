import { type Expression, sql } from 'kysely';
import type { Database } from './database.ts';
import { fitsInPart } from './part-size.ts';

/** Items of a list as PostgreSQL wrote them: JSON texts with commas between them, empty if there are none. */
export interface JsonItems<Item> {
  readonly json: string;
  /** Type of the items; never set. */
  readonly item?: Item;
}

/** The most rows of one part. A statement and its result take about 10 ms. */
const maxRows = 2_000;
const firstRows = 500;

/**
 * A table as JSON, by id, read in parts when the previous one was consumed. `queryAfter` selects the given number of
 * rows beyond an id, in the order of their ids. Needs no transaction: a row that exists all the time is read exactly once.
 */
export async function* readByIdAsJson<Row extends { readonly id: number }>(
  db: Database,
  queryAfter: (id: number, rows: number) => Expression<Row>,
): AsyncGenerator<JsonItems<Row>, void, void> {
  let rows = firstRows;
  for (let after: number | null = 0; after !== null; ) {
    const part: Part | undefined = (await partOf(queryAfter(after, rows), rows).execute(db)).rows[0];
    if (part?.json) yield { json: part.json };
    after = part?.next ?? null;
    // rows beyond the bytes of a part are read in vain
    rows = Math.min(2 * (part?.rows ?? 0), maxRows);
  }
}

interface Part {
  readonly json: string | null;
  readonly rows: number;
  /** The last id; null if there are no rows beyond it. */
  readonly next: number | null;
}

function partOf(query: Expression<unknown>, rows: number) {
  return sql<Part>`
    select string_agg(json, ',' order by id) filter (where fits) as json, (count(*) filter (where fits))::integer as rows,
      case when count(*) = ${rows} or not bool_and(fits) then max(id) filter (where fits) end as next
    from (
      select id, json, ${fitsInPart(sql`octet_length(json)`, sql`id`)} as fits
      from (select item.id, to_json(item)::text as json from ${query} as item) as rows
    ) as part`;
}

/** A `timestamptz` as `toNaive` formats it. */
export function naiveTimestamp<Column extends Date | null>(column: Expression<Column>) {
  // the fraction is truncated to milliseconds, as by the parser of the driver
  return sql<Extract<Column, null> | string>`
    replace(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), '.000', '')`;
}
