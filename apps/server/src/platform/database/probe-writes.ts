import type pg from 'pg';

/**
 * Tries to write about a megabyte, of which nothing stays; fails as a request's write would. On a connection of its
 * own, since sessions keep the `default_transaction_read_only` that they began with.
 */
export async function probeWrites(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      'create temp table gatewarden_write_probe on commit drop as select n from generate_series(1, 30000) as n',
    );
    await client.query('rollback');
  } finally {
    client.release(true);
  }
}
