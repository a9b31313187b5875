import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getReadiness } from '@gatewarden/contract/info';
import { expect, it } from 'vitest';
import { startDatabaseProxy } from '../../test/database-proxy.ts';
import { startTestServer } from '../../test/harness.ts';
import { StartError } from '../platform/start-error.ts';

/** Resolves with the message with which the start fails. */
async function refusal(start: Promise<AsyncDisposable>): Promise<string> {
  try {
    await (await start)[Symbol.asyncDispose]();
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  return 'it started';
}

const unusableKeys = [
  ['of another length', Buffer.alloc(16, 'sixteen bytes').toString('base64')],
  ['all zeros', Buffer.alloc(32).toString('base64')],
  ['a placeholder of the documentation', 'change-me'],
  ['a few repeated bytes', Buffer.from('secret'.repeat(6)).subarray(0, 32).toString('base64')],
] as const;

it.each(unusableKeys)('does not start with an instance key that is %s', async (_, key) => {
  expect(await refusal(startTestServer({ environment: { GATEWARDEN_SECRET_KEY: key } }))).toBe(
    'GATEWARDEN_SECRET_KEY is not a usable instance key: it must be 32 random bytes as base64. Make one with: openssl rand -base64 32',
  );
});

it('does not start with an empty key file and does not change it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatewarden-key-'));
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(join(dataDir, 'instance.key'), '');
    const environment = { GATEWARDEN_SECRET_KEY: '', GATEWARDEN_DATA_DIR: dataDir };
    expect(await refusal(startTestServer({ environment }))).toBe(
      `${join(dataDir, 'instance.key')} is empty. Put the former file back from a backup; only if this instance has never run, delete the file and start again, which makes a new key.`,
    );
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

it('does not start with a key other than that of the encrypted secrets', async () => {
  await using server = await startTestServer();
  const other = server.startReplica({ GATEWARDEN_SECRET_KEY: '5tXSJyHD0MeYD9UAnmXxqJM7b4ZGNPLzGQmHSLpYVQM=' });
  expect(await refusal(other)).toBe(
    'The instance key is not the one that this database was made with. Set GATEWARDEN_SECRET_KEY to the former key, or put the former instance.key back into the data folder.',
  );
  expect((await server.stranger().try(getReadiness, {})).status).toBe(200);
});

it('warns of secrets of a former version that cannot be decrypted, without their values', async () => {
  await using server = await startTestServer();
  await server.query(
    `insert into secret (kind, owner, value, former_context) values ('totp', '7', '\\x0063616e617279', 'mfa.totp:7')`,
  );
  await using restarted = await server.startReplica();
  expect(restarted.logged()).toContain('"secrets":[{"kind":"totp","owner":"7"}],"msg":"stored secrets cannot be');
  expect(restarted.logged()).not.toMatch(/canary|63616e617279/);
});

it('does not start on a database of a newer release', async () => {
  await using server = await startTestServer();
  await server.database.query(`insert into schema_migration (name, checksum) values ('9999-future.sql', 'x')`);
  expect(await refusal(server.startReplica())).toBe(
    'The database was changed by a newer release of Gatewarden (9999-future.sql). Start that release or a newer one, or restore a backup from before the upgrade.',
  );
});

it('does not start on a database with a changed migration', async () => {
  await using server = await startTestServer();
  await server.database.query(`update schema_migration set checksum = 'x' where name = '0001-events.sql'`);
  expect(await refusal(server.startReplica())).toBe(
    'The migration 0001-events.sql differs from the one that made this database. Restore the released file.',
  );
});

it('does not start without its database and reveals no password', async () => {
  const port = await closedPort();
  const withoutDatabase = startTestServer({
    environment: { DATABASE_URL: `postgres://user:canary@127.0.0.1:${port}/x` },
  });
  expect(await refusal(withoutDatabase)).toBe(
    `The database cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}. Check DATABASE_URL.`,
  );
  await using server = await startTestServer();
  const wrong = server.database.url.replace(/:[^:@/]+@/, ':canary@');
  const sentence = await refusal(server.startReplica({ DATABASE_URL: wrong }));
  expect(sentence).toMatch(/^The database cannot be reached: .*password.* Check DATABASE_URL\.$/);
  expect(sentence).not.toContain('canary');
  const missing = server.database.url.replace(/\/test_\w+/, '/missing');
  expect(await refusal(server.startReplica({ DATABASE_URL: missing }))).toMatch(
    /^The database cannot be reached: database "missing" does not exist\. Check DATABASE_URL\.$/,
  );
});

it('explains that the database became unavailable during the start', async () => {
  await using server = await startTestServer();
  await using proxy = await startDatabaseProxy(server.database, 1);
  expect(await refusal(server.startReplica({ DATABASE_URL: proxy.url }))).toMatch(
    /^The database stopped answering during the start: .+\. Start again once it answers\.$/,
  );
});

it('starts although the database takes seconds to accept a connection and to listen', async () => {
  await using server = await startTestServer();
  // the second connection is for notifications, the third for statements
  const delays = new Map([
    ['2 user', 1_600],
    ['2 listen', 1_600],
    ['3 user', 2_100],
  ]);
  const takeDelay = (nth: number, sent: Buffer) => {
    const key = [...delays.keys()].find((one) => one.startsWith(`${nth} `) && sent.includes(one.slice(2))) ?? '';
    const delay = delays.get(key) ?? 0;
    delays.delete(key);
    return delay;
  };
  await using proxy = await startDatabaseProxy(server.database, undefined, takeDelay);
  await using replica = await server.startReplica({ DATABASE_URL: proxy.url });
  expect((await replica.stranger().send('GET', '/ready')).status).toBe(200);
});

it('reads the addresses of known gateways before it listens for gateways', async () => {
  await using server = await startTestServer();
  const port = await closedPort();
  await using other = await server.database.transaction();
  await other.query('lock table component in access exclusive mode');
  const starting = server.startReplica({ GATEWARDEN_GRPC_PORT: String(port) });
  const readings = () =>
    server.database.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%host(ip)%'",
    );
  await expect.poll(readings).toHaveLength(1);
  const wasListening = await accepts(port);
  await other.commit();
  await using _ = await starting;
  expect([wasListening, await accepts(port)]).toEqual([false, true]);
});

it('explains that the database closed the connection during the migration', async () => {
  await using server = await startTestServer();
  await using other = await server.database.transaction();
  await other.query('lock table schema_migration in access exclusive mode');
  const starting = refusal(server.startReplica());
  await server.database.untilBlocked(starting);
  await server.database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  expect(await starting).toMatch(
    /^The database stopped answering during the start: .+\. Start again once it answers\.$/,
  );
});

it.each(['GATEWARDEN_HTTP', 'GATEWARDEN_GRPC', 'GATEWARDEN_EDGE'])(
  'does not start on a port that is in use: %s',
  async (prefix) => {
    await using other = await listener();
    const environment = { [`${prefix}_PORT`]: String(other.port) };
    expect(await refusal(startTestServer({ environment }))).toBe(
      `Port ${other.port} is in use by another program. End that one, or set ${prefix}_PORT to another port.`,
    );
  },
);

it('does not start on an address that the machine does not have', async () => {
  expect(await refusal(startTestServer({ environment: { GATEWARDEN_HTTP_HOST: '192.0.2.1' } }))).toBe(
    'This machine cannot listen on 192.0.2.1. Set GATEWARDEN_HTTP_HOST to an address that it has, or to :: for all of them.',
  );
});

it('stops everything it has started if a later step fails', async () => {
  await using server = await startTestServer();
  await using other = await listener();
  await refusal(server.startReplica({ GATEWARDEN_HTTP_PORT: String(other.port) }));
  // a backend ends shortly after its connection, and the first replica closes those of its own that are idle
  const countConnections = async () => {
    const [row] = await server.database.query(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = 'gatewarden'`,
    );
    return Number(row?.['count']);
  };
  await expect.poll(countConnections).toBeLessThanOrEqual(5);
  await using replica = await server.startReplica();
  expect((await replica.stranger().try(getReadiness, {})).status).toBe(200);
});

async function listener() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    port: address.port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}

async function closedPort(): Promise<number> {
  await using once = await listener();
  return once.port;
}
