import { type RawBuilder, sql } from 'kysely';

const mark = '/* prepared */';

/**
 * As `sql`, for the few statements that are asked with every request: each connection parses and plans such a one
 * once. For others it is not worth what every connection keeps of them, nor a plan that fits all values alike.
 */
export function prepared<Row>(text: TemplateStringsArray, ...values: unknown[]): RawBuilder<Row> {
  return sql<Row>`${sql.raw(mark)}${sql<Row>(text, ...values)}`;
}

/** Tells which statements are to be prepared, and under which name. */
export function createStatementNames(): (statement: string) => string | undefined {
  const names = new Map<string, string>();
  return (statement) => {
    if (!statement.startsWith(mark)) return undefined;
    const known = names.get(statement);
    if (known) return known;
    const name = `gatewarden_${names.size + 1}`;
    names.set(statement, name);
    return name;
  };
}
