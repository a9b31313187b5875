import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { BoundedPool } from './bounded-pool.ts';
import { createStatementNames, isStalePlan } from './prepared.ts';

// https://www.postgresql.org/docs/current/errcodes-appendix.html: read_only_sql_transaction
const readOnlyTransaction = '25006';

/** The message of the driver if nothing was received within `query_timeout`. */
const readTimeout = 'Query read timeout';

export function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === readTimeout;
}

/**
 * Wraps the pool so that a connection on which the database stopped answering is closed instead of reused: the next
 * statement on it would wait behind the missing answer. A connection that refused a write as read-only is closed too,
 * because it may lead to a former primary or retain a default that has changed meanwhile. Statements are prepared; if a
 * plan is stale, all connections are replaced when they are released.
 */
export function discardStuckConnections(pool: BoundedPool, onFailure: (error: unknown) => void): PostgresPool {
  const nameOf = createStatementNames();
  const Client = (pool as unknown as { Client: typeof pg.Client }).Client;
  return {
    options: pool.options,
    Client: Client as never,
    connect: async () => wrapClient(await pool.connect(), nameOf, onFailure, () => pool.retireConnections()),
    end: () => pool.end(),
  } as PostgresPool;
}

function wrapClient(
  client: pg.PoolClient,
  nameOf: (statement: string) => string | undefined,
  onFailure: (error: unknown) => void,
  onStalePlan: () => void,
): PostgresPoolClient {
  let isStuck = false;
  let isReadOnly = false;

  async function runStatement(text: string, values: unknown[]) {
    const name = nameOf(text);
    if (name === undefined) return client.query({ text, values });
    return client.query({ name, text, values }).catch((error: unknown) => {
      if (!isStalePlan(error)) throw error;
      onStalePlan();
      // within a transaction, which has already failed, this fails too: see `inTransaction`
      return client.query({ text, values }).catch(() => Promise.reject(error));
    });
  }

  return {
    query: async (text: string, parameters: unknown[] = []) => {
      if (isStuck) throw new Error(readTimeout);
      try {
        return await runStatement(text, parameters);
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
