import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../../apps/server/src/platform/config/config.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/database/embedded/start-embedded-postgres.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';

/** The destination of the data: the environment of a core that runs on them. */
export type Target = Readonly<Record<string, string>>;

export const log = createLog('error');

/** The configuration of a core on the target, reachable only from this machine. */
export function configOf(target: Target) {
  return readConfig({
    GATEWARDEN_HTTP_HOST: '127.0.0.1',
    GATEWARDEN_HTTP_PORT: '0',
    GATEWARDEN_GRPC_HOST: '127.0.0.1',
    GATEWARDEN_GRPC_PORT: '0',
    GATEWARDEN_EDGE_PORT: 'off',
    ...target,
  });
}

/** Not durable, but several times as fast: an incomplete data set is loaded again anyway. */
const bulkSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  maintenance_work_mem: '512MB',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
} as const;

/** Runs the work with a connection to the target's database, while no core runs on it. */
export async function withDatabase<T>(target: Target, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = configOf(target);
  if (databaseUrl) return withClient({ connectionString: databaseUrl.reveal() }, work);
  const postgres = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres'), settings: bulkSettings, log });
  try {
    return await withClient({ ...postgres.connection }, work);
  } finally {
    await postgres.stop();
  }
}

async function withClient<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
