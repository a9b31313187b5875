import type { CompiledQuery } from 'kysely';
import type { Database, Tx } from './database.ts';

type Run<Values extends readonly unknown[], Row> = (db: Database | Tx, ...values: Values) => Promise<Row[]>;

/**
 * Returns a function that runs a query and resolves with its rows. `build` runs once, because building and compiling a
 * query takes core longer than sending it. So it receives placeholders and must only pass them on as values.
 */
export function compileOnce<Values extends readonly unknown[], Row>(
  build: (db: Database, ...values: Values) => CompiledQuery<Row>,
): Run<Values, Row> {
  let run: Run<Values, Row> | undefined;
  return (db, ...values) => {
    run ??= prepare(db, values.length, build);
    return run(db, ...values);
  };
}

function prepare<Values extends readonly unknown[], Row>(
  db: Database,
  count: number,
  build: (db: Database, ...values: Values) => CompiledQuery<Row>,
): Run<Values, Row> {
  const placeholders = Array.from({ length: count }, () => ({}));
  const query = build(db, ...(placeholders as unknown as Values));
  // of each parameter, which value it takes; -1 for one that is always the same
  const indexes = query.parameters.map((parameter) => placeholders.indexOf(parameter as object));
  if (placeholders.some((_, index) => !indexes.includes(index))) throw new Error('a value is not a parameter');
  return async (executor, ...values) => {
    const parameters = indexes.map((index, at) => (index === -1 ? query.parameters[at] : values[index]));
    return (await executor.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
