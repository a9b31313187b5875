import { deleteDevice } from '@gatewarden/contract/devices';
import { endLocationSession } from '@gatewarden/contract/location-mfa';
import { updateUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import { newEdgeClient } from '../../../test/edge-client.ts';
import { openEdgeSocket } from '../../../test/edge-socket.ts';
import { givenAccount } from '../../../test/given/accounts.ts';
import { connectMethods, givenPhone, givenProtected } from '../../../test/given/connect.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { removeNetwork } from '../../../test/given/network.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';

test.beforeEach(({ server }) => removeNetwork(server));

const unauthorized = { status: 401, body: { error: 'unauthorized' } };
const missing = { status: 400, body: { error: 'login session not found' } };
const done = 1000;
const goingAway = 1001;

async function open(server: TestServer, token: unknown) {
  const socket = await openEdgeSocket(server, `/client-mfa/remote?token=${encodeURIComponent(String(token))}`);
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
  return socket;
}

const statusOf = async (server: TestServer, token: unknown) => {
  const socket = await openEdgeSocket(server, `/client-mfa/remote?token=${encodeURIComponent(String(token))}`);
  if (typeof socket === 'number') return socket;
  await socket[Symbol.asyncDispose]();
  return 101;
};

/** A laptop and a phone of the same person, in a location that requires a second factor. */
async function givenApproval(server: TestServer) {
  const given = await givenProtected(server);
  const phone = await givenPhone(server, given.una);
  const client = newEdgeClient(server);
  const start = async () => {
    const { body } = await given.start(connectMethods.mobileApprove);
    return { token: String(body['token']), challenge: String(body['challenge']) };
  };
  const approve = ({ token, challenge }: { token: string; challenge: string }, by = phone) =>
    client.post('/client-mfa/finish-remote', { token, code: by.signature(challenge), auth_pub_key: by.authKey });
  return { ...given, phone, client, startCode: given.start, start, approve };
}

test('a phone approves a laptop, whose client receives the preshared key and the end', async ({ server }) => {
  const { location, una, publicKey, start, approve, device, sessions } = await givenApproval(server);
  await using gateway = await server.connectGateway(location);
  const attempt = await start();
  expect(attempt.challenge).toMatch(/^[0-9A-Za-z]{44}$/);
  await using socket = await open(server, attempt.token);
  expect(await approve(attempt)).toMatchObject({ status: 200, body: {} });
  expect(await socket.closed).toBe(done);
  expect(socket.messages).toEqual([{ type: 'mfa_success', preshared_key: expect.any(String) }]);
  const [{ preshared_key: key }] = socket.messages as [{ preshared_key: string }];
  await gateway.until(({ state }) => state?.peers.get(publicKey)?.presharedKey === key);
  expect(await sessions()).toMatchObject([{ device_id: device.id, method: 'mobile_approve' }]);
  expect(await latestEntry(server, 'vpn_client_connected_mfa')).toMatchObject({ username: una.username });
  // once
  expect(await statusOf(server, attempt.token)).toBe(401);
  expect(await approve(attempt)).toMatchObject(missing);
});

test('the client can wait at another replica than the one that the phone calls', async ({ server, replica }) => {
  const { start, approve } = await givenApproval(server);
  const attempt = await start();
  await using socket = await open(replica, attempt.token);
  expect(await approve(attempt)).toMatchObject({ status: 200 });
  expect(await socket.closed).toBe(done);
  expect(socket.messages).toMatchObject([{ type: 'mfa_success' }]);
});

test('a client receives the key although its replica was not connected to the database', async () => {
  await using server = await startTestServer();
  await using replica = await server.startReplica();
  const { start, approve } = await givenApproval(server);
  const attempt = await start();
  await using socket = await open(replica, attempt.token);
  await server.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and (query like 'listen%' or query = 'select 1')`);
  expect(await approve(attempt)).toMatchObject({ status: 200 });
  expect(await socket.closed).toBe(done);
  expect(socket.messages).toMatchObject([{ type: 'mfa_success' }]);
});

test('a client whose connection broke receives the key when it waits again', async ({ server, replica }) => {
  const { start, approve, publicKey, location } = await givenApproval(server);
  await using gateway = await server.connectGateway(location);
  const attempt = await start();
  await (await open(server, attempt.token))[Symbol.asyncDispose]();
  expect(await approve(attempt)).toMatchObject({ status: 200 });
  await using socket = await open(replica, attempt.token);
  expect(await socket.closed).toBe(done);
  const [{ preshared_key: key }] = socket.messages as [{ preshared_key: string }];
  await gateway.until(({ state }) => state?.peers.get(publicKey)?.presharedKey === key);
});

test('of two clients with the same token at two replicas, one receives the key', async ({ server, replica }) => {
  const { start, approve } = await givenApproval(server);
  const attempt = await start();
  await using first = await open(server, attempt.token);
  await using second = await open(replica, attempt.token);
  await approve(attempt);
  const codes = await Promise.all([first.closed, second.closed]);
  expect(codes.toSorted()).toEqual([done, goingAway]);
  expect([...first.messages, ...second.messages]).toHaveLength(1);
});

test('a second client that waits for the same attempt is refused, until the first one is gone', async ({ server }) => {
  const { start, approve } = await givenApproval(server);
  const attempt = await start();
  const first = await open(server, attempt.token);
  expect(await statusOf(server, attempt.token)).toBe(401);
  first.close();
  await first.closed;
  await using second = await open(server, attempt.token);
  await approve(attempt);
  expect(await second.closed).toBe(done);
});

test('clients wait for attempts that exist and that a phone can approve', async ({ server }) => {
  const { given, start } = { given: await givenProtected(server), ...(await givenApproval(server)) };
  const former = await start();
  for (let attempt = 0; attempt < 4; attempt += 1) await start();
  const ofCode = (await given.start()).body['token'];
  for (const token of [former.token, ofCode, 'x', 'A'.repeat(32), '\u0000'])
    expect(await statusOf(server, token)).toBe(401);
  for (const query of ['', '?token=', `?token=${'A'.repeat(129)}`, '?token=a&token=b'])
    expect(await openEdgeSocket(server, `/client-mfa/remote${query}`)).toBe(422);
});

test('a client whose attempt was replaced waits no longer once a newer one waits', async ({ server }) => {
  const { start } = await givenApproval(server);
  const former = await open(server, (await start()).token);
  let newest = '';
  for (let attempt = 0; attempt < 4; attempt += 1) newest = (await start()).token;
  await using socket = await open(server, newest);
  expect(await former.closed).toBe(goingAway);
  expect(socket.messages).toEqual([]);
});

test('an attempt that ends without approval ends the wait', async ({ server }) => {
  const { start } = await givenApproval(server);
  const { token } = await start();
  const soon = new Date(server.clock.now().getTime() + 500);
  await server.database.query('update location_sign_in set expires_at = $1', [soon]);
  await using socket = await open(server, token);
  expect(await socket.closed).toBe(goingAway);
  expect(socket.messages).toEqual([]);
});

test('signatures of a phone of another user, or with the wrong key, are refused and logged', async ({ server }) => {
  const { client, una, phone, start, approve } = await givenApproval(server);
  const eve = await givenApproval(server);
  const attempt = await start();
  await using socket = await open(server, attempt.token);
  expect(await approve(attempt, eve.phone)).toMatchObject(unauthorized);
  expect(await latestEntry(server, 'vpn_client_mfa_failed')).toMatchObject({ username: una.username });
  const { token } = attempt;
  const code = phone.signature(attempt.challenge);
  const remote = (body: object) => client.post('/client-mfa/finish-remote', { token, ...body });
  for (const auth_pub_key of [eve.phone.authKey, '\u0000', 'AAAA'])
    expect(await remote({ code, auth_pub_key })).toMatchObject(unauthorized);
  expect(await remote({ code: eve.phone.signature(attempt.challenge), auth_pub_key: phone.authKey })).toMatchObject(
    unauthorized,
  );
  expect(socket.messages).toEqual([]);
  // a stranger who knows the public key does not make the owner wait
  expect(await approve(attempt)).toMatchObject({ status: 200 });
});

test('an incomplete approval, or one of another method, is refused', async ({ server }) => {
  const { client, phone, start, startCode, app } = await givenApproval(server);
  const attempt = await start();
  const { token, challenge } = attempt;
  const invalid = { status: 400, body: { error: 'invalid token' } };
  const code = phone.signature(challenge);
  const remote = (body: object) => client.post('/client-mfa/finish-remote', body);
  expect(await remote({ token, code })).toMatchObject(invalid);
  expect(await remote({ token, auth_pub_key: phone.authKey })).toMatchObject(invalid);
  expect(await remote({ token: 'x', code, auth_pub_key: phone.authKey })).toMatchObject(invalid);
  for (const body of [{ code }, { token: 1 }, { token, code: 1 }, { token, code, auth_pub_key: 'A'.repeat(257) }])
    expect(await remote(body)).toMatchObject({ status: 422 });
  // what the client of the laptop itself can finish
  const own = await startCode();
  expect(await remote({ token: own.body['token'], code: app.next() })).toMatchObject(missing);
});

test('a phone that finishes the attempt itself receives the key with the token', async ({ server }) => {
  const { client, phone, start } = await givenApproval(server);
  const { token, challenge } = await start();
  await using socket = await open(server, token);
  const body = { token, code: phone.signature(challenge), auth_pub_key: phone.authKey };
  expect(await client.post('/client-mfa/finish', body)).toMatchObject({
    status: 200,
    body: { preshared_key: expect.any(String), token },
  });
  expect(await socket.closed).toBe(goingAway);
});

test('a removed phone and the phone of a disabled user approve nothing', async ({ server }) => {
  const { una, phone, start, approve } = await givenApproval(server);
  const attempt = await start();
  await una.call(deleteDevice, { params: { id: String(phone.id) } });
  expect(await approve(attempt)).toMatchObject(unauthorized);
  const next = await givenApproval(server);
  const other = await next.start();
  const fresh = await givenAccount(server, { isAdmin: true });
  await fresh.call(updateUser, { params: { username: next.una.username }, body: { is_active: false } });
  expect(await next.approve(other)).toMatchObject(missing);
});

test('people without a phone cannot choose its approval', async ({ server }) => {
  const given = await givenProtected(server);
  const started = await given.start(connectMethods.mobileApprove);
  expect(started).toMatchObject({ status: 400, body: { error: 'selected MFA method not available' } });
});

test('the session ends with the phone that approved it', async ({ server }) => {
  const { una, phone, start, approve, sessions, location, publicKey } = await givenApproval(server);
  await using gateway = await server.connectGateway(location);
  expect(await approve(await start())).toMatchObject({ status: 200 });
  await gateway.until(({ state }) => state?.peers.has(publicKey) === true);
  await una.call(deleteDevice, { params: { id: String(phone.id) } });
  expect(await sessions()).toEqual([]);
  await gateway.until(({ state }) => state?.peers.size === 0);
});

test('a client whose session was ended before it waits receives no key', async ({ server }) => {
  const { admin, start, approve, location, device } = await givenApproval(server);
  const attempt = await start();
  await approve(attempt);
  const params = { id: String(location.id), deviceId: String(device.id) };
  await admin.call(endLocationSession, { params });
  await using socket = await open(server, attempt.token);
  expect(await socket.closed).toBe(goingAway);
  expect(socket.messages).toEqual([]);
});

test('an attempt is approved once', async ({ server }) => {
  const { start, approve } = await givenApproval(server);
  const attempt = await start();
  const answers = await Promise.all(Array.from({ length: 20 }, () => approve(attempt)));
  for (let repeated = 0; repeated < 10; repeated += 1) answers.push(await approve(attempt));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
});
