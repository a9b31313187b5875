import {
  approveConnectRequest,
  authorizeDevice,
  type ConnectProof,
  openConnectRequest,
  refuseConnectRequest,
} from '@gatewarden/contract/browser-connect';
import { updateDevice } from '@gatewarden/contract/devices';
import { updateLocation } from '@gatewarden/contract/locations';
import { startSecurityKeySignIn } from '@gatewarden/contract/security-keys';
import { updateUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import { givenAccount } from '../../../test/given/accounts.ts';
import { connectMethods, givenProtected, type Protected } from '../../../test/given/connect.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { locationBody, newKeys } from '../../../test/given/network.ts';
import { givenSecurityKey } from '../../../test/given/security-keys.ts';
import { startTestServer, test } from '../../../test/harness.ts';

// every test changes the clock

/** A client that waits for its owner, and what the owner does. */
async function givenRequest(given: Protected) {
  const { status, body } = await given.start(connectMethods.browser);
  const request = String(body['challenge']);
  const { una } = given;
  const token = body['token'];
  return {
    status,
    ...{ request, token, url: body['url'] },
    finish: () => given.client.post('/client-mfa/finish', { token }),
    open: (caller = una) => caller.try(openConnectRequest, { body: { request } }),
    approve: (proof: ConnectProof, caller = una) => caller.try(approveConnectRequest, { body: { request, proof } }),
    refuse: (caller = una) => caller.try(refuseConnectRequest, { body: { request } }),
  };
}

const pending = { status: 428, body: { error: 'the sign-in in the browser is not finished' } };
const ended = { status: 400, body: { error: 'login session not found' } };
const missing = { status: 404, body: { code: 'connect_request_missing' } };

test('a client receives its preshared key after the owner confirmed with a passkey in the browser', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server);
  await using gateway = await server.connectGateway(given.location);
  const waiting = await givenRequest(given);
  expect(waiting).toMatchObject({ status: 200, request: expect.stringMatching(/^[0-9A-Za-z]{44}$/) });
  expect(waiting.url).toMatch(new RegExp(`/connect\\?request=${waiting.request}$`));
  expect(waiting.request).not.toContain(waiting.token);
  expect(await waiting.finish()).toMatchObject(pending);
  const opened = await waiting.open();
  const shown = { device: 'Laptop', location: given.location.name, ip: expect.any(String), agent: expect.any(String) };
  expect(opened).toMatchObject({ status: 200, body: shown });
  expect(await waiting.approve({ method: 'totp', code: '000000' })).toMatchObject({ status: 401 });
  expect(await waiting.finish()).toMatchObject(pending);
  const key = await givenSecurityKey(server, given.una);
  const response = key.sign(await given.una.call(startSecurityKeySignIn, {}));
  expect(await waiting.approve({ method: 'security_key', response })).toMatchObject({ status: 200 });
  const finished = await waiting.finish();
  expect(finished).toMatchObject({ status: 200, body: { preshared_key: expect.any(String), token: null } });
  const presharedKey = finished.body['preshared_key'];
  await gateway.until(({ state }) => state?.peers.get(given.publicKey)?.presharedKey === presharedKey);
  expect(await given.sessions()).toMatchObject([{ method: 'security_key' }]);
  // the key is returned once, and the request is over
  expect(await waiting.finish()).toMatchObject(ended);
  expect(await waiting.open()).toMatchObject(missing);
  expect(await waiting.approve({ method: 'totp', code: given.app.next() })).toMatchObject(missing);
});

test('another user ends the request, administrators included', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server);
  const eve = await server.given.user();
  const proof: ConnectProof = { method: 'totp', code: given.app.next() };
  const first = await givenRequest(given);
  expect(await first.open(eve)).toMatchObject(missing);
  expect(await first.finish()).toMatchObject(ended);
  const entry = await latestEntry(server, 'vpn_client_mfa_failed');
  expect(entry).toMatchObject({ username: eve.username });
  const second = await givenRequest(given);
  expect(await second.approve(proof, given.admin)).toMatchObject(missing);
  expect(await second.finish()).toMatchObject(ended);
  const third = await givenRequest(given);
  expect(await third.refuse(eve)).toMatchObject(missing);
  expect(await third.finish()).toMatchObject(ended);
  expect(await given.sessions()).toEqual([]);
});

test('a request ends when the owner refuses it, after five minutes, and with the fourth newer attempt', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server);
  const refused = await givenRequest(given);
  expect(await refused.refuse()).toMatchObject({ status: 200 });
  expect(await refused.finish()).toMatchObject(ended);
  expect(await refused.refuse()).toMatchObject(missing);
  const late = await givenRequest(given);
  server.clock.advance({ minutes: 5, seconds: 1 });
  expect(await late.open()).toMatchObject(missing);
  expect(await late.approve({ method: 'totp', code: given.app.next() })).toMatchObject(missing);
  expect(await late.finish()).toMatchObject({ status: 400, body: { error: 'invalid token' } });
  const replaced = await givenRequest(given);
  for (let attempt = 0; attempt < 3; attempt += 1) await given.start();
  await given.start();
  expect(await replaced.open()).toMatchObject(missing);
  expect(await replaced.finish()).toMatchObject(ended);
});

test('a request ends with another key of the device and another mode of the location, and its client when the owner is disabled', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server);
  const { una, device, location } = given;
  const renewed = await givenRequest(given);
  const publicKey = newKeys().publicKey;
  const body = { name: 'Laptop', description: null, wireguard_pubkey: publicKey };
  await una.call(updateDevice, { params: { id: String(device.id) }, body });
  expect(await renewed.open()).toMatchObject(missing);
  expect(await renewed.finish()).toMatchObject(ended);
  const again = await givenRequest({ ...given, start: (method) => given.start(method, publicKey) });
  const admin = await givenAccount(server, { isAdmin: true });
  for (const location_mfa_mode of ['disabled', 'internal'] as const) {
    const changed = locationBody(77, { name: location.name, location_mfa_mode });
    await admin.call(updateLocation, { params: { id: String(location.id) }, body: changed });
  }
  expect(await again.finish()).toMatchObject(ended);
  const last = await givenRequest({ ...given, start: (method) => given.start(method, publicKey) });
  await admin.call(updateUser, { params: { username: una.username }, body: { is_active: false } });
  expect(await last.finish()).toMatchObject(ended);
});

test('a mode that changes while the owner authorizes leaves no session', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server);
  const { una, device, location } = given;
  await using change = await server.database.transaction();
  await change.query(`update location set mfa_mode = 'external' where id = $1`, [location.id]);
  const params = { id: String(location.id), deviceId: String(device.id) };
  const proof: ConnectProof = { method: 'totp', code: given.app.next() };
  const authorizing = una.try(authorizeDevice, { params, body: { proof } });
  await server.database.untilBlocked(authorizing);
  await change.commit();
  expect(await authorizing).toMatchObject({ status: 403, body: { code: 'connect_refused' } });
  expect(await given.sessions()).toEqual([]);
});

test('no code of a client finishes a request, and no phone approves it', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server);
  const waiting = await givenRequest(given);
  expect(await given.finish(waiting.token, given.app.next())).toMatchObject(pending);
  const approval = { token: waiting.token, code: 'x', auth_pub_key: 'x' };
  expect(await given.client.post('/client-mfa/finish-remote', approval)).toMatchObject(ended);
  // neither is the id in the address the token of the client
  expect(await given.client.post('/client-mfa/finish', { token: waiting.request })).toMatchObject({ status: 400 });
  expect(await given.sessions()).toEqual([]);
});

test('one of twenty simultaneous confirmations begins a session', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server);
  const waiting = await givenRequest(given);
  const proof: ConnectProof = { method: 'totp', code: given.app.next() };
  const answers = await Promise.all(Array.from({ length: 20 }, () => waiting.approve(proof)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expect(await waiting.finish()).toMatchObject({ status: 200 });
});

test('people without a factor that the page accepts cannot begin a request', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server);
  await server.database.query('delete from mfa where user_id = $1', [given.una.id]);
  const refused = { status: 400, body: { error: 'selected MFA method not available' } };
  expect(await given.start(connectMethods.browser)).toMatchObject(refused);
});

test('strangers behind the address of the owner do not end a request that the owner opened', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server);
  const [waiting, unopened] = [await givenRequest(given), await givenRequest(given)];
  await waiting.open();
  // all from one address
  for (let attempt = 0; attempt < 20; attempt += 1) expect((await givenRequest(given)).status).toBe(200);
  expect(await unopened.finish()).toMatchObject(ended);
  expect(await waiting.finish()).toMatchObject(pending);
  expect(await waiting.approve({ method: 'totp', code: given.app.next() })).toMatchObject({ status: 200 });
  // nor one that waits for its client
  for (let attempt = 0; attempt < 20; attempt += 1) await givenRequest(given);
  expect(await waiting.finish()).toMatchObject({ status: 200 });
});

test('the owner can open sixteen requests that others do not end', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server);
  for (let opened = 0; opened < 20; opened += 1) await (await givenRequest(given)).open();
  const [row] = await server.database.query('select count(*)::int as count from location_sign_in');
  expect(row).toEqual({ count: 16 + 4 });
});
