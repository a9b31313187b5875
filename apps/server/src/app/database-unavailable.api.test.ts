import { getMe, signIn } from '@gatewarden/contract/auth';
import { getHealth, getReadiness } from '@gatewarden/contract/info';
import { listNotices } from '@gatewarden/contract/notices';
import { getEssentials, patchSettings } from '@gatewarden/contract/settings';
import { getStats } from '@gatewarden/contract/traffic';
import { listUsers } from '@gatewarden/contract/users';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type DataFolder, givenDataFolder } from '../../test/given/data-folder.ts';
import { password } from '../../test/given/given.ts';
import { startTestServer, type TestServer } from '../../test/harness.ts';
import { openConsole } from '../../test/live-console.ts';
import { listPostgresProcesses } from '../platform/database/embedded/postgres-processes.ts';

/** Starts core on a PostgreSQL that the test can stop and start. */
async function startOn(data: DataFolder) {
  const postgres = await data.start();
  const { host, port, user, database, password: word } = postgres.connection;
  const url = `postgres://${user}:${encodeURIComponent(word)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  return { postgres, server: await startTestServer({ environment: { DATABASE_URL: url } }) };
}

async function untilReady(server: TestServer): Promise<void> {
  while ((await server.stranger().try(getReadiness, {})).status !== 200);
}

it('answers 503 immediately while the database is unavailable and recovers by itself', async () => {
  await using data = await givenDataFolder();
  const { postgres, server } = await startOn(data);
  await using _server = server;
  const admin = await server.given.admin();
  const word = { body: { username: 'rosa', password } };

  await postgres.stop();
  const calls = Array.from({ length: 12 }, (_, index) => [
    admin.try(getMe, {}),
    admin.try(listUsers, {}),
    admin.try(patchSettings, { body: { instance_name: `Lost ${index}` } }),
    server.stranger().try(getEssentials, {}),
    server.stranger().try(signIn, word),
  ]).flat();
  const answers = await Promise.all(calls);
  // a request that had waited for a connection would be refused as busy
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
    new Set(['503 database_unavailable']),
  );
  expect(await server.stranger().try(getHealth, {})).toMatchObject({ status: 200, body: 'alive' });
  expect(await server.stranger().try(getReadiness, {})).toMatchObject({
    status: 503,
    body: { code: 'database_unavailable' },
  });
  // a regular stop of the database is not an error of core
  expect(server.logged()).toContain('terminating connection due to administrator command');
  const stacks = server
    .logged()
    .split('\n')
    .filter((line) => /"level":[3-6]0/.test(line) && line.includes('"stack"'));
  expect(stacks).toEqual([]);
  // a caller is not reported as signed out
  expect((await admin.try(getMe, {})).status).toBe(503);

  await data.start();
  await untilReady(server);
  expect(await admin.call(getMe, {})).toMatchObject({ username: 'rosa' });
  expect((await server.stranger().try(signIn, word)).status).toBe(200);
  await admin.call(patchSettings, { body: { instance_name: 'Found' } });
  expect(await server.stranger().call(getEssentials, {})).toMatchObject({ instance_name: 'Found' });
});

it('commits no partial change and does not fail when the database stops during requests', async () => {
  await using data = await givenDataFolder();
  const { postgres, server } = await startOn(data);
  await using _server = server;
  const admin = await server.given.admin();
  const renames = Array.from({ length: 40 }, (_, index) =>
    admin.try(patchSettings, { body: { instance_name: `Name ${index}`, main_logo_url: `/${index}.svg` } }),
  );
  await renames[5];
  const [answers] = await Promise.all([Promise.all(renames), postgres.stop()]);
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual([]);

  await data.start();
  await untilReady(server);
  const { instance_name, main_logo_url } = await server.stranger().call(getEssentials, {});
  expect(main_logo_url).toBe(`/${instance_name.split(' ')[1]}.svg`);
});

/**
 * Advances timers. A call without database access between the steps lets data in flight arrive. Returns milliseconds.
 */
async function passUntil(server: TestServer, isOver: () => boolean | Promise<boolean>): Promise<number> {
  for (let milliseconds = 0; ; milliseconds += 50) {
    if (await isOver()) return milliseconds;
    vi.advanceTimersByTime(50);
    await server.stranger().try(getHealth, {});
  }
}

it('answers 503 within five seconds while the database hangs and recovers with it', async () => {
  await using data = await givenDataFolder();
  // fake timers measure the deadlines of the product and not the load of this machine
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { server } = await startOn(data);
  await using _server = server;
  const admin = await server.given.admin();
  // more than there are connections, so that some requests wait for one
  const ask = () =>
    Array.from({ length: 12 }, () => [admin.try(listUsers, {}), server.stranger().try(getEssentials, {})]);
  const processes = await listPostgresProcesses(data.folder);
  const signal = (name: NodeJS.Signals) => {
    for (const pid of processes) process.kill(pid, name);
  };
  try {
    const before = ask().flat();
    signal('SIGSTOP');
    let isAnswered = false;
    const answers = Promise.all([...before, ...ask().flat()]).finally(() => {
      isAnswered = true;
    });
    expect(await passUntil(server, () => isAnswered)).toBeLessThan(5_000);
    const refused = (await answers).filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThanOrEqual(24);
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['database_unavailable']));
    expect(refused.map(({ headers }) => Number(headers.get('retry-after'))).every((seconds) => seconds > 0)).toBe(true);
  } finally {
    signal('SIGCONT');
  }
  await passUntil(server, async () => (await server.stranger().try(getReadiness, {})).status === 200);
  expect(await admin.call(getMe, {})).toMatchObject({ username: 'rosa' });
});

it('continues reading from a read-only database, reports it to administrators and load balancers, and recovers by itself', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const name = server.database.connection.database;
  await using console = await openConsole(admin);
  // a report that was not counted yet
  await server.database.query("insert into traffic_seen_change (device_ids) values ('{}')");
  await server.database.query(`alter database "${name}" set default_transaction_read_only = on`);
  // sessions retain their initial settings
  await server.database.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  const readOnly = { status: 503, body: { code: 'database_read_only' } };
  const rename = () => admin.try(patchSettings, { body: { instance_name: 'Later' } });
  let answer = await rename();
  while (answer.body.code === 'database_unavailable') answer = await rename();
  expect(answer).toMatchObject(readOnly);
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]/);
  expect(await server.stranger().try(signIn, { body: { username: 'rosa', password } })).toMatchObject(readOnly);
  expect(await server.stranger().try(getReadiness, {})).toMatchObject({
    status: 503,
    body: { code: 'database_read_only', details: { reads: true } },
  });
  expect(await admin.call(getMe, {})).toMatchObject({ username: 'rosa' });
  expect(await admin.try(getStats, {})).toMatchObject({ status: 200 });
  await console.untilStale('notices');
  console.clear();
  expect(await admin.call(listNotices, {})).toEqual([
    { kind: 'database_read_only', since: expect.any(String), details: {} },
  ]);

  await server.database.query('set default_transaction_read_only = off');
  await server.database.query(`alter database "${name}" reset default_transaction_read_only`);
  while ((await admin.call(listNotices, {})).length > 0) {
    await console.untilStale('notices');
    console.clear();
  }
  expect(await server.stranger().try(getReadiness, {})).toMatchObject({ status: 200 });
  expect((await rename()).status).toBe(200);
  expect(server.logged().match(/the database refuses writes/g)).toHaveLength(1);
});
