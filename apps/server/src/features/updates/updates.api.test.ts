import { listActivity } from '@gatewarden/contract/activity-log';
import { getHome } from '@gatewarden/contract/home';
import { listNotifications } from '@gatewarden/contract/notifications';
import { getUpdate, getVersions } from '@gatewarden/contract/updates';
import { expect, it, onTestFinished } from 'vitest';
import { givenPublisher, release } from '../../../test/given/release-feed.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { type Receiver, startReceiver } from '../../../test/receiver.ts';
import { runJob } from '../../../test/run-job.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { fetchFeed } from './fetch-feed.ts';

const publisher = await givenPublisher();
const other = await givenPublisher('Other publisher');

const readingFrom = (receiver: Receiver, key = publisher.entry.public_key) => ({
  GATEWARDEN_UPDATES_URL: `${receiver.url}/feed`,
  GATEWARDEN_UPDATES_KEYS: key,
  GATEWARDEN_OUTBOUND_ALLOW: '127.0.0.1',
});
const startReading = (receiver: Receiver, key?: string) => startTestServer({ environment: readingFrom(receiver, key) });

async function settle(server: TestServer): Promise<void> {
  const unfinished = `select from pgboss.job where name = 'updates.check' and state in ('created', 'retry', 'active')`;
  await expect.poll(() => server.query(unfinished)).toHaveLength(0);
}

/** Runs the check after the time in which it is not due. */
async function checkAgain(server: TestServer): Promise<void> {
  server.clock.advance({ hours: 6 });
  await runJob(server, 'updates.check');
}

async function checkOf(server: TestServer) {
  return (await (await server.given.admin()).call(getVersions, {})).update_check;
}

async function versionOf(server: TestServer): Promise<string | undefined> {
  return (await (await server.given.admin()).call(getUpdate, {}))?.version;
}

const warnings = (server: TestServer) =>
  server
    .logged()
    .split('\n')
    .filter((line) => line.includes('the release feed is not used'))
    .map((line) => JSON.parse(line));

it('does not check for updates by default', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  expect(await admin.call(getUpdate, {})).toBeNull();
  expect((await admin.call(getVersions, {})).update_check).toEqual({
    ...{ enabled: false, host: null, checked_at: null, problem: null, detail: null, failing_since: null },
  });
  await runJob(server, 'updates.check');
  expect(await server.query('select from release_feed where attempted_at is not null')).toEqual([]);
});

it('tells administrators once about a newer release, and says nothing about the instance to the feed', async () => {
  await using receiver = await startReceiver();
  receiver.answer(200, await publisher.sign({ release: { version: '0.0.1' } }));
  await using server = await startReading(receiver);
  await settle(server);
  const admin = await server.given.admin();
  receiver.answer(200, await publisher.sign({ release: { critical: true } }));
  await checkAgain(server);
  expect(await admin.call(getUpdate, {})).toEqual({ ...release, critical: true });
  const [request] = receiver.received;
  expect(request).toEqual({
    path: '/feed',
    body: '',
    headers: { accept: expect.any(String), host: new URL(receiver.url).host, connection: 'close' },
  });
  await checkAgain(server);
  await checkAgain(server);
  expect(receiver.received).toHaveLength(4);
  const log = await admin.call(listActivity, { query: { event: ['update_found'] } });
  expect(log.data.map(({ description }) => description)).toEqual(['9.0.0, critical']);
  expect((await admin.call(getHome, {})).attention).toContainEqual(
    expect.objectContaining({
      kind: 'update_available',
      severity: 'danger',
      details: { version: '9.0.0', critical: true },
    }),
  );
  const { notifications } = await admin.call(listNotifications, { query: {} });
  expect(notifications.filter(({ kind }) => kind === 'update_available')).toMatchObject([
    { count: 1, details: { version: '9.0.0', critical: true } },
  ]);
  const user = await server.given.user();
  expect((await user.try(getUpdate, {})).status).toBe(403);
  expect((await user.call(listNotifications, { query: {} })).notifications).toEqual([]);
});

it('offers no release that is older than core or the same, whatever its build', async () => {
  await using receiver = await startReceiver();
  receiver.answer(200, await publisher.sign({ release: { version: '0.0.1' } }));
  await using server = await startReading(receiver);
  await settle(server);
  const admin = await server.given.admin();
  const { core } = await admin.call(getVersions, {});
  for (const [version, offered] of [
    ['0.0.1', undefined],
    [core.version, undefined],
    [`${core.version}+99`, undefined],
    [`${core.version}-rc.1`, undefined],
    ['1.0.0-rc.1', '1.0.0-rc.1'],
  ] as const) {
    receiver.answer(200, await publisher.sign({ release: { version }, issuedAt: server.clock.now() }));
    await checkAgain(server);
    expect([version, await versionOf(server)]).toEqual([version, offered]);
    expect(await checkOf(server)).toMatchObject({ problem: null });
  }
  expect((await server.events()).filter(({ type }) => type === 'update.found')).toHaveLength(1);
});

it('checks every six hours, and every hour while that fails', async () => {
  await using receiver = await startReceiver();
  receiver.answer(200, await publisher.sign());
  await using server = await startReading(receiver);
  await settle(server);
  const countAfter = async (hours: number) => {
    server.clock.advance({ hours });
    await runJob(server, 'updates.check');
    return receiver.received.length;
  };
  expect(await countAfter(5)).toBe(1);
  expect(await countAfter(1)).toBe(2);
  receiver.answer(500, 'failure');
  expect(await countAfter(5)).toBe(2);
  expect(await countAfter(1)).toBe(3);
  expect(await countAfter(1)).toBe(4);
  // at a start always
  await using _ = await server.startReplica();
  await settle(server);
  expect(receiver.received).toHaveLength(5);
});

it('shows and logs once why a feed is not accepted, keeps what is known, and recovers', async () => {
  await using receiver = await startReceiver();
  receiver.answer(200, await publisher.sign());
  await using server = await startReading(receiver);
  await settle(server);
  const checkedAt = (await checkOf(server)).checked_at;
  const forged = (await publisher.sign({ release: { version: '10.0.0' } })).replace(/.{8}$/, 'AAAAAAAA');
  receiver.answer(200, forged);
  await checkAgain(server);
  await checkAgain(server);
  expect(receiver.received).toHaveLength(3);
  expect(await checkOf(server)).toMatchObject({
    ...{ problem: 'signature_invalid', checked_at: checkedAt, failing_since: expect.any(String) },
  });
  expect(warnings(server)).toMatchObject([{ problem: 'signature_invalid' }]);
  expect(await versionOf(server)).toBe('9.0.0');
  const admin = await server.given.admin();
  expect((await admin.call(getHome, {})).attention).toContainEqual(
    expect.objectContaining({ kind: 'update_check_failing', details: { problem: 'signature_invalid' } }),
  );

  receiver.answer(200, await other.sign({ release: { version: '11.0.0' } }));
  await checkAgain(server);
  expect(warnings(server)).toHaveLength(1);
  receiver.answer(200, '<html>Sign in</html>');
  await checkAgain(server);
  expect(warnings(server)).toHaveLength(2);
  expect(await versionOf(server)).toBe('9.0.0');

  receiver.answer(200, await publisher.sign({ release: { version: '9.1.0' } }));
  await checkAgain(server);
  expect(await checkOf(server)).toMatchObject({ problem: null, detail: null, failing_since: null });
  expect(await versionOf(server)).toBe('9.1.0');
  const events = (await server.events()).map(({ type }) => type).filter((type) => type.startsWith('update.'));
  expect(events).toEqual([
    ...['update.found', 'update.check-failed', 'update.check-failed', 'update.check-recovered', 'update.found'],
  ]);
});

it('refuses an older feed, one that has expired and one of the future', async () => {
  await using receiver = await startReceiver();
  const now = Date.now();
  const at = (days: number) => new Date(now + days * 86_400_000);
  const older = await publisher.sign({ release: { version: '9.1.0' }, issuedAt: at(-20) });
  receiver.answer(200, await publisher.sign({ issuedAt: at(-10) }));
  await using server = await startReading(receiver);
  await settle(server);
  for (const [feed, problem] of [
    [older, 'rolled_back'],
    [await publisher.sign({ issuedAt: at(-9), expiresAt: at(-1) }), 'expired'],
    [await publisher.sign({ issuedAt: at(30) }), 'not_yet_valid'],
  ] as const) {
    receiver.answer(200, feed);
    await checkAgain(server);
    expect((await checkOf(server)).problem).toBe(problem);
  }
  // withdrawn by a later feed: what counts is when it was issued
  receiver.answer(200, await publisher.sign({ release: { version: '8.0.0' }, issuedAt: at(-5) }));
  await checkAgain(server);
  expect([await versionOf(server), (await checkOf(server)).problem]).toEqual(['8.0.0', null]);
});

it('ignores what a key stated that is no longer trusted, and when', async () => {
  await using receiver = await startReceiver();
  receiver.answer(200, await publisher.sign());
  await using server = await startReading(receiver);
  await settle(server);
  const known = await server.database.query('select * from release_feed');
  expect(await versionOf(server)).toBe('9.0.0');
  receiver.answer(
    200,
    await other.sign({ release: { version: '9.2.0' }, issuedAt: new Date(Date.now() - 86_400_000) }),
  );
  await using successor = await startReading(receiver, other.entry.public_key);
  await settle(successor);
  expect(await versionOf(successor)).toBe('9.2.0');
  const { statement, issued_at, key_id } = known[0] as Record<string, unknown>;
  const set = 'update release_feed set statement = $1, issued_at = $2, key_id = $3, attempted_at = null';
  await successor.database.query(set, [statement, issued_at, key_id]);
  expect(await versionOf(successor)).toBeUndefined();
  await runJob(successor, 'updates.check');
  expect([await versionOf(successor), (await checkOf(successor)).problem]).toEqual(['9.2.0', null]);
});

it.each<[string, string, (receiver: Receiver) => void]>([
  ['status 500', 'status 500', (receiver) => receiver.answer(500, 'failure')],
  [
    'a redirect to a private address',
    'blocked_address 127.0.0.2',
    (receiver) =>
      receiver.handle((_, response) =>
        response.writeHead(302, { location: receiver.url.replace('127.0.0.1', '127.0.0.2') }).end(),
      ),
  ],
  [
    'redirects without end',
    'status 302',
    (receiver) => receiver.handle((_, response) => response.writeHead(302, { location: '/feed' }).end()),
  ],
  [
    'a body without end',
    'too_large 65536',
    (receiver) =>
      receiver.handle((_, response) => {
        response.writeHead(200);
        const write = () => {
          while (!response.destroyed && response.write('x'.repeat(16_384)));
        };
        response.on('drain', write);
        write();
      }),
  ],
  ['a closed connection', 'connection', (receiver) => receiver.handle((_, response) => response.destroy())],
])('survives %s', async (_, detail, misbehave) => {
  await using receiver = await startReceiver();
  misbehave(receiver);
  await using server = await startReading(receiver);
  await settle(server);
  expect(await checkOf(server)).toMatchObject({ problem: 'unreachable', detail: expect.stringContaining(detail) });
  const admin = await server.given.admin();
  const failing = async () =>
    (await admin.call(getHome, {})).attention.filter(({ kind }) => kind === 'update_check_failing');
  expect(await failing()).toEqual([]);
  server.clock.advance({ hours: 24 });
  expect(await failing()).toHaveLength(1);
});

it('bounds the time of a server that answers one byte per second', async () => {
  await using receiver = await startReceiver();
  const timers: NodeJS.Timeout[] = [];
  receiver.handle((_, response) => {
    response.writeHead(200);
    timers.push(setInterval(() => response.write('e'), 50));
  });
  onTestFinished(() => timers.forEach(clearInterval));
  const proxies = { forHttps: undefined, forHttp: undefined, except: [] };
  const outbound = createOutbound({ allow: ['127.0.0.1'], proxies });
  await expect(fetchFeed(outbound, receiver.url, { totalMilliseconds: 300 })).rejects.toMatchObject({
    problem: 'unreachable',
    detail: expect.stringContaining('timeout total'),
  });
});

it('reads feeds over http only from hosts that the operator lists', async () => {
  await using receiver = await startReceiver();
  const environment = { ...readingFrom(receiver), GATEWARDEN_OUTBOUND_ALLOW: '' };
  await using server = await startTestServer({ environment });
  await settle(server);
  expect(await checkOf(server)).toMatchObject({ problem: 'not_https', detail: new URL(receiver.url).host });
  expect(receiver.received).toEqual([]);
});

it('reads no feed that it could not verify', async () => {
  await using receiver = await startReceiver();
  await using server = await startTestServer({
    environment: { ...readingFrom(receiver), GATEWARDEN_UPDATES_KEYS: '' },
  });
  await settle(server);
  expect(await checkOf(server)).toMatchObject({ enabled: true, problem: 'no_keys' });
  expect(receiver.received).toEqual([]);
});
