import pg from 'pg';

const connectMilliseconds = 2_000;
const statementMilliseconds = 20_000;

/**
 * Writes about a megabyte and rolls it back; fails like the write of a request. Uses a new connection: sessions retain
 * the `default_transaction_read_only` of their start, and those of the pool are in use.
 */
export async function probeWrites(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: connectMilliseconds,
    statement_timeout: statementMilliseconds,
    query_timeout: statementMilliseconds + 1_000,
    application_name: 'gatewarden',
  });
  // the query on the connection fails as well
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('begin');
    await client.query(
      'create temp table gatewarden_write_probe on commit drop as select n from generate_series(1, 30000) as n',
    );
    await client.query('rollback');
  } finally {
    // not awaited: an unresponsive server never confirms
    client.end().catch(() => undefined);
  }
}
