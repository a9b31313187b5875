import pg from 'pg';

const connectMilliseconds = 2_000;
const statementMilliseconds = 20_000;

/**
 * Tries to write about a megabyte, of which nothing stays; fails as a request's write would. On a new connection of its
 * own: sessions keep the `default_transaction_read_only` that they began with, and those of the pool are in use.
 */
export async function probeWrites(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: connectMilliseconds,
    statement_timeout: statementMilliseconds,
    query_timeout: statementMilliseconds + 1_000,
    application_name: 'gatewarden',
  });
  // the query that it breaks fails as well
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('begin');
    await client.query(
      'create temp table gatewarden_write_probe on commit drop as select n from generate_series(1, 30000) as n',
    );
    await client.query('rollback');
  } finally {
    // not awaited: a server that went silent says no farewell
    client.end().catch(() => undefined);
  }
}
