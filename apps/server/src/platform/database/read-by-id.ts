import { type Expression, sql } from 'kysely';
import { type ColumnNames, type ColumnValues, columnsOf, toRows } from './columns.ts';
import type { Database } from './database.ts';
import { maxPartBytes } from './part-size.ts';
import { readAhead } from './read-ahead.ts';

/** The most rows of one part. A statement and its result take about 10 ms. */
const maxRows = 2_000;
const firstRows = 500;
/** Share of a part that its expected rows fill, so that few parts are too long and read again. */
const expectedShare = 0.9;

/** Selects the given number of rows beyond an id, in the order of their ids. */
type QueryAfter<Row> = (id: number, rows: number) => Expression<Row>;

/**
 * A table by id, read in parts; PostgreSQL reads the next part while the previous one is consumed. The rows have the
 * named columns. Needs no transaction: a row that exists all the time is read exactly once.
 */
export function readById<Row extends { readonly id: number }>(
  db: Database,
  names: ColumnNames<Row>,
  queryAfter: QueryAfter<Row>,
): AsyncGenerator<Row[], void, void> {
  return readAhead(readParts(db, names, queryAfter));
}

async function* readParts<Row extends { readonly id: number }>(
  db: Database,
  names: ColumnNames<Row>,
  queryAfter: QueryAfter<Row>,
): AsyncGenerator<Row[], void, void> {
  for (let [after, wanted] = [0, firstRows]; ; ) {
    const { rows } = await partOf(queryAfter(after, wanted), names, after).execute(db);
    const [part] = rows;
    if (!part) throw new Error('expected one row');
    if (part.columns && part.rows > 0) {
      yield toRows(part.columns, names);
      if (part.rows < wanted) return;
      [after, wanted] = [part.last, nextRows(part)];
    } else if (part.rows > 0) wanted = rowsThatFit(part);
    else return;
  }
}

interface Part {
  /** Null if they are too long for a part. */
  readonly columns: ColumnValues | null;
  /** Of the rows as JSON. */
  readonly bytes: number;
  readonly rows: number;
  readonly last: number;
}

/** At most four times as many rows as before, because a few short rows say little about the next ones. */
function nextRows(part: Part): number {
  return Math.min(4 * part.rows, rowsThatFit(part), maxRows);
}

function rowsThatFit({ bytes, rows }: Pick<Part, 'bytes' | 'rows'>): number {
  return Math.max(1, Math.floor((expectedShare * maxPartBytes * rows) / bytes));
}

function partOf<Row>(query: Expression<Row>, names: ColumnNames<Row>, after: number) {
  const keyBytes = [...names.plain, ...(names.instants ?? [])].reduce(
    (bytes, name) => bytes + JSON.stringify(name).length + 1,
    0,
  );
  return sql<Part>`
    select case when bytes <= ${maxPartBytes} or rows = 1 then columns end as columns, bytes, rows, last
    from (select columns, octet_length(columns::text) + rows * ${keyBytes}::integer as bytes, rows, last
      from (select ${columnsOf('item', names)} as columns, count(*)::integer as rows,
        coalesce(max(item.id), ${after}) as last from ${query} as item) as part) as measured`;
}
