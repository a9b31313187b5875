import { createHash } from 'node:crypto';
import { sql } from 'kysely';

/** How many statements of one process are prepared; each costs some 20 kB on every connection that uses it. */
const maxPrepared = 500;
/** How many statements that were asked only once are remembered. */
const maxSeenOnce = 1_000;
const mark = '/* plan each time */';

/**
 * A comment for statements whose best plan depends on the values, such as searches and lists of any length: they are
 * not prepared. Goes to the front of a statement, by `modifyFront` for built ones.
 */
export const plannedEachTime = sql.raw(mark);

/**
 * Tells which statements are prepared, and under which name: from the second time that one is asked, so that texts that
 * occur once take no memory in the database. Beginning and end of transactions are not worth it.
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
 * Whether the statement has to be prepared again: a migration changed the type of its result, or the server forgot it.
 * It had no effect.
 */
export function isStalePlan(error: unknown): boolean {
  const { code, routine } = error as { code?: string; routine?: string };
  // https://www.postgresql.org/docs/current/errcodes-appendix.html: feature_not_supported, invalid_sql_statement_name
  return (code === '0A000' && routine === 'RevalidateCachedQuery') || code === '26000';
}
