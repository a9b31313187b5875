import { deleteApiToken } from '@gatewarden/contract/api-tokens';
import { signOut } from '@gatewarden/contract/auth';
import { switchOnDevice } from '@gatewarden/contract/devices';
import { stopUser } from '@gatewarden/contract/emergency-stop';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import {
  deleteNetworkDevice,
  getNetworkDevice,
  restartNetworkDevice,
  startNetworkDevice,
  updateNetworkDevice,
} from '@gatewarden/contract/network-devices';
import { patchSettings } from '@gatewarden/contract/settings';
import { deleteUser, updateUser } from '@gatewarden/contract/users';
import pg from 'pg';
import { describe, expect } from 'vitest';
import { givenProgram } from '../../../test/given/api-tokens.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { newKeys, removeNetwork } from '../../../test/given/network.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';

test.beforeEach(({ server }) => removeNetwork(server));

let clients = 0;

/** A program on a device in a network of its own, with the cookie of its last answer. */
function newClient({ edgePort }: Pick<TestServer, 'edgePort'>) {
  let cookie = '';
  clients += 1;
  // invalid tokens are counted by /64
  const address = `2001:db8:1:${clients.toString(16)}::1`;
  return {
    async post(path: string, body: unknown, headers: Record<string, string> = {}) {
      const response = await fetch(`http://127.0.0.1:${edgePort}/api/v1${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': address,
          ...(cookie && { cookie }),
          ...headers,
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
      cookie = response.headers.get('set-cookie') ?? cookie;
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: JSON.parse(text || 'null') };
    },
  };
}

/** Of the private key with all bits zero; WireGuard uses it for "no key". */
const zeroKey = `${'A'.repeat(43)}=`;

async function givenToken(server: TestServer, name = 'router') {
  const admin = await server.given.admin();
  const location = await server.given.location();
  const body = { name, description: null, location_id: location.id, assigned_ips: [] };
  const { enrollment_token: token, enrollment_url: url } = await admin.call(startNetworkDevice, { body });
  const [row] = await server.database.query(`select id from device where name = $1 and kind = 'network'`, [name]);
  return { admin, location, token, url, id: String(row?.['id']) };
}

async function enrol(server: TestServer, token: string, { publicKey } = newKeys()) {
  const client = newClient(server);
  await client.post('/enrollment/start', { token });
  const configured = await client.post('/enrollment/create_device', { name: '', pubkey: publicKey });
  return { client, publicKey, configured };
}

describe('a command-line client', () => {
  test('gets the configuration for its key, and gateways admit the device from then on', async ({ server }) => {
    const { admin, location, token, url, id } = await givenToken(server);
    expect(token).toMatch(/^[0-9A-Za-z]{32}$/);
    expect(url).toBe(`http://localhost:${server.edgePort}/`);
    const before = await admin.call(getNetworkDevice, { params: { id } });
    expect(before).toMatchObject({ configured: false, wireguard_pubkey: 'NOT_CONFIGURED' });
    await using gateway = await server.connectGateway(location);
    expect(gateway.state?.peers.size).toBe(0);

    const client = newClient(server);
    const started = await client.post('/enrollment/start', { token });
    expect(started).toMatchObject({
      status: 200,
      body: { user: { login: admin.username }, instance: { username: admin.username, proxy_url: url } },
    });
    expect(started.headers.get('set-cookie')).toMatch(/^defguard_proxy=.*; HttpOnly; SameSite=Strict$/);
    const { publicKey } = newKeys();
    const { status, body } = await client.post('/enrollment/create_device', { name: 'other', pubkey: publicKey });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      device: { id: Number(id), name: 'router', pubkey: publicKey },
      configs: [{ network_id: location.id, assigned_ip: before.assigned_ips.join(','), location_mfa_mode: 1 }],
      token: expect.stringMatching(/^[0-9A-Za-z]{32}$/),
    });
    expect(body.configs[0].config).toContain('PrivateKey = YOUR_PRIVATE_KEY');
    await gateway.until(({ state }) => state?.peers.has(publicKey) === true);
    expect(await latestEntry(server, 'network_device_added')).toMatchObject({ username: admin.username });
    expect(await admin.call(getNetworkDevice, { params: { id } })).toMatchObject({ configured: true });
  });

  test('gets changed configurations, until the device is deleted', async ({ server }) => {
    const { admin, token, id } = await givenToken(server);
    const { client, configured } = await enrol(server, token);
    const poll = () => client.post('/poll', { token: configured.body.token });
    const first = await poll();
    expect(first.body.device_config).toEqual({ ...configured.body, token: null });
    expect((await poll()).body).toEqual(first.body);

    const address = first.body.device_config.configs[0].assigned_ip.replace(/\d+$/, '77');
    await admin.call(updateNetworkDevice, {
      params: { id },
      body: { name: 'router', description: null, assigned_ips: [address] },
    });
    expect((await poll()).body.device_config.configs[0].assigned_ip).toBe(address);
    await admin.call(deleteNetworkDevice, { params: { id } });
    expect(await poll()).toMatchObject({ status: 403, body: { error: 'invalid token', code: 'poll_token_invalid' } });
  });

  test('gets nothing while the account of the owner is disabled', async ({ server }) => {
    const { token, id } = await givenToken(server);
    const { client, configured } = await enrol(server, token);
    const owner = await server.given.user();
    await server.database.query('update device set user_id = $1 where id = $2', [owner.id, id]);
    await (await server.given.admin()).call(updateUser, {
      params: { username: owner.username },
      body: { is_active: false },
    });
    expect((await client.post('/poll', { token: configured.body.token })).status).toBe(403);
  });

  test('gets nothing while the device is suspended', async ({ server }) => {
    const { token, id, admin } = await givenToken(server);
    const { client, configured } = await enrol(server, token);
    await server.database.query('update device set stopped_at = now(), suspended_at = now() where id = $1', [id]);
    const poll = () => client.post('/poll', { token: configured.body.token });
    expect(await poll()).toMatchObject({ status: 403, body: { error: 'the device is suspended' } });
    await (await server.given.signedIn(admin.username)).call(switchOnDevice, { params: { id } });
    expect((await poll()).status).toBe(200);
  });

  test('is still served when the owner is no longer an administrator', async ({ server }) => {
    const { token, id } = await givenToken(server);
    const { client, configured } = await enrol(server, token);
    const owner = await server.given.user();
    await server.database.query('update device set user_id = $1 where id = $2', [owner.id, id]);
    expect((await client.post('/poll', { token: configured.body.token })).status).toBe(200);
  });

  test('with a new token gives the device another key, and the old one no longer polls', async ({ server }) => {
    const { admin, token, id, location } = await givenToken(server);
    const first = await enrol(server, token);
    const { enrollment_token: next } = await admin.call(restartNetworkDevice, { params: { id } });
    await using gateway = await server.connectGateway(location);
    expect([...(gateway.state?.peers.keys() ?? [])]).toEqual([first.publicKey]);

    const second = await enrol(server, next);
    expect(second.configured.status).toBe(200);
    await gateway.until(({ state }) => state?.peers.has(second.publicKey) === true && state.peers.size === 1);
    expect((await first.client.post('/poll', { token: first.configured.body.token })).status).toBe(403);
    expect(await latestEntry(server, 'network_device_modified')).toMatchObject({ username: admin.username });
  });
});

/** A token for a device of the administrator that another administrator issued, with a session or an API token. */
async function givenIssuedToken(server: TestServer, { by = 'session' }: { by?: 'session' | 'API token' } = {}) {
  const { admin: first, location, id } = await givenToken(server);
  // other tests advance the clock: with a recent proof
  const admin = await server.given.signedIn(first.username);
  const issuer = await server.given.user({ groups: ['admin'] });
  const program = await givenProgram(server, issuer, { scopes: ['devices:write'] });
  const caller = by === 'session' ? issuer : program;
  const { enrollment_token: token } = await caller.call(restartNetworkDevice, { params: { id } });
  return { admin, issuer, program, location, token, id };
}
type IssuedToken = Awaited<ReturnType<typeof givenIssuedToken>>;

const stopIssuer = ({ admin, issuer: { username } }: IssuedToken, choice: { tokens: boolean; devices: boolean }) =>
  admin.call(stopUser, { params: { username }, body: { disable: false, ...choice } });
const setIssuer = ({ admin, issuer: { username } }: IssuedToken, body: BodyInputOf<typeof updateUser>) =>
  admin.call(updateUser, { params: { username }, body });
const deleteProgram = ({ issuer: { username }, program, admin }: IssuedToken) =>
  admin.call(deleteApiToken, { params: { username, id: String(program.id) } });

interface Withdrawal {
  readonly by?: 'API token';
  readonly withdraw: (issued: IssuedToken, server: TestServer) => Promise<unknown>;
}
const withdrawals: readonly [string, Withdrawal][] = [
  ['was disabled', { withdraw: (issued) => setIssuer(issued, { is_active: false }) }],
  [
    'was disabled and enabled again',
    {
      withdraw: async (issued) => {
        await setIssuer(issued, { is_active: false });
        await setIssuer(issued, { is_active: true });
      },
    },
  ],
  ['is no longer an administrator', { withdraw: (issued) => setIssuer(issued, { groups: [] }) }],
  ['was deleted', { withdraw: ({ admin, issuer: { username } }) => admin.call(deleteUser, { params: { username } }) }],
  ['was stopped', { withdraw: (issued) => stopIssuer(issued, { tokens: true, devices: true }) }],
  [
    'was stopped except for tokens and devices',
    { withdraw: (issued) => stopIssuer(issued, { tokens: false, devices: false }) },
  ],
  ['used an API token that was deleted', { by: 'API token', withdraw: deleteProgram }],
  [
    'used an API token that has expired',
    {
      by: 'API token',
      withdraw: ({ program }, { clock, database }) =>
        database.query('update api_token set expires_at = $1 where id = $2', [clock.now(), program.id]),
    },
  ],
];

describe('a token', () => {
  test.for(withdrawals)('is refused once the issuer %s', async ([, { by, withdraw }], { server }) => {
    const issued = await givenIssuedToken(server, by && { by });
    const [started, stranger] = [newClient(server), newClient(server)];
    expect((await started.post('/enrollment/start', { token: issued.token })).status).toBe(200);
    await withdraw(issued, server);
    const refused = { status: 401, body: { error: 'invalid token' } };
    const key = { pubkey: newKeys().publicKey };
    expect(await stranger.post('/enrollment/start', { token: issued.token })).toMatchObject(refused);
    expect(await started.post('/enrollment/create_device', key)).toMatchObject({ status: 401 });
    expect(await issued.admin.call(getNetworkDevice, { params: { id: issued.id } })).toMatchObject({
      configured: false,
    });
  });

  test.for(['session', 'API token'] as const)(
    'issued with the %s remains valid after the issuer signed out',
    async (by, { server }) => {
      const { issuer, token } = await givenIssuedToken(server, { by });
      await issuer.call(signOut, {});
      expect((await enrol(server, token)).configured.status).toBe(200);
    },
  );

  test('is logged when it is issued, without the token, and its use under the name of the issuer', async ({
    server,
  }) => {
    const { issuer, token, location, admin } = await givenIssuedToken(server);
    const event = { username: issuer.username, location: location.name };
    expect(await latestEntry(server, 'network_device_token_added')).toMatchObject({
      ...event,
      description: `Device router of ${admin.username}`,
    });
    await enrol(server, token);
    expect(await latestEntry(server, 'network_device_added')).toMatchObject(event);
    expect(JSON.stringify(await server.database.query('select * from activity_entry'))).not.toContain(token);
    expect(JSON.stringify(await server.events())).not.toContain(token);
  });

  test('is logged when it is issued with a new device', async ({ server }) => {
    const { admin } = await givenToken(server, 'gate');
    expect(await latestEntry(server, 'network_device_token_added')).toMatchObject({
      username: admin.username,
      description: `Device gate of ${admin.username}`,
    });
  });

  test('is used once, also by concurrent clients', async ({ server }) => {
    const { token } = await givenToken(server);
    const attempts = await Promise.all([1, 2, 3, 4].map(() => enrol(server, token)));
    expect(attempts.map(({ configured }) => configured.status).toSorted()).toEqual([200, 401, 401, 401]);
    expect((await newClient(server).post('/enrollment/start', { token })).status).toBe(401);
  });

  test('is valid for a day, and for ten minutes once it is used', async ({ server }) => {
    const { token, admin, id } = await givenToken(server);
    server.clock.advance({ hours: 23, minutes: 59 });
    const client = newClient(server);
    expect((await client.post('/enrollment/start', { token })).status).toBe(200);
    server.clock.advance({ minutes: 1 });
    expect((await client.post('/enrollment/create_device', { pubkey: newKeys().publicKey })).status).toBe(401);

    const { enrollment_token: next } = await admin.call(restartNetworkDevice, { params: { id } });
    expect((await client.post('/enrollment/start', { token: next })).status).toBe(200);
    server.clock.advance({ minutes: 10 });
    expect((await client.post('/enrollment/create_device', { pubkey: newKeys().publicKey })).status).toBe(401);
  });

  test('replaces the unused ones of the administrator, and is stored only as a hash', async ({ server }) => {
    const { token: first } = await givenToken(server, 'first');
    const { token: second } = await givenToken(server, 'second');
    expect((await newClient(server).post('/enrollment/start', { token: first })).status).toBe(401);
    expect((await newClient(server).post('/enrollment/start', { token: second })).status).toBe(200);
    expect(JSON.stringify(await server.database.query('select * from device_enrollment'))).not.toContain(second);
  });

  test('remains valid after a key that cannot be used', async ({ server }) => {
    const { token, location } = await givenToken(server);
    const { publicKey: taken } = newKeys();
    await server.given.networkDevice({ wireguard_pubkey: taken });
    const client = newClient(server);
    await client.post('/enrollment/start', { token });
    for (const [pubkey, error] of [
      ['not a key', 'invalid public key'],
      [zeroKey, 'invalid public key'],
      [location.pubkey, 'the public key belongs to a location'],
      [taken, 'the public key is already in use'],
    ]) {
      expect(await client.post('/enrollment/create_device', { pubkey })).toMatchObject({
        status: 400,
        body: { error },
      });
    }
    expect((await client.post('/enrollment/create_device', { pubkey: newKeys().publicKey })).status).toBe(200);
  });

  test.for([
    ['/enrollment/start', {}],
    ['/enrollment/start', { token: 'x'.repeat(129) }],
    ['/enrollment/start', '{'],
    ['/enrollment/start', 'x'.repeat(20_000)],
    ['/enrollment/create_device', { pubkey: 5 }],
    ['/poll', null],
  ] as const)('is refused in an invalid request to %s', async ([path, body], { server }) => {
    const answer = await newClient(server).post(path, body);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(Object.keys(answer.body)).toEqual(['error', 'code']);
  });

  test('can be replaced while it is used', async ({ server }) => {
    const { token, admin, id } = await givenToken(server);
    const client = newClient(server);
    await client.post('/enrollment/start', { token });
    const owner = new pg.Client(server.database.url);
    await owner.connect();
    await owner.query('begin');
    await owner.query('select 1 from "user" where username = $1 for update', [admin.username]);
    const waiting = async () =>
      (
        await server.database.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database()`)
      ).length;
    const renewed = admin.try(restartNetworkDevice, { params: { id } });
    await expect.poll(waiting).toBe(1);
    const configured = client.post('/enrollment/create_device', { pubkey: newKeys().publicKey });
    await expect.poll(waiting).toBe(2);
    await owner.query('commit');
    await owner.end();
    expect([(await renewed).status, (await configured).status]).toEqual([201, 401]);
  });

  test('is refused when it is used while its issuer is stopped', async ({ server }) => {
    const { token, admin, issuer } = await givenIssuedToken(server);
    const client = newClient(server);
    await client.post('/enrollment/start', { token });
    const waiting = async () =>
      (
        await server.database.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database()`)
      ).length;
    const blocker = new pg.Client(server.database.url);
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('select 1 from "user" where id = $1 for update', [issuer.id]);
    const body = { disable: false, tokens: false, devices: false };
    const stopped = admin.try(stopUser, { params: { username: issuer.username }, body });
    await expect.poll(waiting).toBe(1);
    const configured = client.post('/enrollment/create_device', { pubkey: newKeys().publicKey });
    await expect.poll(waiting).toBe(2);
    await blocker.query('commit');
    await blocker.end();
    expect([(await stopped).status, (await configured).status]).toEqual([200, 401]);
  });

  test('needs the cookie of the start', async ({ server }) => {
    const { token } = await givenToken(server);
    const answer = await newClient(server).post('/enrollment/create_device', { token, pubkey: newKeys().publicKey });
    expect(answer.status).toBe(401);
  });
});

test('refuses an address after 20 invalid tokens in a minute', async () => {
  await using server = await startTestServer();
  const { token } = await givenToken(server);
  const client = newClient(server);
  for (let nth = 0; nth < 20; nth += 1) {
    expect((await client.post('/enrollment/start', { token: `guess ${nth}` })).status).toBe(401);
  }
  expect((await client.post('/enrollment/start', { token })).status).toBe(429);
});

test('refuses an address with too many requests, and no other one', async () => {
  await using server = await startTestServer();
  const from = (address: string) =>
    fetch(`http://127.0.0.1:${server.edgePort}/api/v1/info`, { headers: { 'x-forwarded-for': address } });
  const answers = await Promise.all(Array.from({ length: 210 }, (_, nth) => from(`2001:db8::${nth.toString(16)}`)));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  expect((await from('2001:db8:0:1::1')).status).toBe(200);
});

test('refuses clients while the VPN module is switched off', async () => {
  await using server = await startTestServer();
  const { admin, token, id } = await givenToken(server);
  const { client, configured } = await enrol(server, token);
  const { enrollment_token: next } = await admin.call(restartNetworkDevice, { params: { id } });
  const started = newClient(server);
  await started.post('/enrollment/start', { token: next });
  await admin.call(patchSettings, { body: { wireguard_enabled: false } });
  const refused = { status: 403, body: { error: 'the VPN is switched off' } };
  expect(await client.post('/poll', { token: configured.body.token })).toMatchObject(refused);
  expect(await newClient(server).post('/enrollment/start', { token: next })).toMatchObject(refused);
  for (const path of ['/enrollment/create_device', '/enrollment/network_info']) {
    expect(await started.post(path, { pubkey: newKeys().publicKey })).toMatchObject(refused);
  }
  await admin.call(patchSettings, { body: { wireguard_enabled: true } });
  expect((await client.post('/poll', { token: configured.body.token })).status).toBe(200);
});

test('issues no token while core does not listen for clients', async () => {
  await using server = await startTestServer({ environment: { GATEWARDEN_EDGE_PORT: 'off' } });
  expect(server.edgePort).toBeUndefined();
  const admin = await server.given.admin();
  const location = await server.given.location();
  const body = { name: 'router', description: null, location_id: location.id, assigned_ips: [] };
  expect(await admin.try(startNetworkDevice, { body })).toMatchObject({ status: 409, body: { code: 'edge_disabled' } });
  expect(await server.database.query(`select 1 from device where kind = 'network'`)).toEqual([]);
});
