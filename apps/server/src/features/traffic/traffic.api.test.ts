import { signIn } from '@gatewarden/contract/auth';
import { deleteDevice } from '@gatewarden/contract/devices';
import {
  getConnectedUsers,
  getLocationStats,
  getStats,
  listTopDevices,
  listUserConnections,
} from '@gatewarden/contract/traffic';
import { deleteUser, getUser, listUsers } from '@gatewarden/contract/users';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { password } from '../../../test/given/given.ts';
import type { GivenDevice } from '../../../test/given/network.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import type { TestGateway } from '../../../test/test-gateway.ts';
import { subscribeToTraffic } from '../../../test/traffic-subscription.ts';
import { openDatabase, openPool } from '../../platform/database/database.ts';
import { rankDevicesJob } from './rank-devices.job.ts';

/** Sends a report that is measured now. Resolves when core has counted it. */
async function report(server: TestServer, gateway: TestGateway, { publicKey }: GivenDevice, sentBytes: number) {
  await using subscription = await subscribeToTraffic(server.database);
  const milliseconds = server.clock.now().getTime();
  const seconds = BigInt(Math.floor(milliseconds / 1000));
  gateway.send({
    case: 'traffic',
    value: {
      measuredAt: { seconds, nanos: (milliseconds % 1000) * 1e6 },
      peers: [
        {
          publicKey: Buffer.from(publicKey, 'base64'),
          receivedBytes: BigInt(sentBytes * 2),
          sentBytes: BigInt(sentBytes),
          latestHandshake: seconds,
          endpoint: '203.0.113.9:40000',
        },
      ],
    },
  });
  await subscription.next('reported');
}

/** What the schedule does a minute after every five. */
async function runRankDevices({ database, clock }: TestServer) {
  const log = pino({ level: 'silent' });
  const pool = openPool({ connection: database.connection, maxConnections: 1, onIdleError: () => undefined });
  try {
    await rankDevicesJob.run({ db: openDatabase(pool), clock, log }, {});
  } finally {
    await pool.end();
  }
}

async function givenConnected(server: TestServer) {
  const admin = await server.given.admin();
  const location = await server.given.location();
  const owner = await server.given.user();
  const given = await server.given.device(owner);
  const gateway = await server.connectGateway(location, { name: 'Rack 1' });
  await report(server, gateway, given, 1000);
  server.clock.advance({ seconds: 30 });
  await report(server, gateway, given, 1500);
  return { admin, location, owner, given, gateway };
}

it('shows totals and connected users from reports, and to the owner when the device last connected', async () => {
  await using server = await startTestServer({ now: '2030-01-15T10:00:10Z' });
  const { admin, location, owner, given } = await givenConnected(server);
  const stats = {
    current_active_users: 1,
    current_active_user_devices: 1,
    current_active_network_devices: 0,
    active_users: 1,
    active_user_devices: 1,
    active_network_devices: 0,
    upload: 500,
    download: 1000,
    transfer_series: [{ collected_at: '2030-01-15T10:00:00', upload: 500, download: 1000 }],
  };
  expect(await admin.call(getStats, {})).toEqual(stats);
  expect(await admin.call(getLocationStats, { params: { id: `${location.id}` } })).toEqual(stats);
  expect(await admin.call(getConnectedUsers, { params: { id: `${location.id}` } })).toMatchObject({
    user_devices: [
      {
        user: { id: owner.id, username: owner.username },
        devices: [
          {
            id: given.device.id,
            user_id: owner.id,
            name: given.device.name,
            wireguard_ips: given.configs[0]?.address,
            public_ip: '203.0.113.9',
            connected_at: '2030-01-15T10:00:10',
            stats: [{ device_id: given.device.id, collected_at: '2030-01-15T10:00:00', upload: 500, download: 1000 }],
          },
        ],
      },
    ],
    network_devices: [],
  });
  const { devices } = await owner.call(getUser, { params: { username: owner.username } });
  expect(devices[0]?.networks[0]).toMatchObject({
    last_connected_ip: '203.0.113.9',
    last_connected_gateway: 'Rack 1',
    last_connected_at: '2030-01-15T10:00:40',
    is_active: true,
  });
});

it('lists to a user the own devices that are connected, with their traffic of a day', async () => {
  await using server = await startTestServer({ now: '2030-01-15T10:00:10Z' });
  const { location, owner, given, gateway } = await givenConnected(server);
  const other = await server.given.user();
  const list = () => owner.call(listUserConnections, { params: { username: owner.username } });
  const connection = {
    device_id: given.device.id,
    device_name: given.device.name,
    location_id: location.id,
    location_name: location.name,
    connected_since: '2030-01-15T10:00:10',
    public_ip: '203.0.113.9',
  };
  expect(await list()).toEqual([{ ...connection, upload: 500, download: 1000 }]);
  server.clock.advance({ minutes: 1 });
  await report(server, gateway, given, 1700);
  expect(await list()).toEqual([{ ...connection, upload: 700, download: 1400 }]);
  expect(await other.call(listUserConnections, { params: { username: other.username } })).toEqual([]);
  server.clock.advance({ minutes: 9 });
  expect(await list()).toEqual([]);
});

it('lists users with their devices, last sign-in and last connection', async () => {
  await using server = await startTestServer({ now: '2030-01-15T10:00:10Z' });
  const { admin, owner } = await givenConnected(server);
  server.clock.advance({ minutes: 5 });
  await server.stranger().call(signIn, { body: { username: owner.username, password } });
  await admin.call(getStats, {}); // applies what was reported, as a job does every minute
  const find = async () => (await admin.call(listUsers, {})).find(({ id }) => id === owner.id);
  expect(await find()).toMatchObject({
    device_count: 1,
    last_sign_in_at: '2030-01-15T10:05:40',
    last_connected_at: '2030-01-15T10:00:40',
  });
});

it('omits a removed device, and retains its traffic in the totals of the location', async () => {
  await using server = await startTestServer();
  const { admin, location, given } = await givenConnected(server);
  await admin.call(deleteDevice, { params: { id: `${given.device.id}` } });
  const params = { id: `${location.id}` };
  expect(await admin.call(getConnectedUsers, { params })).toEqual({ user_devices: [], network_devices: [] });
  expect(await admin.call(getLocationStats, { params })).toMatchObject({ current_active_users: 0, upload: 500 });
  expect(await server.database.query(`select endpoint from traffic_latest`)).toEqual([]);
});

it('deletes the addresses from which the devices of a deleted user connected', async () => {
  await using server = await startTestServer();
  const { admin, location, owner } = await givenConnected(server);
  await admin.call(deleteUser, { params: { username: owner.username } });
  expect(await server.database.query(`select endpoint from traffic_latest`)).toEqual([]);
  expect(await admin.call(getLocationStats, { params: { id: `${location.id}` } })).toMatchObject({ upload: 500 });
});

it('rejects a time that is invalid or in the future with 400, and an unknown location with 404', async () => {
  await using server = await startTestServer({ now: '2030-01-15T10:00:00Z' });
  const admin = await server.given.admin();
  const { id } = await server.given.location();
  const paths = ['/network/stats', `/network/${id}/stats`, `/network/${id}/stats/users`];
  const times = ['2030-01-15T10:00:01Z', '2030-01-15T09:00:00', 'yesterday', '', '1894701600', '2030-02-30T10:00:00Z'];
  const answers: unknown[] = [];
  for (const path of paths) {
    for (const from of times) {
      const answer = await admin.send('GET', `${path}?from=${encodeURIComponent(from)}`);
      answers.push([answer.status, ((await answer.json()) as { field: string }).field]);
    }
  }
  expect(answers).toEqual(paths.flatMap(() => times.map(() => [400, 'from'])));
  for (const path of [`/network/${id + 1}/stats`, `/network/${id + 1}/stats/users`]) {
    expect((await admin.send('GET', path)).status).toBe(404);
  }
});

it('lists the devices with the most traffic, of all locations or of one', async () => {
  await using server = await startTestServer({ now: '2030-01-15T10:00:10Z' });
  const { admin, location, owner, given } = await givenConnected(server);
  const other = await server.given.location();
  server.clock.advance({ minutes: 6 });
  await runRankDevices(server);
  const period = { from: '2030-01-15T10:00:00Z', to: '2030-01-15T10:05:00Z' };
  const answered = { from: '2030-01-15T10:00:00', until: '2030-01-15T10:05:00' };
  const ranking = {
    ...answered,
    upload: 500,
    download: 1000,
    devices: [
      {
        device_id: given.device.id,
        device_name: given.device.name,
        device_type: 'user',
        username: owner.username,
        first_name: 'Una',
        last_name: 'User',
        upload: 500,
        download: 1000,
      },
    ],
  };
  expect(await admin.call(listTopDevices, { query: period })).toEqual(ranking);
  expect(await admin.call(listTopDevices, { query: { ...period, location: `${location.id}` } })).toEqual(ranking);
  expect(await admin.call(listTopDevices, { query: { ...period, location: `${other.id}` } })).toEqual({
    ...answered,
    upload: 0,
    download: 0,
    devices: [],
  });
});

it('rejects a ranking of a period that is not valid with 400, and of an unknown location with 404', async () => {
  await using server = await startTestServer({ now: '2030-01-15T10:00:00Z' });
  const admin = await server.given.admin();
  const answer = async (query: Record<string, string>) => {
    const response = await admin.send('GET', `/network/stats/top?${new URLSearchParams(query)}`);
    const { code, field } = (await response.json()) as { code: string; field?: string };
    return [response.status, code, field];
  };
  const from = '2030-01-15T09:00:00Z';
  expect(await answer({ from: '2030-01-15T10:00:01Z', to: '2030-01-15T11:00:00Z' })).toEqual([
    400,
    'time_in_future',
    'from',
  ]);
  expect(await answer({ from, to: from })).toEqual([400, 'time_range_invalid', 'to']);
  expect(await answer({ from: '2029-12-11T09:59:59Z' })).toEqual([400, 'time_range_invalid', 'to']);
  expect(await answer({ from: 'x'.repeat(8_000) })).toEqual([400, 'invalid_input', 'from']);
  expect(await answer({ from, to: '2030-01-15T09:30:00' })).toEqual([400, 'invalid_input', 'to']);
  expect(await answer({ location: '0' })).toEqual([400, 'invalid_input', 'location']);
  expect(await answer({ location: '999' })).toEqual([404, 'location_not_found', undefined]);
});

it('makes gateways of every replica report often while an administrator views traffic', async () => {
  await using server = await startTestServer();
  await using replica = await server.startReplica();
  const admin = await server.given.admin();
  const location = await server.given.location();
  await using here = await server.connectGateway(location);
  await using there = await server.connectGateway(location);
  await there.connect(replica);
  await there.until(({ reportSeconds }) => reportSeconds !== undefined);
  expect([here.reportSeconds, there.reportSeconds]).toEqual([30, 30]);
  await admin.call(getStats, {});
  await Promise.all([here, there].map((gateway) => gateway.until(({ reportSeconds }) => reportSeconds === 2)));
});
