import { listActivity } from '@gatewarden/contract/activity-log';
import { getMe } from '@gatewarden/contract/auth';
import { listGateways } from '@gatewarden/contract/gateways';
import { acknowledgeRestore } from '@gatewarden/contract/history';
import { listNotices } from '@gatewarden/contract/notices';
import { startPasskeySignIn } from '@gatewarden/contract/security-keys';
import { expect, it } from 'vitest';
import { copyDatabase } from '../../../test/database-copies.ts';
import { subscribeToEvents } from '../../../test/event-subscription.ts';
import { givenSecurityKey } from '../../../test/given/security-keys.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

const restoresOf = (core: TestServer) =>
  core.query("select metadata from activity_entry where event = 'instance_restored'");

const restored = (server: TestServer) => expect.poll(() => restoresOf(server)).toHaveLength(1);

it('ends all sessions when core detects an older database, and shows a notice until acknowledged', async () => {
  await using server = await startTestServer();
  await using replica = await server.startReplica();
  const admin = await server.given.admin();
  const user = await server.given.user();
  await using copy = await copyDatabase(server.database);
  await expect.poll(async () => (await user.try(getMe, {})).status).toBe(200);
  await server.given.group();
  await expect.poll(() => knows(server, 'group_added')).toBe(true);
  await copy.putInPlace();
  await restored(server);
  expect((await restoresOf(server))[0]?.['metadata']).toMatchObject({ lost_entries: 1, noticed_by: 'core' });
  expect(await server.database.query('select from session')).toHaveLength(0);
  expect((await admin.try(getMe, {})).status).toBe(401);
  expect((await user.try(getMe, {})).status).toBe(401);
  // logged by the core that detected it first, after its commit
  await expect.poll(() => server.logged() + replica.logged()).toContain('the database was restored to an older state');

  const again = await replica.given.signedIn(admin.username);
  expect(await again.call(listNotices, {})).toMatchObject([{ kind: 'restored', details: { entries: 1 } }]);
  await again.call(acknowledgeRestore, {});
  expect(await again.call(listNotices, {})).toEqual([]);
  await again.call(acknowledgeRestore, {});
  const logged = await again.call(listActivity, { query: { event: ['instance_restore_acknowledged'] } });
  expect(logged.data).toHaveLength(1);
});

it('deletes recognized browsers, and rejects a passkey for a challenge from before the restore', async () => {
  await using server = await startTestServer();
  const key = await givenSecurityKey(server, await server.given.user());
  await server.query(`insert into sign_in_attempts (key, first_at, failures) values ('browser:1', now(), 5)`);
  const open = async () => {
    const caller = server.stranger();
    const { headers, body } = await caller.try(startPasskeySignIn, {});
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const options = { headers: { 'content-type': 'application/json', cookie }, body: JSON.stringify(key.sign(body)) };
    return async () => (await caller.send('POST', '/auth/passkey', options)).status;
  };
  const answerLate = await open();
  server.clock.advance({ seconds: 1 });
  await using copy = await copyDatabase(server.database);
  await server.given.group();
  await expect.poll(() => knows(server, 'group_added')).toBe(true);
  await copy.putInPlace();
  await restored(server);
  expect(await server.database.query('select from recognized_browser')).toHaveLength(0);
  expect(await server.database.query(`select from sign_in_attempts where key like 'browser:%'`)).toHaveLength(0);
  expect(await answerLate()).toBe(401);
  expect(await (await open())()).toBe(200);
});

/** Whether core's mark, which is written shortly after each commit, covers the newest entry. */
async function knows(server: TestServer, event: string): Promise<boolean> {
  const [head] = await server.database.query(
    `select encode(hash, 'hex') as hash, (select count(*) > 0 from activity_entry where event = $1) as logged
      from activity_entry order by id desc limit 1`,
    [event],
  );
  return head?.['logged'] === true && (await server.historyMark()).includes(String(head?.['hash']));
}

it('detects at the start that the database is older than when core stopped', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const dataDir = await server.makeDataDir();
  await using copy = await copyDatabase(server.database);
  {
    await using core = await server.startReplica({ DATABASE_URL: copy.url, GATEWARDEN_DATA_DIR: dataDir });
    const there = await core.given.signedIn(admin.username);
    await there.call(getMe, {});
  }
  await using _ = await server.startReplica({ GATEWARDEN_DATA_DIR: dataDir });
  expect(await restoresOf(server)).toHaveLength(1);
  expect((await admin.try(getMe, {})).status).toBe(401);
});

it('detects a restore once from the mark of a gateway, also if several gateways have newer marks', async () => {
  await using server = await startTestServer();
  await using subscription = await subscribeToEvents(server.database);
  const admin = await server.given.admin();
  const location = await server.given.location();
  const gateways = [await server.connectGateway(location), await server.connectGateway(location)] as const;
  for (const gateway of gateways) await gateway.disconnect();
  for (const _ of gateways) await subscription.next('gateway.disconnected');
  // a core on a copy of the database, which lacks the changes below
  await using copy = await copyDatabase(server.database);
  const laptop = await server.given.device(admin);
  for (const gateway of gateways) {
    await gateway.connect();
    await gateway.until(({ state }) => state?.peers.has(laptop.publicKey) === true);
    await gateway.disconnect();
  }
  await using core = await server.startReplica({ DATABASE_URL: copy.url });
  for (const gateway of gateways) {
    await gateway.connect(core);
    await gateway.until(({ state }) => state?.peers.size === 0);
    expect(gateway.received).toContain('full');
    await gateway.disconnect();
    expect(await restoresOf(core)).toMatchObject([{ metadata: { noticed_by: 'edge-1' } }]);
  }
  const again = await core.given.signedIn(admin.username);
  const list = await again.call(listGateways, { params: { id: String(location.id) } });
  expect(list).toHaveLength(2);
});

it('ignores marks that this instance did not sign', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const location = await server.given.location();
  const forged = Buffer.from(JSON.stringify(['x', 'y', 9e15, 9e9, 'ff', 9e15]));
  for (const historyMark of [Buffer.concat([Buffer.alloc(32), forged]), Buffer.alloc(7), Buffer.alloc(4_000, 1)]) {
    await using gateway = await server.connectGateway(location, { historyMark });
    await gateway.connect();
  }
  expect(await restoresOf(server)).toHaveLength(0);
  expect((await admin.try(getMe, {})).status).toBe(200);
});
