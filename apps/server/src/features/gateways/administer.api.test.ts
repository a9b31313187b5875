import { randomUUID } from 'node:crypto';
import { Code, ConnectError } from '@connectrpc/connect';
import {
  deleteGateway,
  type GatewayStatus,
  getGatewayToken,
  listAllGateways,
  listGatewayRefusals,
  listGateways,
  revokeGateway,
} from '@gatewarden/contract/gateways';
import { getLocation, listLocations } from '@gatewarden/contract/locations';
import { expect } from 'vitest';
import { subscribeToGateways } from '../../../test/event-subscription.ts';
import { removeNetwork } from '../../../test/given/network.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';
import { joinGateway, type TestGateway } from '../../../test/test-gateway.ts';

test.beforeEach(({ server }) => removeNetwork(server));

async function statusOf(server: TestServer, location: { id: number }): Promise<GatewayStatus | undefined> {
  const admin = await server.given.admin();
  return (await admin.call(listGateways, { params: { id: String(location.id) } }))[0];
}

const paramsOf = (location: { id: number }, gateway: { id: string }) => ({
  id: String(location.id),
  gatewayId: gateway.id,
});

const refusalOf = (gateway: TestGateway) => gateway.connect().then(() => undefined, ConnectError.from);

test('ends the stream of a revoked gateway immediately, on any replica, and then refuses its credential', async ({
  server,
  replica,
}) => {
  const admin = await server.given.admin();
  const location = await server.given.location();
  await using revoked = await server.connectGateway(location, { name: 'Busan', hostname: 'edge-2' });
  server.clock.advance({ seconds: 1 });
  await using other = await server.connectGateway(location);
  await revoked.connect(replica);
  expect(await admin.call(revokeGateway, { params: paramsOf(location, revoked) })).toBeNull();
  expect(await revoked.ended).toMatchObject({ code: Code.Unauthenticated });
  expect(await statusOf(server, location)).toMatchObject({ uid: revoked.id, connected: false, revoked: true });
  expect((await refusalOf(revoked))?.code).toBe(Code.Unauthenticated);
  expect(await admin.call(listGatewayRefusals, { params: { id: String(location.id) } })).toMatchObject([
    { reason: 'credential_revoked', gateway: 'Busan', hostname: 'edge-2' },
  ]);
  const laptop = await server.given.device(admin);
  await other.until(({ state }) => state?.peers.has(laptop.publicKey) === true);
  expect(await admin.call(revokeGateway, { params: paramsOf(location, revoked) })).toBeNull();
  const events = (await server.events()).filter(({ type }) => type === 'gateway.revoked');
  expect(events.filter(({ payload }) => JSON.stringify(payload).includes(revoked.id))).toHaveLength(1);
});

test('removes a gateway only while it is disconnected, and invalidates its credential', async ({ server }) => {
  const admin = await server.given.admin();
  const location = await server.given.location();
  await using subscription = await subscribeToGateways(server.database, location);
  await using gateway = await server.connectGateway(location, { name: 'Busan' });
  const params = paramsOf(location, gateway);
  const answer = await admin.try(deleteGateway, { params });
  expect([answer.status, answer.body.code]).toEqual([400, 'gateway_connected']);
  await gateway.disconnect();
  await subscription.next('gateway.disconnected');
  expect(await admin.call(deleteGateway, { params })).toBeNull();
  expect(await statusOf(server, location)).toBeUndefined();
  expect((await admin.try(deleteGateway, { params })).status).toBe(404);
  expect((await refusalOf(gateway))?.code).toBe(Code.Unauthenticated);
  expect(await admin.call(listGatewayRefusals, { params: { id: String(location.id) } })).toMatchObject([
    { reason: 'credential_revoked', gateway: 'Busan' },
  ]);
});

test('lists an unknown credential at every location', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const [first, second] = [await server.given.location(), await server.given.location()];
  await using gateway = await server.connectGateway(first);
  await gateway.disconnect();
  await server.database.query('delete from component');
  expect((await refusalOf(gateway))?.code).toBe(Code.Unauthenticated);
  for (const location of [first, second]) {
    expect(await admin.call(listGatewayRefusals, { params: { id: String(location.id) } })).toMatchObject([
      { reason: 'credential_unknown', gateway: null, hostname: null },
    ]);
  }
});

test('stores the newest hundred refusals of a location', async ({ server }) => {
  const admin = await server.given.admin();
  const location = await server.given.location();
  const other = await server.given.location();
  await server.database.query(
    `insert into component_refusal (kind, at, location_id, hostname, reason)
     select 'gateway', now() - interval '1 day' + n * interval '1 second', l, 'h' || n, 'join_token_invalid'
     from generate_series(1, 150) n, unnest($1::int[]) l`,
    [[location.id, other.id]],
  );
  const { token } = await admin.call(getGatewayToken, { params: { id: String(location.id) } });
  await server.database.query('update join_secret set secret_hash = sha256(location_id::text::bytea)');
  await joinGateway(token, { hostname: 'newest' }).catch(() => undefined);
  const refusals = await admin.call(listGatewayRefusals, { params: { id: String(location.id) } });
  expect(refusals.map(({ hostname }) => hostname).slice(0, 2)).toEqual(['newest', 'h150']);
  const counts = await server.database.query(
    'select location_id, count(*)::int from component_refusal group by 1 order by 1',
  );
  expect(counts.map(({ count }) => count)).toEqual([100, 150]);
});

test('lists gateways by location; an unknown location is empty or not found as documented', async ({ server }) => {
  const admin = await server.given.admin();
  const [first, second] = [await server.given.location(), await server.given.location()];
  await using one = await server.connectGateway(first);
  server.clock.advance({ seconds: 1 });
  await using two = await server.connectGateway(first);
  await using three = await server.connectGateway(second);
  const all = await admin.call(listAllGateways, {});
  expect(Object.entries(all).map(([id, gateways]) => [id, gateways.map(({ uid }) => uid)])).toEqual([
    [String(first.id), [one.id, two.id]],
    [String(second.id), [three.id]],
  ]);
  expect(await admin.call(listGateways, { params: { id: '999999' } })).toEqual([]);
  expect((await admin.try(getGatewayToken, { params: { id: '999999' } })).status).toBe(404);
  expect((await admin.try(listGatewayRefusals, { params: { id: '999999' } })).status).toBe(404);
});

test('finds a gateway by its id only at its own location', async ({ server }) => {
  const admin = await server.given.admin();
  const [own, other] = [await server.given.location(), await server.given.location()];
  await using gateway = await server.connectGateway(own);
  const unknown = [paramsOf(other, gateway), paramsOf(own, { id: randomUUID() }), paramsOf(own, { id: 'not-a-uuid' })];
  for (const params of unknown) {
    expect((await admin.try(revokeGateway, { params })).status).toBe(404);
    expect((await admin.try(deleteGateway, { params })).status).toBe(404);
  }
  expect(await statusOf(server, own)).toMatchObject({ revoked: false, connected: true });
});

test('includes the gateways of a location in its details', async ({ server }) => {
  const admin = await server.given.admin();
  const location = await server.given.location();
  await server.given.location();
  await using gateway = await server.connectGateway(location);
  const status = await statusOf(server, location);
  const shown = await admin.call(getLocation, { params: { id: String(location.id) } });
  expect(shown).toMatchObject({ connected: true, connected_at: status?.connected_at, gateways: [{ uid: gateway.id }] });
  const all = await admin.call(listLocations, {});
  expect(all.map(({ connected, gateways }) => [connected, gateways.length])).toEqual([
    [true, 1],
    [false, 0],
  ]);
});

test('includes only its own gateways in the details of each of two locations', async ({ server }) => {
  const admin = await server.given.admin();
  for (const location of [await server.given.location(), await server.given.location()]) {
    await using gateway = await server.connectGateway(location);
    const { gateways } = await admin.call(getLocation, { params: { id: String(location.id) } });
    expect(gateways.map(({ uid }) => uid)).toEqual([gateway.id]);
  }
});

test('counts a gateway as disconnected after 30 seconds without a message, without help of its core', async ({
  server,
}) => {
  const location = await server.given.location();
  await using subscription = await subscribeToGateways(server.database, location);
  await using gateway = await server.connectGateway(location);
  await subscription.next('gateway.acknowledged');
  // the gateway has reported what it has configured, and sends nothing from here on
  await subscription.next('gateway.drifted');
  server.clock.advance({ seconds: 29 });
  expect(await statusOf(server, location)).toMatchObject({ connected: true });
  server.clock.advance({ seconds: 2 });
  const silent = await statusOf(server, location);
  expect(silent?.connected).toBe(false);
  expect(silent?.disconnected_at).toBe(silent?.connected_at);
  gateway.send({ case: 'heartbeat', value: {} });
  gateway.send({ case: 'rejected', value: { version: 99n, reason: 'to see that the heartbeat arrived' } });
  await server.given.device(await server.given.admin());
  await subscription.next('gateway.acknowledged');
  expect(await statusOf(server, location)).toMatchObject({ connected: true, disconnected_at: null });
});

test('replaces a stream with a newer one of the same gateway', async ({ server, replica }) => {
  const location = await server.given.location();
  await using old = await server.connectGateway(location);
  await using newer = old.duplicate();
  await newer.connect(replica);
  expect(await old.ended).toBeUndefined();
  expect(await statusOf(server, location)).toMatchObject({ connected: true, disconnected_at: null });
  const laptop = await server.given.device(await server.given.admin());
  await newer.until(({ state }) => state?.peers.has(laptop.publicKey) === true);
});

test('asks for reports more often while an administrator views traffic', async () => {
  await using server = await startTestServer();
  await using replica = await server.startReplica();
  const admin = await server.given.admin();
  const location = await server.given.location();
  await using gateway = await server.connectGateway(location);
  await gateway.connect(replica);
  expect(gateway.reportSeconds).toBe(30);
  await admin.send('GET', '/network/stats');
  await gateway.until(({ reportSeconds }) => reportSeconds === 2);
  expect(gateway.received).toEqual(['reportEvery', 'reportEvery']);
});
