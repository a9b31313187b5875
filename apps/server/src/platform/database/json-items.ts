import { type Expression, sql } from 'kysely';
import type { Database } from './database.ts';
import { maxPartBytes } from './part-size.ts';
import { readAhead } from './read-ahead.ts';

/** Items of a list as PostgreSQL wrote them: JSON texts with commas between them, empty if there are none. */
export interface JsonItems<Item> {
  readonly json: string;
  /** Type of the items; never set. */
  readonly item?: Item;
}

/** The most rows of one part. A statement and its result take about 10 ms. */
const maxRows = 2_000;
const firstRows = 500;
/** Share of a part that its expected rows fill, so that few parts are too long and read again. */
const expectedShare = 0.9;

/**
 * A table as JSON, by id, read in parts; PostgreSQL writes the next part while the previous one is consumed. `queryAfter`
 * selects the given number of rows beyond an id, in the order of their ids. Needs no transaction: a row that exists all
 * the time is read exactly once.
 */
export function readByIdAsJson<Row extends { readonly id: number }>(
  db: Database,
  queryAfter: (id: number, rows: number) => Expression<Row>,
): AsyncGenerator<JsonItems<Row>, void, void> {
  return readAhead(readParts(db, queryAfter));
}

async function* readParts(
  db: Database,
  queryAfter: (id: number, rows: number) => Expression<{ readonly id: number }>,
): AsyncGenerator<{ readonly json: string }, void, void> {
  for (let [after, wanted] = [0, firstRows]; ; ) {
    const part: Part = await readPart(db, queryAfter, after, wanted);
    if (part.json) yield { json: part.json };
    if (part.rows < part.wanted) return;
    [after, wanted] = [part.last, nextRows(part)];
  }
}

interface Part {
  /** Null if there are no rows. */
  readonly json: string | null;
  readonly bytes: number;
  readonly rows: number;
  /** How many rows were requested; if there are fewer, no more exist. */
  readonly wanted: number;
  readonly last: number;
}

async function readPart(
  db: Database,
  queryAfter: (id: number, rows: number) => Expression<{ readonly id: number }>,
  after: number,
  wanted: number,
): Promise<Part> {
  const { rows } = await partOf(queryAfter(after, wanted), after).execute(db);
  const [part] = rows;
  if (!part) throw new Error('expected one row');
  const isTooLong = part.bytes > maxPartBytes && part.rows > 1;
  return isTooLong ? readPart(db, queryAfter, after, rowsThatFit(part)) : { ...part, wanted };
}

/** At most four times as many rows as before, because a few short rows say little about the next ones. */
function nextRows(part: Part): number {
  return Math.min(4 * part.rows, rowsThatFit(part), maxRows);
}

function rowsThatFit({ bytes, rows }: Pick<Part, 'bytes' | 'rows'>): number {
  return Math.max(1, Math.floor((expectedShare * maxPartBytes * rows) / bytes));
}

/** The JSON is omitted if it is too long for a part: a sum of lengths takes half the time of one in a window. */
function partOf(query: Expression<unknown>, after: number) {
  return sql<Omit<Part, 'wanted'>>`
    select case when coalesce(sum(octet_length(json)), 0) <= ${maxPartBytes} or count(*) = 1
        then string_agg(json, ',' order by id) end as json,
      coalesce(sum(octet_length(json)), 0) as bytes, count(*)::integer as rows, coalesce(max(id), ${after}) as last
    from (select item.id, to_json(item)::text as json from ${query} as item) as part`;
}

/** A `timestamptz` as `toNaive` formats it. */
export function naiveTimestamp<Column extends Date | null>(column: Expression<Column>) {
  // the fraction is truncated to milliseconds, as by the parser of the driver
  return sql<Extract<Column, null> | string>`
    replace(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), '.000', '')`;
}
