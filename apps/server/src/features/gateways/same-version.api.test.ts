import { listActivity } from '@gatewarden/contract/activity-log';
import { deleteDevice } from '@gatewarden/contract/devices';
import { listGateways } from '@gatewarden/contract/gateways';
import { listNotices } from '@gatewarden/contract/notices';
import { expect } from 'vitest';
import { copyDatabase } from '../../../test/database-copies.ts';
import { subscribeToGateways } from '../../../test/event-subscription.ts';
import { removeNetwork } from '../../../test/given/network.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';
import type { TestGateway } from '../../../test/test-gateway.ts';

test.beforeEach(({ server }) => removeNetwork(server));

/** Two histories of one location: version n with a device that only the first has, and version n with another one. */
async function givenFork(server: TestServer) {
  const admin = await server.given.admin();
  const location = await server.given.location();
  const gateway = await server.connectGateway(location);
  const shared = await server.given.device(admin);
  const copy = await copyDatabase(server.database);
  const lost = await server.given.device(admin);
  await gateway.until(({ state }) => state?.peers.has(lost.publicKey) === true);
  const version = gateway.state?.version;
  const other = await addDeviceIn(server, copy.url);
  return { location, gateway, shared, lost, other, copy, version };
}

/** A core on the copy adds a device, as after a restore or a fail-over. */
async function addDeviceIn(server: TestServer, url: string) {
  await using core = await server.startReplica({ DATABASE_URL: url });
  const admin = await core.given.signedIn((await server.given.admin()).username);
  return await core.given.device(admin, { name: 'other' });
}

const hasPeers = (...keys: string[]) => {
  const wanted = keys.toSorted().join();
  return (gateway: TestGateway) => [...gateway.configured].toSorted().join() === wanted;
};

test('sends the full state to a gateway that reconnects with the same version of another history', async () => {
  await using server = await startTestServer();
  const { gateway, shared, other, copy, version } = await givenFork(server);
  await using _ = copy;
  await gateway.disconnect();
  await copy.putInPlace();
  await gateway.connect();
  await gateway.until(hasPeers(shared.publicKey, other.publicKey));
  expect(gateway.received).toContain('full');
  expect(gateway.state?.version).toBe(version);
  await gateway.disconnect();
});

test('sends the full state to a gateway that stays connected while the database is replaced', async () => {
  await using server = await startTestServer();
  const { gateway, shared, other, copy, version } = await givenFork(server);
  await using _ = copy;
  await copy.putInPlace();
  await gateway.until(hasPeers(shared.publicKey, other.publicKey));
  expect(gateway.state?.version).toBe(version);
  await gateway.disconnect();
});

test('repairs an interface that differs from its state, logs the difference, and shows the gateway as verified', async ({
  server,
}) => {
  const admin = await server.given.admin();
  // PostgreSQL and Node format the last address differently
  const location = await server.given.location({ address: '10.7.0.1/24,fd00:7::1/64,::ffff:0:9.9.9.1/120' });
  await using subscription = await subscribeToGateways(server.database, location);
  const laptop = await server.given.device(admin);
  await using gateway = await server.connectGateway(location);
  await subscription.next('gateway.drifted');
  expect(gateway.received.filter((kind) => kind === 'full')).toHaveLength(1);
  gateway.tamper(laptop.publicKey, undefined);
  gateway.tamper('A'.repeat(43).concat('='), { allowedIps: ['10.9.9.9/32'], keepaliveSeconds: 0 });
  await gateway.connect();
  const found = await subscription.next('gateway.drift-repaired');
  expect(found).toMatchObject({
    removedPeers: 1,
    upsertedPeers: 1,
    peers: ['A'.repeat(43).concat('='), laptop.device.name],
  });
  expect([...gateway.configured]).toEqual([laptop.publicKey]);
  const [status] = await admin.call(listGateways, { params: { id: String(location.id) } });
  expect(status).toMatchObject({ current: true, drift_since: null, verified_at: expect.any(String) });
});

test('shows a gateway whose interface still differs after a repair, also in a notice', async ({ server }) => {
  const admin = await server.given.admin();
  const location = await server.given.location();
  await using subscription = await subscribeToGateways(server.database, location);
  const laptop = await server.given.device(admin);
  await using gateway = await server.connectGateway(location, { ignoresCorrections: true });
  await subscription.next('gateway.drifted');
  gateway.tamper(laptop.publicKey, undefined);
  await gateway.connect();
  await subscription.next('gateway.drifted');
  await subscription.next('gateway.drift-persisted');
  const [status] = await admin.call(listGateways, { params: { id: String(location.id) } });
  expect(status).toMatchObject({ current: false, drift_since: expect.any(String) });
  expect(status?.held_version).toBe(status?.wanted_version);
  expect(await admin.call(listNotices, {})).toMatchObject([{ kind: 'gateway_drift', details: { count: 1 } }]);
});

test('logs a persistent difference once until the gateway has its state again', async ({ server }) => {
  const admin = await server.given.admin();
  const location = await server.given.location();
  await using subscription = await subscribeToGateways(server.database, location);
  const laptop = await server.given.device(admin);
  await using gateway = await server.connectGateway(location, { ignoresCorrections: true });
  await subscription.next('gateway.drifted');
  const peer = gateway.state?.peers.get(laptop.publicKey);
  const entries = async () =>
    (await admin.call(listActivity, { query: { event: 'gateway_drift_persisted', location: location.name } })).data;
  /** Core compares on connection, repairs, and compares again. */
  const checkTwice = async () => {
    await gateway.connect();
    await subscription.next('gateway.drifted');
    await subscription.next('gateway.drifted');
  };
  gateway.tamper(laptop.publicKey, undefined);
  await checkTwice();
  await checkTwice();
  expect(await entries()).toMatchObject([{ module: 'vpn', location: location.name }]);

  gateway.tamper(laptop.publicKey, peer);
  await gateway.connect();
  await subscription.next('gateway.drifted');
  gateway.tamper(laptop.publicKey, undefined);
  await checkTwice();
  expect(await entries()).toHaveLength(2);
});

test('logs a persistent difference again after a state was partially applied', async ({ server }) => {
  const admin = await server.given.admin();
  const location = await server.given.location();
  await using subscription = await subscribeToGateways(server.database, location);
  const laptop = await server.given.device(admin);
  let problems: string[] = [];
  await using gateway = await server.connectGateway(location, { ignoresCorrections: true, problems: () => problems });
  await subscription.next('gateway.drifted');
  gateway.tamper(laptop.publicKey, undefined);
  await gateway.connect();
  await subscription.next('gateway.drifted');
  await subscription.next('gateway.drifted');
  problems = ['The UDP port of the location is in use.'];
  await server.given.device(admin);
  await subscription.next('gateway.state-partially-applied');
  const [status] = await admin.call(listGateways, { params: { id: String(location.id) } });
  expect(status).toMatchObject({ problems, drift_since: null });

  problems = [];
  const { version = 0, id = '' } = gateway.state ?? {};
  gateway.send({ case: 'applied', value: { version: BigInt(version), stateId: Buffer.from(id, 'hex') } });
  // core compares, repairs, and compares again
  await subscription.next('gateway.drifted');
  await subscription.next('gateway.drifted');
  const { data } = await admin.call(listActivity, {
    query: { event: 'gateway_drift_persisted', location: location.name },
  });
  expect(data).toHaveLength(2);
});

test('shows the problems of a partially applied state, and logs them once', async ({ server }) => {
  const admin = await server.given.admin();
  const location = await server.given.location();
  await using subscription = await subscribeToGateways(server.database, location);
  const problem = 'The UDP port of the location is in use.';
  await using gateway = await server.connectGateway(location, { problems: () => [problem] });
  await subscription.next('gateway.state-partially-applied');
  await server.given.device(admin);
  await gateway.until(({ state }) => state?.peers.size === 1);
  const version = gateway.state?.version ?? 0;
  await subscription.next('gateway.acknowledged', (event) => event['version'] === version);
  const statusOf = async () => (await admin.call(listGateways, { params: { id: String(location.id) } }))[0];
  expect(await statusOf()).toMatchObject({
    held_version: version,
    current: false,
    problems: [problem],
    last_error: null,
  });
  const events = (await server.events()).filter(({ type }) => type === 'gateway.state-partially-applied');
  expect(events.filter(({ payload }) => JSON.stringify(payload).includes(gateway.id))).toHaveLength(1);

  const stateId = Buffer.from(gateway.state?.id ?? '', 'hex');
  gateway.send({ case: 'applied', value: { version: BigInt(version), stateId, problems: [] } });
  await subscription.next('gateway.drifted');
  expect(await statusOf()).toMatchObject({ current: true, problems: [] });
});

test('logs a peer that another program added, also while the state is partially applied', async ({ server }) => {
  const location = await server.given.location();
  await using subscription = await subscribeToGateways(server.database, location);
  const problem = 'The UDP port of the location is in use.';
  await using gateway = await server.connectGateway(location, { problems: () => [problem] });
  await subscription.next('gateway.state-partially-applied');
  const unknown = 'A'.repeat(43).concat('=');
  gateway.tamper(unknown, { allowedIps: ['10.9.9.9/32'], keepaliveSeconds: 0 });
  await gateway.connect();
  const removed = { settings: false, removedPeers: 1, upsertedPeers: 0, peers: [unknown] };
  expect(await subscription.next('gateway.drift-repaired')).toMatchObject(removed);
  expect([...gateway.configured]).toEqual([]);

  // as if the agent's retry found it first
  const { version = 0, id = '' } = gateway.state ?? {};
  const correction = { settings: true, removedPeers: 1, firstKeys: [Buffer.from(unknown, 'base64')] };
  const value = { version: BigInt(version), stateId: Buffer.from(id, 'hex'), problems: [problem], correction };
  gateway.send({ case: 'applied', value });
  expect(await subscription.next('gateway.drift-repaired')).toMatchObject(removed);
});

test('serves an agent of the first release, shows it as outdated and does not trust its version', async ({
  server,
}) => {
  const admin = await server.given.admin();
  const location = await server.given.location();
  const laptop = await server.given.device(admin);
  await using gateway = await server.connectGateway(location, { isLegacy: true });
  await admin.call(deleteDevice, { params: { id: String(laptop.device.id) } });
  await gateway.until(({ state }) => state?.peers.size === 0);
  expect(gateway.received).toEqual(['reportEvery', 'full', 'change']);
  expect(gateway.contentRequests).toBe(0);
  await gateway.connect();
  await gateway.until(({ received }) => received.includes('full'));
  const [status] = await admin.call(listGateways, { params: { id: String(location.id) } });
  expect(status).toMatchObject({ missing_capabilities: ['content', 'partial'] });
});
