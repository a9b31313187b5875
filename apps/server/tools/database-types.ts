// Writes the row types of the migrated database; with --verify, reports whether they are current. Requires the pinned
// Node: it runs TypeScript of the server.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/start-embedded-postgres.ts';
import { migrate } from '../src/platform/database/migrate.ts';

const outFile = fileURLToPath(new URL('../src/platform/database/types.gen.ts', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'gatewarden-types-'));
const postgres = await startEmbeddedPostgres({
  folder: join(folder, 'postgres'),
  log: pino({ level: 'silent' }),
  settings: { fsync: 'off' },
});
try {
  const { host, port, user, password, database } = postgres.connection;
  const client = new pg.Client(postgres.connection);
  await client.connect();
  try {
    await migrate(client, new URL('../migrations/', import.meta.url));
  } finally {
    await client.end();
  }
  const url = `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  execFileSync(
    fileURLToPath(new URL('../../../node_modules/.bin/kysely-codegen', import.meta.url)),
    [
      ...['--dialect', 'postgres', '--url', url, '--out-file', outFile, '--log-level', 'error'],
      ...['--include-pattern', 'public.*', '--type-mapping', JSON.stringify({ int8: 'number', inet: 'string' })],
      ...(process.argv.includes('--verify') ? ['--verify'] : []),
    ],
    { stdio: 'inherit' },
  );
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
