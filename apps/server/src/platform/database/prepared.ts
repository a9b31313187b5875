import { createHash } from 'node:crypto';
import { sql } from 'kysely';

/** Maximum number of prepared statements of one process; each costs about 20 kB on every connection that uses it. */
const maxPrepared = 500;
/** Maximum number of statements that were used once and are remembered. */
const maxSeenOnce = 1_000;
const mark = '/* plan each time */';

/**
 * A comment that excludes a statement from preparation because its best plan depends on the values, such as searches
 * and lists of any length. Put it at the start of a statement, for built statements with `modifyFront`.
 */
export const plannedEachTime = sql.raw(mark);

/**
 * Returns the name of a prepared statement, or undefined if it is not prepared. Statements are prepared from their
 * second use on, so that unique texts take no memory in the database. Start and end of transactions are not prepared.
 */
export function createStatementNames(): (statement: string) => string | undefined {
  const names = new Map<string, string>();
  const seenOnce = new Set<string>();

  return (statement) => {
    const known = names.get(statement);
    if (known !== undefined) return known;
    if (names.size >= maxPrepared || !isPreparable(statement)) return undefined;
    if (!seenOnce.delete(statement)) {
      if (seenOnce.size >= maxSeenOnce) seenOnce.clear();
      seenOnce.add(statement);
      return undefined;
    }
    const name = `gatewarden_${createHash('sha256').update(statement).digest('base64url').slice(0, 22)}`;
    names.set(statement, name);
    return name;
  };
}

function isPreparable(statement: string): boolean {
  return /^\s*(select|insert|update|delete|with)\b/i.test(statement) && !statement.includes(mark);
}

/**
 * Whether the statement must be prepared again because a migration changed the type of its result or the server dropped
 * it. The statement had no effect.
 */
export function isStalePlan(error: unknown): boolean {
  const { code, routine } = error as { code?: string; routine?: string };
  // https://www.postgresql.org/docs/current/errcodes-appendix.html: feature_not_supported, invalid_sql_statement_name
  return (code === '0A000' && routine === 'RevalidateCachedQuery') || code === '26000';
}
