import type { RawBuilder } from 'kysely';

/** A row of a subquery that returns all its rows as one JSON value: timestamps are texts. */
export type JsonRow<Subquery> = Subquery extends RawBuilder<readonly (infer Row)[]> ? Row : never;

type Revived<Row, Name extends keyof Row> = Omit<Row, Name> & { readonly [N in Name]: Date | Extract<Row[N], null> };

/** A row that PostgreSQL wrote as JSON, with dates for the texts of the named timestamps. */
export function reviveDates<Row extends object, Name extends keyof Row & string>(
  row: Row,
  ...names: readonly Name[]
): Revived<Row, Name> {
  const dates = names.map((name) => [name, row[name] === null ? null : new Date(row[name] as string)]);
  return { ...row, ...Object.fromEntries(dates) };
}
