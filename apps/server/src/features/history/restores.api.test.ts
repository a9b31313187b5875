import { getMe } from '@gatewarden/contract/auth';
import { startDesktop } from '@gatewarden/contract/enrollment';
import { startNetworkDevice } from '@gatewarden/contract/network-devices';
import { listNotices } from '@gatewarden/contract/notices';
import { expect, it } from 'vitest';
import { copyDatabase } from '../../../test/database-copies.ts';
import { subscribeToEvents } from '../../../test/event-subscription.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

const restoresOf = (core: TestServer) =>
  core.query("select metadata from activity_entry where event = 'instance_restored'");

it('determines the lost period from the mark, despite entries that were written after the restore', async () => {
  await using server = await startTestServer({ now: '2030-01-01T00:00:00Z' });
  await using subscription = await subscribeToEvents(server.database);
  const admin = await server.given.admin();
  const location = await server.given.location();
  const gateway = await server.connectGateway(location);
  await gateway.disconnect();
  await subscription.next('gateway.disconnected');
  const [last] = await server.query('select id, at from activity_entry order by id desc limit 1');
  await using copy = await copyDatabase(server.database);
  server.clock.advance({ minutes: 10 });
  const laptop = await server.given.device(admin);
  await gateway.connect();
  await gateway.until(({ state }) => state?.peers.has(laptop.publicKey) === true);
  await gateway.disconnect();
  const [newest] = await server.query("select id from activity_entry where event = 'device_added'");
  server.clock.advance({ hours: 1 });

  await using core = await server.startReplica({ DATABASE_URL: copy.url });
  const before = await core.given.signedIn(admin.username);
  await before.call(getMe, {});
  await gateway.connect(core);
  await gateway.until(({ state }) => state?.peers.size === 0);
  await gateway.disconnect();
  const [restore] = await restoresOf(core);
  expect(restore?.['metadata']).toMatchObject({
    lost_from: (last as { at: Date }).at.toISOString(),
    lost_until: '2030-01-01T00:10:00.000Z',
    noticed_by: 'edge-1',
  });
  const { metadata } = restore as { metadata: { lost_entries: number } };
  expect(metadata.lost_entries).toBeGreaterThanOrEqual(Number(newest?.['id']) - Number(last?.['id']));
  const again = await core.given.signedIn(admin.username);
  const { from, until } = (await again.call(listNotices, {}))[0]?.details ?? {};
  expect([from, until]).toEqual(['2030-01-01T00:00:00', '2030-01-01T00:10:00']);
});

it('detects a restored dump without any mark, and shows the extent of the loss as unknown', async () => {
  await using server = await startTestServer({ now: '2030-01-01T00:00:00Z' });
  const admin = await server.given.admin();
  await using dump = await copyDatabase(server.database, { isDump: true });
  await using core = await server.startReplica({ DATABASE_URL: dump.url });
  expect(await restoresOf(core)).toMatchObject([
    { metadata: { lost_entries: null, lost_from: '2030-01-01T00:00:00.000Z', lost_until: null } },
  ]);
  const again = await core.given.signedIn(admin.username);
  expect(await again.call(listNotices, {})).toMatchObject([
    { kind: 'restored', details: { from: '2030-01-01T00:00:00' } },
  ]);
  // once: the history is written to this database now
  await using _ = await core.startReplica({ DATABASE_URL: dump.url });
  expect(await restoresOf(core)).toHaveLength(1);
});

it('ends tokens and mails of enrollments, which may have been used and sent since the backup', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const location = await server.given.location();
  await admin.call(startDesktop, { params: { username: admin.username }, body: {} });
  const address = { location_id: location.id, assigned_ips: ['10.1.0.77'] };
  await admin.call(startNetworkDevice, { body: { name: 'Printer', ...address } });
  await server.query(`insert into enrollment_announcement (user_id, due_at) values (${admin.id}, now())`);
  const count = `select (select count(*)::int from account_token) + (select count(*)::int from device_enrollment)
    + (select count(*)::int from enrollment_announcement) as n`;
  expect(await server.query(count)).toEqual([{ n: 3 }]);
  await using dump = await copyDatabase(server.database, { isDump: true });
  await using core = await server.startReplica({ DATABASE_URL: dump.url });
  expect(await restoresOf(core)).toHaveLength(1);
  expect(await core.query(count)).toEqual([{ n: 0 }]);
});

it('does not treat a database that was moved without loss, or a new replica, as a restore', async () => {
  await using server = await startTestServer();
  const dataDir = await server.makeDataDir();
  const admin = await server.given.admin();
  {
    await using _ = await server.startReplica({ GATEWARDEN_DATA_DIR: dataDir });
  }
  await using moved = await copyDatabase(server.database, { isDump: true });
  await using core = await server.startReplica({ DATABASE_URL: moved.url, GATEWARDEN_DATA_DIR: dataDir });
  await using _ = await core.startReplica({ DATABASE_URL: moved.url });
  expect(await restoresOf(core)).toEqual([]);
  expect(await core.given.signedIn(admin.username)).toBeDefined();
});
