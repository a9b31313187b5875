import { Code } from '@connectrpc/connect';
import { deleteDevice, updateDevice } from '@gatewarden/contract/devices';
import { type GatewayStatus, listGateways } from '@gatewarden/contract/gateways';
import { removeGroupMember } from '@gatewarden/contract/groups';
import { deleteLocation, updateLocation } from '@gatewarden/contract/locations';
import { updateUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import { startDatabaseProxy } from '../../../test/database-proxy.ts';
import { subscribeToGateways } from '../../../test/event-subscription.ts';
import { locationBody, newKeys, removeNetwork } from '../../../test/given/network.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';
import type { TestGateway } from '../../../test/test-gateway.ts';

test.beforeEach(({ server }) => removeNetwork(server));

const keysOf = (gateway: TestGateway) => [...(gateway.state?.peers.keys() ?? [])].toSorted();

async function statusOf(server: TestServer, location: { id: number }): Promise<GatewayStatus> {
  const admin = await server.given.admin();
  const [status] = await admin.call(listGateways, { params: { id: String(location.id) } });
  if (!status) throw new Error('the location has no gateway');
  return status;
}

test('sends a difference when a device is added, changes its key and is removed', async ({ server }) => {
  const owner = await server.given.user();
  const location = await server.given.location();
  await using gateway = await server.connectGateway(location);
  const laptop = await server.given.device(owner);
  await gateway.until(({ state }) => state?.peers.has(laptop.publicKey) === true);

  const renewed = newKeys();
  const params = { id: String(laptop.device.id) };
  await owner.call(updateDevice, { params, body: { name: 'laptop', wireguard_pubkey: renewed.publicKey } });
  await gateway.until(({ state }) => state?.peers.has(renewed.publicKey) === true);
  expect(keysOf(gateway)).toEqual([renewed.publicKey]);

  await owner.call(deleteDevice, { params });
  await gateway.until(({ state }) => state?.peers.size === 0);
  expect(gateway.received).toEqual(['reportEvery', 'full', 'change', 'change', 'change']);
});

test('removes only the devices of a user who is disabled or leaves the allowed group', async ({ server }) => {
  const admin = await server.given.admin();
  const group = await server.given.group();
  const [disabled, leaver, stayer] = [
    await server.given.user({ groups: [group.name] }),
    await server.given.user({ groups: [group.name] }),
    await server.given.user({ groups: [group.name] }),
  ];
  const location = await server.given.location({ allowed_groups: [group.name] });
  for (const owner of [disabled, leaver]) await server.given.device(owner);
  const remaining = await server.given.device(stayer);
  await using gateway = await server.connectGateway(location);
  expect(keysOf(gateway)).toHaveLength(3);

  const user = { username: disabled.username, first_name: 'U', last_name: 'U', email: 'u@example.com' };
  const body = { ...user, phone: null, groups: [group.name], is_active: false };
  await admin.call(updateUser, { params: { username: disabled.username }, body });
  await gateway.until(({ state }) => state?.peers.size === 2);
  await admin.call(removeGroupMember, { params: { name: group.name, username: leaver.username } });
  await gateway.until(({ state }) => state?.peers.size === 1);
  expect(keysOf(gateway)).toEqual([remaining.publicKey]);
});

test('sends a changed interface without unchanged peers', async ({ server }) => {
  const admin = await server.given.admin();
  const location = await server.given.location({ address: '10.1.0.1/24' });
  await server.given.device(admin);
  await using gateway = await server.connectGateway(location);
  const params = { id: String(location.id) };
  await admin.call(updateLocation, { params, body: locationBody(1, { port: 51999 }) });
  await gateway.until(({ state }) => state?.interface.listenPort === 51999);
  await admin.call(updateLocation, { params, body: locationBody(1, { port: 51999, keepalive_interval: 7 }) });
  await gateway.until(({ state }) => [...(state?.peers.values() ?? [])][0]?.keepaliveSeconds === 7);
  expect(gateway.received.filter((kind) => kind === 'full')).toHaveLength(1);
});

test('sends nothing about changes that do not affect the location', async ({ server }) => {
  const admin = await server.given.admin();
  const here = await server.given.location({ address: '10.1.0.1/24' });
  const elsewhere = await server.given.location();
  await using gateway = await server.connectGateway(here);
  const { version } = gateway.state ?? {};
  const rename = { name: 'renamed', endpoint: 'other.example.com', dns: '1.1.1.1' };
  await admin.call(updateLocation, { params: { id: String(here.id) }, body: locationBody(1, rename) });
  await admin.call(deleteLocation, { params: { id: String(elsewhere.id) } });
  expect(await statusOf(server, here)).toMatchObject({ wanted_version: version, held_version: version });
});

test('sends no peers for a location that requires a second factor', async ({ server }) => {
  const admin = await server.given.admin();
  const location = await server.given.location();
  await server.database.query(`update location set mfa_mode = 'internal'`);
  await server.given.device(admin);
  await using gateway = await server.connectGateway(location);
  expect(keysOf(gateway)).toEqual([]);
  const params = { id: String(location.id) };
  await admin.call(updateLocation, { params, body: locationBody(1) });
  await gateway.until(({ state }) => state?.peers.size === 1);
});

test('sends one difference after a disconnection, and nothing if nothing changed', async ({ server }) => {
  const admin = await server.given.admin();
  const location = await server.given.location();
  await using gateway = await server.connectGateway(location);
  await gateway.disconnect();
  const [first, second] = [await server.given.device(admin), await server.given.device(admin)];
  await admin.call(deleteDevice, { params: { id: String(first.device.id) } });
  await gateway.connect();
  await gateway.until(({ state }) => state?.peers.size === 1);
  expect(keysOf(gateway)).toEqual([second.publicKey]);
  expect(gateway.received).toEqual(['reportEvery', 'change']);
  await gateway.connect();
  const third = await server.given.device(admin);
  await gateway.until(({ state }) => state?.peers.has(third.publicKey) === true);
  expect(gateway.received).toEqual(['reportEvery', 'change']);
});

test('shows the acknowledged version and the time it took, also after a restart', async ({ server }) => {
  const admin = await server.given.admin();
  const location = await server.given.location();
  await using subscription = await subscribeToGateways(server.database, location);
  let before: GatewayStatus;
  let gateway: TestGateway;
  {
    await using core = await server.startReplica();
    gateway = await server.connectGateway(location);
    await gateway.connect(core);
    await server.given.device(admin);
    await gateway.until(({ state }) => state?.peers.size === 1);
    await subscription.next('gateway.acknowledged', ({ version }) => version === gateway.state?.version);
    before = await statusOf(server, location);
    expect(before).toMatchObject({ connected: true, held_version: gateway.state?.version, last_error: null });
    expect(before.wanted_version).toBe(before.held_version);
    expect(before.acknowledged_at).not.toBeNull();
    expect(before.apply_milliseconds).toBeGreaterThanOrEqual(0);
  }
  expect(await gateway.ended).toMatchObject({ code: Code.Unavailable });
  const { connected: _, disconnected_at, ...rest } = before;
  expect(disconnected_at).toBeNull();
  expect(await statusOf(server, location)).toMatchObject({ ...rest, connected: false });
  await gateway.disconnect();
});

test('treats the version that a reconnecting gateway holds as acknowledged', async ({ server }) => {
  const location = await server.given.location();
  await using subscription = await subscribeToGateways(server.database, location);
  await using gateway = await server.connectGateway(location);
  await gateway.disconnect();
  await subscription.next('gateway.disconnected');
  // as if core crashed before it wrote the acknowledgement
  await server.database.query('update gateway set held_version = 0, acknowledged_at = null');
  await gateway.connect();
  const status = await statusOf(server, location);
  expect(status).toMatchObject({ held_version: gateway.state?.version, acknowledged_at: status.connected_at });
});

test('truncates a long reason, also within a surrogate pair', async ({ server }) => {
  const location = await server.given.location();
  await using subscription = await subscribeToGateways(server.database, location);
  let broken = false;
  const reason = 'x'.repeat(999);
  await using _ = await server.connectGateway(location, { refuses: () => (broken ? `${reason}👋` : undefined) });
  broken = true;
  await server.given.device(await server.given.admin());
  await subscription.next('gateway.state-rejected');
  expect((await statusOf(server, location)).last_error).toMatch(new RegExp(`^${reason}`));
});

test('shows why a gateway rejected a state, and sends the next difference from the active state', async ({
  server,
}) => {
  const admin = await server.given.admin();
  const location = await server.given.location();
  await using subscription = await subscribeToGateways(server.database, location);
  let broken = false;
  await using gateway = await server.connectGateway(location, {
    refuses: () => (broken ? 'no such\nkey \u0000 here' : undefined),
  });
  const held = gateway.state?.version ?? 0;
  broken = true;
  const first = await server.given.device(admin);
  await subscription.next('gateway.state-rejected');
  expect(await statusOf(server, location)).toMatchObject({
    held_version: held,
    wanted_version: held + 1,
    last_error: 'no such key here',
  });
  broken = false;
  const second = await server.given.device(admin);
  await gateway.until(({ state }) => state?.peers.size === 2);
  expect(keysOf(gateway)).toEqual([first.publicKey, second.publicKey].toSorted());
  await subscription.next('gateway.acknowledged', ({ version }) => version === held + 2);
  expect(await statusOf(server, location)).toMatchObject({ held_version: held + 2, last_error: null });
});

test('sends one difference for all changes while the gateway was busy', async ({ server }) => {
  const admin = await server.given.admin();
  const location = await server.given.location();
  let busy = false;
  await using gateway = await server.connectGateway(location, { refuses: () => (busy ? 'silent' : undefined) });
  busy = true;
  await server.given.device(admin);
  await gateway.until(({ received }) => received.length === 3);
  const heldBack = gateway.received.length;
  for (let nth = 0; nth < 5; nth += 1) await server.given.device(admin);
  expect(gateway.received).toHaveLength(heldBack);
  busy = false;
  gateway.send({ case: 'rejected', value: { version: BigInt((gateway.state?.version ?? 0) + 1), reason: 'was busy' } });
  await gateway.until(({ state }) => state?.peers.size === 6);
  expect(gateway.received).toHaveLength(heldBack + 1);
});

test('sends changes that another replica made', async ({ server, replica }) => {
  const admin = await server.given.admin();
  const location = await server.given.location();
  await using gateway = await server.connectGateway(location);
  await gateway.connect(replica);
  const laptop = await server.given.device(admin);
  await gateway.until(({ state }) => state?.peers.has(laptop.publicKey) === true);
  expect(gateway.received).toEqual(['reportEvery', 'change']);
});

test('sends changes that were made while core was not listening', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const location = await server.given.location();
  await using gateway = await server.connectGateway(location);
  // the notification of the change is lost with the listening connection
  await server.database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and (query like 'listen%' or query = 'select 1')",
  );
  const laptop = await server.given.device(admin);
  expect(gateway.received).not.toContain('change');
  await gateway.until(({ state }) => state?.peers.has(laptop.publicKey) === true);
});

test('ends the streams of a deleted location with NotFound', async ({ server, replica }) => {
  const admin = await server.given.admin();
  const location = await server.given.location();
  await using here = await server.connectGateway(location);
  await using there = await server.connectGateway(location);
  await there.connect(replica);
  await admin.call(deleteLocation, { params: { id: String(location.id) } });
  expect(await here.ended).toMatchObject({ code: Code.NotFound });
  expect(await there.ended).toMatchObject({ code: Code.NotFound });
  await expect(here.connect()).rejects.toMatchObject({ code: Code.Unauthenticated });
});

test('stays connected while the database is unavailable, and sends changes afterwards', async ({ server }) => {
  const admin = await server.given.admin();
  const location = await server.given.location();
  await using proxy = await startDatabaseProxy(server.database);
  await using core = await server.startReplica({ DATABASE_URL: proxy.url });
  await using gateway = await server.connectGateway(location);
  await gateway.connect(core);
  await proxy.cut();
  const laptop = await server.given.device(admin);
  gateway.send({ case: 'heartbeat', value: {} });
  const refused = await core.stranger().send('GET', '/network', { headers: { cookie: admin.cookie ?? '' } });
  expect(refused.status).toBe(503);
  expect(gateway.received).toEqual(['reportEvery']);
  await proxy.restore();
  await gateway.until(({ state }) => state?.peers.has(laptop.publicKey) === true);
  expect(gateway.received).toEqual(['reportEvery', 'change']);
});
