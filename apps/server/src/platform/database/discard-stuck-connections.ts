import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { BoundedPool } from './bounded-pool.ts';
import { createStatementNames, isStalePlan } from './prepared.ts';

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
 * may lead to a former primary, or keep a default that has been changed meanwhile. Statements are prepared; once a plan
 * is stale all connections are replaced as they are given back.
 */
export function discardStuckConnections(pool: BoundedPool, onFailure: (error: unknown) => void): PostgresPool {
  const nameOf = createStatementNames();
  const Client = (pool as unknown as { Client: typeof pg.Client }).Client;
  return {
    options: pool.options,
    Client: Client as never,
    connect: async () => attend(await pool.connect(), nameOf, onFailure, () => pool.retireConnections()),
    end: () => pool.end(),
  } as PostgresPool;
}

function attend(
  client: pg.PoolClient,
  nameOf: (statement: string) => string | undefined,
  onFailure: (error: unknown) => void,
  onStalePlan: () => void,
): PostgresPoolClient {
  let isStuck = false;
  let isReadOnly = false;

  async function ask(text: string, values: unknown[]) {
    const name = nameOf(text);
    if (name === undefined) return client.query({ text, values });
    return client.query({ name, text, values }).catch((error: unknown) => {
      if (!isStalePlan(error)) throw error;
      onStalePlan();
      // in a transaction, which has failed, this fails too: see `inTransaction`
      return client.query({ text, values }).catch(() => Promise.reject(error));
    });
  }

  return {
    query: async (text: string, parameters: unknown[] = []) => {
      if (isStuck) throw new Error(readTimeout);
      try {
        return await ask(text, parameters);
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
