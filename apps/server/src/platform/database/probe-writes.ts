import type { BoundedPool } from './bounded-pool.ts';

/**
 * Tries to write about a megabyte, of which nothing stays; fails as a request's write would. On a new connection,
 * since sessions keep the `default_transaction_read_only` that they began with.
 */
export async function probeWrites(pool: BoundedPool): Promise<void> {
  pool.retireConnections();
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
