import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/start-embedded-postgres.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { installJobs } from '../src/platform/jobs/install-jobs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of all tests in the project; `template` is a migrated, empty database to copy. */
    postgres: { readonly connection: pg.ClientConfig; readonly template: string };
  }
}

/** Data need not outlive the run, and files are in memory: no WAL for standbys, no I/O workers. */
const fast = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  io_method: 'sync',
} as const;

/**
 * Starts one PostgreSQL for all files of a project, without durability: tests of durability start another one. It hashes
 * the password once only, because tests open thousands of connections.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-test-'));
  // the unprivileged user of the database must be able to traverse it
  await chmod(folder, 0o711);
  const postgres = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    log: pino({ level: 'silent' }),
    settings: { ...fast, max_connections: '200' },
  });
  const template = `template_${randomBytes(4).toString('hex')}`;
  const { connection } = postgres;
  await withClient(connection, async (client) => {
    await client.query(
      `set scram_iterations = 1; alter role current_user password ${client.escapeLiteral(connection.password)}`,
    );
    await client.query(`create database ${template}`);
  });
  await withClient({ ...connection, database: template }, (client) =>
    migrate(client, new URL('../migrations/', import.meta.url)),
  );
  // a fifth of a second for each test that has it done
  await installJobs({ ...connection, database: template });
  project.provide('postgres', { connection: { ...connection }, template });
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function withClient(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
