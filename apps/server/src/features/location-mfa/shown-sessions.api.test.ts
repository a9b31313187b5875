import { listOwnConnections } from '@gatewarden/contract/browser-connect';
import { startDesktop } from '@gatewarden/contract/enrollment';
import { endLocationSession } from '@gatewarden/contract/location-mfa';
import { getConnectedUsers } from '@gatewarden/contract/traffic';
import { getUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import { newEdgeClient } from '../../../test/edge-client.ts';
import { givenProtected } from '../../../test/given/connect.ts';
import { newKeys } from '../../../test/given/network.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';
import type { TestGateway } from '../../../test/test-gateway.ts';
import { subscribeToTraffic } from '../../../test/traffic-subscription.ts';

/** A handshake now. Resolves when core has counted it. */
async function report(server: TestServer, gateway: TestGateway, publicKey: string): Promise<void> {
  await using subscription = await subscribeToTraffic(server.database);
  const seconds = BigInt(Math.floor(server.clock.now().getTime() / 1000));
  const key = Buffer.from(publicKey, 'base64');
  const counters = { receivedBytes: 1n, sentBytes: 1n, latestHandshake: seconds, endpoint: '203.0.113.9:40000' };
  const peers = [{ publicKey: key, ...counters }];
  gateway.send({ case: 'traffic', value: { measuredAt: { seconds, nanos: 0 }, peers } });
  await subscription.next('reported');
}

test('the overview and the page of a device say until when it can connect, and nothing after that', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server, { mfa_session_hours: 2 });
  const { admin, location, una, publicKey, device } = given;
  const params = { id: String(location.id) };
  const networks = async () => {
    const { devices } = await una.call(getUser, { params: { username: una.username } });
    return devices.flatMap((one) => one.networks.map((network) => network.mfa_expires_at));
  };
  const connected = async () => {
    const { user_devices: users } = await admin.call(getConnectedUsers, { params });
    return users.flatMap(({ devices }) => devices.map((one) => one.mfa_expires_at));
  };
  await using gateway = await server.connectGateway(location);
  const mayLackConfiguration = async () =>
    (await una.call(listOwnConnections, {})).map((row) => row.may_lack_configuration);
  expect(await networks()).toEqual([null]);
  await given.connect();
  expect(await mayLackConfiguration()).toEqual([true]);
  expect(await given.sessions()).toMatchObject([{ is_connected: false }]);
  await gateway.until(({ state }) => state?.peers.has(publicKey) === true);
  await report(server, gateway, publicKey);
  expect(await mayLackConfiguration()).toEqual([false]);
  const [session] = await given.sessions();
  expect(session).toMatchObject({ first_name: expect.any(String), is_connected: true });
  expect(await networks()).toEqual([session?.expires_at]);
  expect(await connected()).toEqual([session?.expires_at]);
  await admin.call(endLocationSession, { params: { ...params, deviceId: String(device.id) } });
  expect(await networks()).toEqual([null]);
  // it is listed until the job of the next minute
  expect(await connected()).toEqual([null]);
});

test('a device whose client has asked for its configuration does not lack it', async () => {
  await using server = await startTestServer();
  await server.given.location({ location_mfa_mode: 'internal' });
  const una = await server.given.user();
  const { enrollment_token: token } = await una.call(startDesktop, { params: { username: una.username }, body: {} });
  const client = newEdgeClient(server);
  await client.post('/enrollment/start', { token });
  const added = await client.post('/enrollment/create_device', { name: 'Phone', pubkey: newKeys().publicKey });
  expect(await una.call(listOwnConnections, {})).toMatchObject([{ device: 'Phone', may_lack_configuration: true }]);
  expect(await client.post('/poll', { token: added.body['token'] })).toMatchObject({ status: 200 });
  expect(await una.call(listOwnConnections, {})).toMatchObject([{ device: 'Phone', may_lack_configuration: false }]);
});

test('devices of locations without a second factor have no such time', async () => {
  await using server = await startTestServer();
  const location = await server.given.location();
  const una = await server.given.user();
  const { publicKey } = await server.given.device(una);
  await using gateway = await server.connectGateway(location);
  await report(server, gateway, publicKey);
  const admin = await server.given.admin();
  const { user_devices: users } = await admin.call(getConnectedUsers, { params: { id: String(location.id) } });
  expect(users).toMatchObject([{ devices: [{ mfa_expires_at: null }] }]);
});
