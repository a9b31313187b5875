import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { createStatementNames } from './prepared.ts';

// https://www.postgresql.org/docs/current/errcodes-appendix.html: read_only_sql_transaction
const readOnlyTransaction = '25006';

/** As the driver words it when nothing came back within `query_timeout`. */
const readTimeout = 'Query read timeout';

export function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === readTimeout;
}

/**
 * The pool, but a connection on which the database went silent is closed and not handed out again: whatever was asked
 * on it next would wait behind the answer that never came. One that refused a write as read-only is closed too, for it
 * may lead to a former primary, or keep a default that has been changed meanwhile.
 */
export function discardStuck(pool: pg.Pool, onFailure: (error: unknown) => void): PostgresPool {
  const nameOf = createStatementNames();
  const Client = (pool as unknown as { Client: typeof pg.Client }).Client;
  return {
    options: pool.options,
    Client: Client as never,
    connect: async () => attend(await pool.connect(), nameOf, onFailure),
    end: () => pool.end(),
  } as PostgresPool;
}

function attend(
  client: pg.PoolClient,
  nameOf: (statement: string) => string | undefined,
  onFailure: (error: unknown) => void,
): PostgresPoolClient {
  let isStuck = false;
  let isReadOnly = false;
  return {
    query: async (text: string, parameters: unknown[] = []) => {
      if (isStuck) throw new Error(readTimeout);
      try {
        const name = nameOf(text);
        return await client.query(
          name === undefined ? { text, values: parameters } : { name, text, values: parameters },
        );
      } catch (error) {
        isStuck = isReadTimeout(error);
        isReadOnly ||= (error as { code?: string }).code === readOnlyTransaction;
        onFailure(error);
        throw error;
      }
    },
    release: (destroy?: boolean) => client.release(destroy === true || isStuck || isReadOnly),
  } as unknown as PostgresPoolClient;
}
