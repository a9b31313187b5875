import { startDesktop } from '@gatewarden/contract/enrollment';
import { patchSettings } from '@gatewarden/contract/settings';
import { listAllDevices } from '@gatewarden/contract/traffic';
import { getUser, updateUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import { newEdgeClient } from '../../../test/edge-client.ts';
import { newKeys, removeNetwork } from '../../../test/given/network.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';
import { toNaive } from '../../platform/http/naive-timestamp.ts';

test.beforeEach(({ server }) => removeNetwork(server));

const unknown = { status: 403, body: { error: 'invalid token', code: 'poll_token_invalid' } };

async function givenClient(server: TestServer) {
  const location = await server.given.location();
  const user = await server.given.user();
  const params = { username: user.username };
  const { enrollment_token: token } = await user.call(startDesktop, { params, body: {} });
  const client = newEdgeClient(server);
  await client.post('/enrollment/start', { token });
  const added = await client.post('/enrollment/create_device', { name: 'Laptop', pubkey: newKeys().publicKey });
  const pollToken = String(added.body['token']);
  const poll = (headers: Record<string, string> = {}) => client.post('/poll', { token: pollToken }, headers);
  const { id } = added.body['device'] as { id: number };
  return { location, user, params, client, poll, id };
}

test('a client with a token that has ended neither locks out its network nor is locked out', async () => {
  await using server = await startTestServer();
  const { client, poll, user, params } = await givenClient(server);
  for (let nth = 0; nth < 30; nth += 1) {
    expect(await client.post('/poll', { token: 'x'.repeat(32) })).toMatchObject(unknown);
  }
  const { enrollment_token: token } = await user.call(startDesktop, { params, body: {} });
  expect((await client.post('/enrollment/start', { token })).status).toBe(200);
  for (let nth = 0; nth < 20; nth += 1) await client.post('/enrollment/start', { token: `guess ${nth}` });
  expect((await client.post('/enrollment/start', { token })).status).toBe(429);
  expect((await poll()).status).toBe(200);
});

test('an unchanged configuration is not sent again', async ({ server }) => {
  const { location, user, params, poll, id } = await givenClient(server);
  const admin = await server.given.admin();
  const { query } = server.database;
  const name = (await query('select name from device where id = $1', [id]))[0]?.['name'];
  const changes = [
    () => query('update location set name = $1 where id = $2', ['Elsewhere', location.id]),
    () => query('update location set keepalive_seconds = 77 where id = $1', [location.id]),
    () => query('update device set name = $1 where id = $2', [`${name} 2`, id]),
    () => query('update device_address set address = host(address::inet + 1)::inet where device_id = $1', [id]),
    () => admin.call(patchSettings, { body: { instance_name: 'Example' } }),
    () => admin.call(updateUser, { params, body: { username: `${user.username}x` } }),
  ];
  let known = await poll();
  for (const change of changes) {
    const etag = known.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    for (const header of [etag, `"other", W/${etag}`]) {
      expect(await poll({ 'if-none-match': header })).toMatchObject({ status: 304, body: {} });
    }
    await change();
    const next = await poll({ 'if-none-match': etag });
    expect(next.status).toBe(200);
    expect(next.body).not.toEqual(known.body);
    known = next;
  }
  await admin.call(patchSettings, { body: { wireguard_enabled: false } });
  expect((await poll({ 'if-none-match': known.headers.get('etag') ?? '' })).status).toBe(403);
  await admin.call(patchSettings, { body: { wireguard_enabled: true, instance_name: 'Gatewarden' } });
});

test.for(['/poll', '/enrollment/start', '/none'])(
  'the answer of %s has the headers that clients require',
  async (path, { server }) => {
    const { headers } = await newEdgeClient(server).post(path, { token: 'x' });
    expect(headers.get('defguard-component-version')).toMatch(/^1\.5\.\d+$/);
    expect(headers.get('defguard-core-version')).toMatch(/^1\.5\.\d+$/);
    expect(headers.get('defguard-core-connected')).toBe('true');
  },
);

test('a device shows its client and when it last polled, with an accuracy of five minutes', async () => {
  await using server = await startTestServer();
  const { user, params, poll, id } = await givenClient(server);
  const admin = await server.given.admin();
  const shown = async () => {
    const [device] = (await user.call(getUser, { params })).devices;
    const listed = (await admin.call(listAllDevices, {})).find((one) => one.id === id);
    expect(listed).toMatchObject({ client: device?.client, last_polled_at: device?.last_polled_at });
    return [device?.client, device?.last_polled_at];
  };
  const time = () => toNaive(server.clock.now());
  expect(await shown()).toEqual([null, null]);
  const first = time();
  await poll({ 'user-agent': `Client/1.5.2  ${'x'.repeat(500)}` });
  const client = `Client/1.5.2 ${'x'.repeat(115)}`;
  expect(await shown()).toEqual([client, first]);
  server.clock.advance({ minutes: 4 });
  await poll({ 'user-agent': 'Client/1.5.3' });
  expect(await shown()).toEqual([client, first]);
  server.clock.advance({ minutes: 1 });
  await poll({ 'user-agent': 'Client/1.5.3' });
  expect(await shown()).toEqual(['Client/1.5.3', time()]);
});
