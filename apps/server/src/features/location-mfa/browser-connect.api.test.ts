import { authorizeDevice, type ConnectProof, listOwnConnections } from '@gatewarden/contract/browser-connect';
import { updateDevice } from '@gatewarden/contract/devices';
import { stopUser } from '@gatewarden/contract/emergency-stop';
import { addGroup, removeGroupMember } from '@gatewarden/contract/groups';
import { endLocationSession } from '@gatewarden/contract/location-mfa';
import { disableMfa, replaceRecoveryCodes, sendEmailCode } from '@gatewarden/contract/mfa';
import { removeSecurityKey, startSecurityKeySignIn } from '@gatewarden/contract/security-keys';
import { getUser, updateUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import type { Caller } from '../../../test/caller.ts';
import { uniqueName } from '../../../test/calls/unique-name.ts';
import { subscribeToGateways } from '../../../test/event-subscription.ts';
import { givenAccount } from '../../../test/given/accounts.ts';
import { givenProgram } from '../../../test/given/api-tokens.ts';
import { givenProtected, type Protected } from '../../../test/given/connect.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { givenMailbox } from '../../../test/given/mail-codes.ts';
import { newKeys } from '../../../test/given/network.ts';
import { givenSecurityKey } from '../../../test/given/security-keys.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';
import { codeInMail, startSmtpSink } from '../../../test/smtp-sink.ts';

// every test changes the clock

function inBrowser({ una, location, device, app }: Protected) {
  const params = { id: String(location.id), deviceId: String(device.id) };
  return {
    authorize: (proof: ConnectProof, caller: Caller = una, more = {}) =>
      caller.try(authorizeDevice, { params, body: { proof, ...more } }),
    code: (): ConnectProof => ({ method: 'totp', code: app.next() }),
    list: () => una.call(listOwnConnections, {}),
  };
}

test('the owner authorizes a device without a client, and its peer has no preshared key', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server, { mfa_session_hours: 2 });
  const browser = inBrowser(given);
  await using gateway = await server.connectGateway(given.location);
  const row = { device: 'Laptop', location: given.location.name, mfa_mode: 'internal', uses_client: false };
  expect(await browser.list()).toMatchObject([{ ...row, session: null }]);
  const authorized = await browser.authorize(browser.code());
  expect(authorized).toMatchObject({ status: 200 });
  await gateway.until(({ state }) => state?.peers.has(given.publicKey) === true);
  expect(gateway.state?.peers.get(given.publicKey)).not.toHaveProperty('presharedKey');
  const session = { method: 'totp', has_preshared_key: false, is_connected: false };
  expect(await browser.list()).toMatchObject([{ ...row, session: { ...session, ...authorized.body } }]);
  expect(await given.sessions()).toMatchObject([{ device: 'Laptop', method: 'totp' }]);
  expect(await latestEntry(server, 'vpn_client_connected_mfa')).toMatchObject({ username: given.una.username });
  const events = (await server.events()).filter(({ type }) => type === 'location-mfa.connected');
  expect(events).toMatchObject([{ payload: { method: 'totp', inBrowser: true, withoutPresharedKey: true } }]);
});

test('gateways verify that a peer has no preshared key, and change it when a client connects', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server);
  const { location, publicKey } = given;
  const browser = inBrowser(given);
  await using subscription = await subscribeToGateways(server.database, location);
  await browser.authorize(browser.code());
  await using gateway = await server.connectGateway(location);
  await subscription.next('gateway.drifted');
  const { allowedIps = [], keepaliveSeconds = 0 } = gateway.state?.peers.get(publicKey) ?? {};
  const presharedKey = Buffer.alloc(32, 7).toString('base64');
  gateway.tamper(publicKey, { allowedIps, keepaliveSeconds, ...{ presharedKey } });
  await gateway.connect();
  expect(await subscription.next('gateway.drift-repaired')).toMatchObject({ upsertedPeers: 1, peers: ['Laptop'] });
  const { body } = await given.connect();
  await gateway.until(({ state }) => state?.peers.get(publicKey)?.presharedKey === body['preshared_key']);
  await browser.authorize(browser.code(), given.una, { without_client: true });
  await gateway.until(({ state }) => state?.peers.get(publicKey)?.presharedKey === undefined);
  expect(gateway.state?.peers.has(publicKey)).toBe(true);
});

test('a code by mail, a security key and a passkey authorize a device, each once', async () => {
  await using server = await startTestServer();
  await using sink = await startSmtpSink();
  const given = await givenProtected(server);
  const { una } = given;
  const browser = inBrowser(given);
  await givenMailbox(server, una, sink);
  server.clock.advance({ minutes: 2 });
  const arrived = sink.mails.length;
  await una.call(sendEmailCode, {});
  const mailed: ConnectProof = { method: 'email', code: await codeInMail(sink, arrived) };
  expect(await browser.authorize(mailed)).toMatchObject({ status: 200 });
  expect(await browser.authorize(mailed)).toMatchObject({ status: 401, body: { code: 'code_wrong' } });
  const key = await givenSecurityKey(server, una);
  const response = key.sign(await una.call(startSecurityKeySignIn, {}));
  const signed: ConnectProof = { method: 'security_key', response };
  expect(await browser.authorize(signed)).toMatchObject({ status: 200 });
  expect(await given.sessions()).toMatchObject([{ method: 'security_key' }]);
  const repeated = await browser.authorize(signed);
  expect(repeated).toMatchObject({ status: 400, body: { code: 'security_key_refused' } });
  expect(await latestEntry(server, 'vpn_client_mfa_failed')).toMatchObject({ username: una.username });
  // the session of the first use continues
  expect(await given.sessions()).toHaveLength(1);
});

test('refused security keys are logged ten times in an hour', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server);
  const key = await givenSecurityKey(server, given.una);
  const response = key.sign(await given.una.call(startSecurityKeySignIn, {}));
  const other: ConnectProof = { method: 'security_key', response: { ...response, id: 'AAAA' } };
  for (let attempt = 0; attempt < 20; attempt += 1) {
    expect(await inBrowser(given).authorize(other)).toMatchObject({ body: { code: 'security_key_refused' } });
  }
  const failures = (await server.events()).filter(({ type }) => type === 'location-mfa.failed');
  expect(failures).toHaveLength(10);
  expect(failures[0]).toMatchObject({ payload: { method: 'security_key' } });
});

test('recovery codes, wrong codes and the session of the console alone authorize nothing', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server);
  const { una } = given;
  const browser = inBrowser(given);
  const codes = (await una.call(replaceRecoveryCodes, {})).codes;
  const wrong = { status: 401, body: { code: 'code_wrong' } };
  expect(await browser.authorize({ method: 'totp', code: codes[0] ?? '' })).toMatchObject(wrong);
  expect(await browser.authorize({ method: 'totp', code: '000000' })).toMatchObject(wrong);
  expect(await latestEntry(server, 'vpn_client_mfa_failed')).toMatchObject({ username: una.username });
  const path = `/network/${given.location.id}/sessions/${given.device.id}`;
  for (const body of [{}, { proof: null }, { proof: { method: 'recovery', code: codes[1] } }]) {
    const init = { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    expect((await una.send('POST', path, init)).status).toBe(422);
  }
  expect(await given.sessions()).toEqual([]);
});

test('wrong codes of a client do not keep the owner from authorizing, and a security key works when codes are locked', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server);
  const browser = inBrowser(given);
  const { body } = await given.start();
  for (let attempt = 0; attempt < 6; attempt += 1) await given.finish(body['token'], '000000');
  // the success in the console shows that it was not the owner
  expect(await browser.authorize(browser.code())).toMatchObject({ status: 200 });
  expect(await given.connect()).toMatchObject({ status: 200 });
  const again = { without_client: true };
  for (let attempt = 0; attempt < 5; attempt += 1)
    await browser.authorize({ method: 'totp', code: '000000' }, given.una, again);
  const locked = { status: 429, body: { code: 'connect_codes_locked' } };
  expect(await browser.authorize(browser.code(), given.una, again)).toMatchObject(locked);
  const key = await givenSecurityKey(server, given.una);
  const response = key.sign(await given.una.call(startSecurityKeySignIn, {}));
  expect(await browser.authorize({ method: 'security_key', response }, given.una, again)).toMatchObject({
    status: 200,
  });
});

test('one of fifty simultaneous uses of a code succeeds', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server);
  const browser = inBrowser(given);
  const proof = browser.code();
  const answers = await Promise.all(Array.from({ length: 50 }, () => browser.authorize(proof)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
});

test('a device with a client is authorized without its preshared key only if the owner says so', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server);
  const browser = inBrowser(given);
  await given.connect();
  expect(await browser.list()).toMatchObject([{ uses_client: true, session: { has_preshared_key: true } }]);
  const refused = { status: 409, body: { code: 'connect_client_used' } };
  expect(await browser.authorize(browser.code())).toMatchObject(refused);
  expect(await browser.list()).toMatchObject([{ session: { has_preshared_key: true } }]);
  expect(await browser.authorize(browser.code(), given.una, { without_client: true })).toMatchObject({ status: 200 });
  expect(await browser.list()).toMatchObject([{ uses_client: true, session: { has_preshared_key: false } }]);
  // with another key it is set up as a new device
  const body = { name: 'Laptop', description: null, wireguard_pubkey: newKeys().publicKey };
  await given.una.call(updateDevice, { params: { id: String(given.device.id) }, body });
  expect(await browser.list()).toMatchObject([{ uses_client: false, session: null }]);
});

test('administrators and other users authorize no device of the owner, and programs none', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server);
  const browser = inBrowser(given);
  const hidden = { status: 404, body: { code: 'device_not_found' } };
  for (const caller of [given.admin, await server.given.user()]) {
    expect(await browser.authorize(browser.code(), caller)).toMatchObject(hidden);
  }
  const program = await givenProgram(server, given.una);
  const refused = { status: 403, body: { code: 'session_required' } };
  expect(await browser.authorize(browser.code(), program)).toMatchObject(refused);
  expect(await given.sessions()).toEqual([]);
});

test('a location without two-factor authentication or with a provider is refused', async () => {
  await using server = await startTestServer();
  const given = await givenProtected(server);
  const { una, device } = given;
  const params = (id: number) => ({ id: String(id), deviceId: String(device.id) });
  const open = await server.given.location();
  const proof: ConnectProof = { method: 'totp', code: '123456' };
  const unprotected = await una.try(authorizeDevice, { params: params(open.id), body: { proof } });
  expect(unprotected).toMatchObject({ status: 400, body: { code: 'connect_location_unprotected' } });
  await server.database.query(`update location set mfa_mode = 'external' where id = $1`, [given.location.id]);
  const external = await inBrowser(given).authorize(proof);
  expect(external).toMatchObject({ status: 400, body: { code: 'connect_method_unavailable' } });
  expect(await inBrowser(given).list()).toMatchObject([{ mfa_mode: 'external' }]);
  const missing = await una.try(authorizeDevice, { params: params(999_999), body: { proof } });
  expect(missing).toMatchObject({ status: 404, body: { code: 'device_not_found' } });
});

const endings = [
  ['inactivity', ({ server }) => server.clock.advance({ minutes: 6 })],
  ['the longest time', ({ server }) => server.clock.advance({ hours: 2, seconds: 1 })],
  ['an administrator', ({ admin, params }) => admin.call(endLocationSession, { params })],
  ['the owner', ({ una, params }) => una.call(endLocationSession, { params })],
  [
    'the removed security key',
    async ({ fresh, una }) => {
      const { username } = una;
      const { security_keys: keys } = await fresh.call(getUser, { params: { username } });
      await fresh.call(removeSecurityKey, { params: { username, id: String(keys[0]?.id) } });
    },
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
    'leaving the group',
    ({ fresh, una, group }) => fresh.call(removeGroupMember, { params: { name: group, username: una.username } }),
  ],
] as const satisfies readonly [
  string,
  (
    given: Protected & {
      server: TestServer;
      fresh: Awaited<ReturnType<typeof givenAccount>>;
      group: string;
      params: { id: string; deviceId: string };
    },
  ) => unknown,
][];

test.for(endings)('a session without a preshared key ends with %s, and its peer with it', async ([, end]) => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const group = uniqueName('crew');
  await admin.call(addGroup, { body: { name: group, members: [], is_admin: false } });
  const given = await givenProtected(server, { allowed_groups: [group], mfa_session_hours: 2 });
  await admin.call(updateUser, { params: { username: given.una.username }, body: { groups: [group] } });
  await using gateway = await server.connectGateway(given.location);
  const key = await givenSecurityKey(server, given.una);
  const response = key.sign(await given.una.call(startSecurityKeySignIn, {}));
  await inBrowser(given).authorize({ method: 'security_key', response });
  await gateway.until(({ state }) => state?.peers.has(given.publicKey) === true);
  const fresh = await givenAccount(server, { isAdmin: true });
  const params = { id: String(given.location.id), deviceId: String(given.device.id) };
  await end({ ...given, server, fresh, group, params });
  await gateway.until(({ state }) => state?.peers.size === 0);
  expect(await given.sessions()).toEqual([]);
});
