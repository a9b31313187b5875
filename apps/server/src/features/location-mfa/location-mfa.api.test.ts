import { authorizeDevice } from '@gatewarden/contract/browser-connect';
import { updateDevice } from '@gatewarden/contract/devices';
import { stopUser } from '@gatewarden/contract/emergency-stop';
import { addGroup, removeGroupMember } from '@gatewarden/contract/groups';
import { endLocationSession } from '@gatewarden/contract/location-mfa';
import { updateLocation } from '@gatewarden/contract/locations';
import { disableMfa, sendEmailCode } from '@gatewarden/contract/mfa';
import { updateUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import { uniqueName } from '../../../test/calls/unique-name.ts';
import { newEdgeClient } from '../../../test/edge-client.ts';
import { givenAccount } from '../../../test/given/accounts.ts';
import { connectMethods, givenProtected, type Protected } from '../../../test/given/connect.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { givenMailbox } from '../../../test/given/mail-codes.ts';
import { locationBody, newKeys } from '../../../test/given/network.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';
import { runJob } from '../../../test/run-job.ts';
import { codeInMail, startSmtpSink } from '../../../test/smtp-sink.ts';

// every test changes the clock
const { totp, email } = connectMethods;

test('a device connects with a code of the app, and its peer has the preshared key', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server);
  const { location, una, publicKey } = given;
  await using gateway = await server.connectGateway(location);
  await gateway.until(({ state }) => state !== undefined && !state.peers.has(publicKey));
  const started = await given.start();
  expect(started).toMatchObject({
    status: 200,
    body: { token: expect.stringMatching(/^[0-9A-Za-z]{32}$/), challenge: null },
  });
  const wrong = await given.finish(started.body['token'], '000000');
  expect(wrong).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
  expect(await latestEntry(server, 'vpn_client_mfa_failed')).toMatchObject({ username: una.username });
  const finished = await given.finish(started.body['token'], given.app.next());
  expect(finished).toMatchObject({ status: 200, body: { token: null } });
  const key = String(finished.body['preshared_key']);
  expect(Buffer.from(key, 'base64')).toHaveLength(32);
  await gateway.until(({ state }) => state?.peers.get(publicKey)?.presharedKey === key);
  expect(await latestEntry(server, 'vpn_client_connected_mfa')).toMatchObject({ username: una.username });
  expect(await given.sessions()).toMatchObject([{ device: 'Laptop', username: una.username, method: 'totp' }]);
  const repeated = await given.finish(started.body['token'], given.app.next());
  expect(repeated).toMatchObject({ status: 400, body: { error: 'login session not found' } });
  // connecting again replaces the key
  const again = await given.connect();
  expect(again.body['preshared_key']).not.toBe(key);
  await gateway.until(({ state }) => state?.peers.get(publicKey)?.presharedKey === again.body['preshared_key']);
});

test('a device connects with a code by mail', async () => {
  await using server = await startTestServer();
  await using sink = await startSmtpSink();
  const given = await givenProtected(server);
  await givenMailbox(server, given.una, sink);
  server.clock.advance({ minutes: 2 });
  const arrived = sink.mails.length;
  const { body } = await given.start(email);
  const finished = await given.finish(body['token'], await codeInMail(sink, arrived));
  expect(finished).toMatchObject({ status: 200, body: { preshared_key: expect.any(String) } });
});

test('codes that a client asks for do not use up those of sign-in', async () => {
  await using server = await startTestServer();
  await using sink = await startSmtpSink();
  const given = await givenProtected(server);
  const { una } = given;
  await givenMailbox(server, una, sink);
  server.clock.advance({ minutes: 2 });
  const arrived = sink.mails.length;
  await una.call(sendEmailCode, {});
  const code = await codeInMail(sink, arrived);
  const { body } = await given.start(email);
  for (let attempt = 0; attempt < 5; attempt += 1) await given.finish(body['token'], '000000');
  const params = { id: String(given.location.id), deviceId: String(given.device.id) };
  const proof = { method: 'email', code } as const;
  expect(await una.try(authorizeDevice, { params, body: { proof } })).toMatchObject({ status: 200 });
});

test('keys that cannot be stored are unknown, and are not logged as failures', async ({ server }) => {
  await server.given.admin();
  const { id } = await server.given.location({ location_mfa_mode: 'internal' });
  const client = newEdgeClient(server);
  const start = (location_id: number, pubkey: string) =>
    client.post('/client-mfa/start', { location_id, pubkey, method: totp });
  for (const key of ['a\0b', '\ud800']) expect(await start(id, key)).toMatchObject({ status: 400 });
  expect(await start(2 ** 40, 'key')).toMatchObject({ status: 422 });
  const signIn = { type: 'enrollment', provider: 'a\0b' };
  expect(await client.post('/openid/auth_info', signIn)).toMatchObject({ status: 400 });
  expect(server.logged()).not.toContain('a call of the edge failed');
});

test.for([
  [
    'inactivity',
    ({ server }) => {
      server.clock.advance({ minutes: 6 });
      return runJob(server, 'location-mfa.end-inactive');
    },
  ],
  ['the longest time', ({ server }) => server.clock.advance({ hours: 2, seconds: 1 })],
  [
    'an administrator',
    ({ admin, location, device }) =>
      admin.call(endLocationSession, { params: { id: String(location.id), deviceId: String(device.id) } }),
  ],
  [
    'the owner',
    ({ una, location, device }) =>
      una.call(endLocationSession, { params: { id: String(location.id), deviceId: String(device.id) } }),
  ],
  ['removed factors', ({ fresh, una }) => fresh.call(disableMfa, { params: { username: una.username } })],
  [
    'a disabled account',
    ({ fresh, una }) => fresh.call(updateUser, { params: { username: una.username }, body: { is_active: false } }),
  ],
  [
    'an emergency stop',
    ({ fresh, una }) => fresh.call(stopUser, { params: { username: una.username }, body: { disable: false } }),
  ],
  [
    'another key',
    ({ una, device }) =>
      una.call(updateDevice, {
        params: { id: String(device.id) },
        body: { name: 'Laptop', description: null, wireguard_pubkey: newKeys().publicKey },
      }),
  ],
  [
    'leaving the group',
    ({ fresh, una, group }) => fresh.call(removeGroupMember, { params: { name: group, username: una.username } }),
  ],
  [
    'other addresses of the location',
    ({ fresh, location, group }) =>
      fresh.call(updateLocation, {
        params: { id: String(location.id) },
        body: {
          ...locationBody(77, { name: location.name, location_mfa_mode: 'internal', allowed_groups: [group] }),
        },
      }),
  ],
] as const satisfies readonly [
  string,
  (
    given: Protected & { server: TestServer; fresh: Awaited<ReturnType<typeof givenAccount>>; group: string },
  ) => unknown,
][])('a session ends with %s, and its peer with it', async ([, end]) => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const group = uniqueName('crew');
  await admin.call(addGroup, { body: { name: group, members: [], is_admin: false } });
  const given = await givenProtected(server, { allowed_groups: [group], mfa_session_hours: 2 });
  await admin.call(updateUser, { params: { username: given.una.username }, body: { groups: [group] } });
  await using gateway = await server.connectGateway(given.location);
  expect(await given.connect()).toMatchObject({ status: 200 });
  await gateway.until(({ state }) => state?.peers.has(given.publicKey) === true);
  const fresh = await givenAccount(server, { isAdmin: true });
  await end({ ...given, server, fresh, group });
  await gateway.until(({ state }) => state?.peers.size === 0);
  expect(await given.sessions()).toEqual([]);
});

test('each attempt that is not allowed is refused with the text that clients know', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server);
  const open = await server.given.location();
  const start = (body: object) =>
    given.client.post('/client-mfa/start', {
      location_id: given.location.id,
      pubkey: given.publicKey,
      method: totp,
      ...body,
    });
  expect(await start({ location_id: 999_999 })).toMatchObject({ status: 400, body: { error: 'location not found' } });
  expect(await start({ location_id: open.id })).toMatchObject({ status: 400 });
  expect(await start({ pubkey: newKeys().publicKey })).toMatchObject({ status: 400 });
  const unavailable = { status: 400, body: { error: 'selected MFA method not available' } };
  for (const method of [email, 2, 3, 4, 99, -1, 2 ** 40]) expect(await start({ method })).toMatchObject(unavailable);
  expect(await start({ method: 'totp' })).toMatchObject({ status: 422 });
  const invalid = { status: 400, body: { error: 'invalid token' } };
  expect(await given.finish('x', '123456')).toMatchObject(invalid);
  const { body } = await start({});
  server.clock.advance({ minutes: 5, seconds: 1 });
  expect(await given.finish(body['token'], given.app.next())).toMatchObject(invalid);
  // of one address, the newest four remain
  const first = await start({});
  for (let attempt = 0; attempt < 4; attempt += 1) await start({});
  const missing = { status: 400, body: { error: 'login session not found' } };
  expect(await given.finish(first.body['token'], given.app.next())).toMatchObject(missing);
});

test('a stranger who knows the public key does not end the attempts of the owner', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server);
  const { body } = await given.start();
  const start = (address: string) =>
    given.client.post(
      '/client-mfa/start',
      { location_id: given.location.id, pubkey: given.publicKey, method: totp },
      { 'x-forwarded-for': address },
    );
  const addresses = Array.from({ length: 5 }, (_, network) =>
    Array.from({ length: 10 }, (_unused, nth) => `198.51.${network}.${nth}`),
  ).flat();
  const answers = await Promise.all(addresses.flatMap((address) => [start(address), start(address)]));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  const [row] = await server.database.query('select count(*)::int as count from location_sign_in');
  expect(row).toEqual({ count: 1 + 5 * 16 });
  expect(await given.finish(body['token'], given.app.next())).toMatchObject({ status: 200 });
});

test('a device has at most 128 attempts', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server);
  const body = { location_id: given.location.id, pubkey: given.publicKey, method: totp };
  for (let network = 0; network < 9; network += 1) {
    const from = Array.from({ length: 16 }, (_, nth) => ({ 'x-forwarded-for': `2001:db8:${network}:${nth}::1` }));
    await Promise.all(from.map((headers) => given.client.post('/client-mfa/start', body, headers)));
  }
  const [row] = await server.database.query('select count(*)::int as count from location_sign_in');
  expect(row).toEqual({ count: 128 });
});

test('a right code that is sent many times makes its owner not wait, at the client and in the console', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server);
  const { una, app } = given;
  const started = await given.start();
  const again = await given.start();
  const code = app.next();
  await Promise.all(Array.from({ length: 15 }, () => given.finish(started.body['token'], code)));
  for (let attempt = 0; attempt < 10; attempt += 1)
    expect(await given.finish(again.body['token'], code)).toMatchObject({ status: 401 });
  expect(await given.finish(again.body['token'], app.next())).toMatchObject({ status: 200 });
  const params = { id: String(given.location.id), deviceId: String(given.device.id) };
  const authorize = (typed: string) =>
    una.try(authorizeDevice, { params, body: { proof: { method: 'totp', code: typed }, without_client: true } });
  const used = app.next();
  await Promise.all(Array.from({ length: 50 }, () => authorize(used)));
  for (let attempt = 0; attempt < 10; attempt += 1)
    expect(await authorize(used)).toMatchObject({ status: 401, body: { code: 'code_wrong' } });
  expect(await authorize(app.next())).toMatchObject({ status: 200 });
  // wrong ones are counted
  for (let attempt = 0; attempt < 5; attempt += 1) expect(await authorize('000000')).toMatchObject({ status: 401 });
  expect(await authorize(app.next())).toMatchObject({ status: 429 });
});

test('a code by mail that is sent many times makes its owner not wait, and is not logged as a failure', async () => {
  await using server = await startTestServer();
  await using sink = await startSmtpSink();
  const given = await givenProtected(server);
  await givenMailbox(server, given.una, sink);
  server.clock.advance({ minutes: 2 });
  const arrived = sink.mails.length;
  const { body } = await given.start(email);
  // of the same mail
  const next = await given.start(email);
  const code = await codeInMail(sink, arrived);
  const answers = await Promise.all(Array.from({ length: 15 }, () => given.finish(body['token'], code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (let attempt = 0; attempt < 10; attempt += 1)
    expect(await given.finish(next.body['token'], code)).toMatchObject({ status: 401 });
  expect((await server.events()).filter(({ type }) => type === 'location-mfa.failed')).toEqual([]);
  expect(await given.connect()).toMatchObject({ status: 200 });
});

test('wrong codes have to wait, and one of fifty right ones succeeds', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server);
  const { body } = await given.start();
  const code = given.app.next();
  const answers = await Promise.all(Array.from({ length: 50 }, () => given.finish(body['token'], code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  server.clock.advance({ hours: 80 });
  const next = await given.start();
  for (let attempt = 0; attempt < 5; attempt += 1) await given.finish(next.body['token'], '000000');
  // also the right code
  expect(await given.finish(next.body['token'], given.app.next())).toMatchObject({ status: 401 });
});

test('a person ends no session of another', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server);
  await given.connect();
  const eve = await server.given.user();
  const params = { id: String(given.location.id), deviceId: String(given.device.id) };
  expect((await eve.try(endLocationSession, { params })).status).toBe(404);
  expect(await given.sessions()).toHaveLength(1);
});
