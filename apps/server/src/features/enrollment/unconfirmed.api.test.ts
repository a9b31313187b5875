import { signIn } from '@gatewarden/contract/auth';
import { addDevice } from '@gatewarden/contract/devices';
import {
  listInvitations,
  resetUserPassword,
  startDesktop,
  startEnrollment,
  withdrawInvitation,
} from '@gatewarden/contract/enrollment';
import { addUser, getUser } from '@gatewarden/contract/users';
import { describe, expect } from 'vitest';
import { uniqueName } from '../../../test/calls/unique-name.ts';
import { type EdgeClient, newContinuation, newEdgeClient } from '../../../test/edge-client.ts';
import { givenPhone } from '../../../test/given/connect.ts';
import { type Person, password } from '../../../test/given/given.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { givenMailServer } from '../../../test/given/mail-codes.ts';
import { newKeys, removeNetwork } from '../../../test/given/network.ts';
import { givenExternalIdentity, givenProvider } from '../../../test/given/openid.ts';
import { totpCode } from '../../../test/given/totp.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';
import { startSmtpSink } from '../../../test/smtp-sink.ts';

test.beforeEach(({ server }) => removeNetwork(server));

const invite = async (admin: Person, params: { username: string }) =>
  (await admin.call(startEnrollment, { params, body: {} })).enrollment_token;

async function startSession(server: TestServer, token: string) {
  const client = newEdgeClient(server);
  await client.post('/enrollment/start', { token });
  return client;
}

async function addApp(server: TestServer, client: EdgeClient) {
  const { body } = await client.post('/enrollment/register-mfa/code/start', { method: 'Totp' });
  const code = totpCode(String(body['totp_secret']), server.clock.now());
  return client.post('/enrollment/register-mfa/code/finish', { method: 'Totp', code });
}

async function addPhone(client: EdgeClient) {
  const { publicKey } = newKeys();
  const added = await client.post('/enrollment/create_device', { name: uniqueName('phone'), pubkey: publicKey });
  expect(added).toMatchObject({ status: 200 });
  const keys = { auth_pub_key: newKeys().publicKey, device_pub_key: publicKey };
  expect(await client.post('/enrollment/register_mobile', keys)).toMatchObject({ status: 200 });
  return publicKey;
}

async function givenNewPerson(server: TestServer) {
  const admin = await server.given.admin();
  const username = uniqueName('new');
  const names = { first_name: 'Ada', last_name: 'Byron', email: `${username}@example.com`, phone: null };
  await admin.call(addUser, { body: { username, ...names } });
  const params = { username };
  const own = { name: 'Desk', wireguard_pubkey: newKeys().publicKey };
  const location = await server.given.location();
  await admin.call(addDevice, { params, body: own });
  return { admin, username, params, location };
}

/** A person with the link of the invitation has added a phone and an authenticator app. */
async function givenAdditions(server: TestServer) {
  const given = await givenNewPerson(server);
  const client = await startSession(server, await invite(given.admin, given.params));
  const publicKey = await addPhone(client);
  expect((await addApp(server, client)).body['recovery_codes']).toHaveLength(8);
  return { ...given, client, publicKey };
}

type Additions = Awaited<ReturnType<typeof givenAdditions>>;

async function withdraw({ admin, username }: Pick<Additions, 'admin' | 'username'>) {
  const invitation = (await admin.call(listInvitations, {})).find((each) => each.username === username);
  return admin.call(withdrawInvitation, { params: { id: String(invitation?.id) } });
}

const recoveryCodes = (server: TestServer, username: string) =>
  server.database.query('select from recovery_code c join "user" u on u.id = c.user_id where u.username = $1', [
    username,
  ]);

const stored = async ({ admin, params }: Pick<Additions, 'admin' | 'params'>) => {
  const { user, devices, biometric_enabled_devices: phones } = await admin.call(getUser, { params });
  return { hasApp: user.totp_enabled, isAsked: user.mfa_enabled, devices: devices.map(({ name }) => name), phones };
};

const nothing = { hasApp: false, isAsked: false, devices: ['Desk'], phones: [] };

describe('what was added with an invitation before a first password or passkey', () => {
  test.for([
    ['the invitation is withdrawn', withdraw],
    ['a new invitation is issued', ({ admin, params }: Additions) => invite(admin, params)],
    ['a link to set a password is sent', ({ admin, params }: Additions) => admin.call(resetUserPassword, { params })],
  ] as const)('is removed, also at gateways, when %s', async ([, end], { server, replica }) => {
    const given = await givenAdditions(server);
    await using gateway = await server.connectGateway(given.location);
    await gateway.until(({ state }) => state?.peers.has(given.publicKey) === true);
    await end(given);
    expect(await stored(given)).toEqual(nothing);
    expect(await recoveryCodes(server, given.username)).toEqual([]);
    await gateway.until(({ state }) => state?.peers.has(given.publicKey) === false);
    const { username: by } = given.admin;
    for (const event of ['device_removed', 'user_mfa_disabled'] as const)
      expect(await latestEntry(server, event)).toMatchObject({
        username: by,
        description: expect.stringContaining(given.username),
      });
    const again = newEdgeClient(replica);
    expect((await again.post('/enrollment/start', { token: await invite(given.admin, given.params) })).status).toBe(
      200,
    );
    expect((await again.post('/enrollment/activate_user', { password })).status).toBe(200);
    const signedIn = await server.stranger().try(signIn, { body: { username: given.username, password } });
    expect(signedIn.status).toBe(200);
  });

  test('remains after the person has chosen a password in the session', async ({ server }) => {
    const given = await givenAdditions(server);
    await given.client.post('/enrollment/activate_user', { password });
    await given.admin.call(resetUserPassword, { params: given.params });
    expect(await stored(given)).toMatchObject({ hasApp: true, isAsked: true, phones: [expect.any(Number)] });
    expect(await recoveryCodes(server, given.username)).toHaveLength(8);
  });

  test('is removed although it is added while the invitation is withdrawn', async ({ server }) => {
    const given = await givenNewPerson(server);
    const client = await startSession(server, await invite(given.admin, given.params));
    await using blocking = await server.database.transaction();
    await blocking.query('select from "user" where username = $1 for update', [given.username]);
    const adding = client.post('/enrollment/create_device', { name: 'Late', pubkey: newKeys().publicKey });
    await server.database.untilBlocked(adding);
    const withdrawing = withdraw(given);
    await server.database.untilBlocked(withdrawing, 2);
    await blocking.commit();
    await Promise.all([adding, withdrawing]);
    expect(await stored(given)).toEqual(nothing);
  });

  test('includes no device that an administrator or a token for a client added', async ({ server }) => {
    const given = await givenNewPerson(server);
    const { enrollment_token } = await given.admin.call(startDesktop, { params: given.params, body: {} });
    await addPhone(await startSession(server, enrollment_token));
    await invite(given.admin, given.params);
    await withdraw(given);
    expect(await stored(given)).toMatchObject({ devices: ['Desk', expect.any(String)], phones: [expect.any(Number)] });
  });

  test('includes no factor of an account that has a link to a provider', async ({ server }) => {
    const given = await givenAdditions(server);
    const provider = { issuer: 'https://idp.example.com', client: { id: 'gatewarden', secret: 'secret' } };
    const { name } = await givenProvider(server, provider);
    const { user } = await given.admin.call(getUser, { params: given.params });
    await givenExternalIdentity(server, user.id, name);
    await withdraw(given);
    expect(await stored(given)).toMatchObject({ hasApp: true, devices: ['Desk'] });
    await server.database.query('delete from identity_provider');
  });
});

test('in a session without a first credential, only the key of a phone is set that was added in it', async ({
  server,
}) => {
  const given = await givenNewPerson(server);
  const { devices } = await given.admin.call(getUser, { params: given.params });
  const client = await startSession(server, await invite(given.admin, given.params));
  const device_pub_key = devices[0]?.wireguard_pubkey ?? '';
  const keys = { auth_pub_key: newKeys().publicKey, device_pub_key };
  expect(await client.post('/enrollment/register_mobile', keys)).toMatchObject({
    status: 400,
    body: { code: 'device_not_found' },
  });
  expect((await stored(given)).phones).toEqual([]);
  await client.post('/enrollment/activate_user', { password, continue_with: newContinuation() });
  expect(await client.post('/enrollment/register_mobile', keys)).toMatchObject({ status: 200 });
  const una = await server.given.user();
  expect((await givenPhone(server, una)).id).toBeGreaterThan(0);
});

describe('a link to set a password', () => {
  test('ends the invitations of an account without a credential, also in use', async ({ server }) => {
    const given = await givenNewPerson(server);
    const used = await startSession(server, await invite(given.admin, given.params));
    await given.admin.call(resetUserPassword, { params: given.params });
    const ended = { status: 401, body: { code: 'enrollment_session_ended' } };
    const pubkey = newKeys().publicKey;
    expect(await used.post('/enrollment/create_device', { name: 'Late', pubkey })).toMatchObject(ended);
    expect(await used.post('/enrollment/register-mfa/code/start', { method: 'Totp' })).toMatchObject(ended);
    const open = (await given.admin.call(listInvitations, {})).filter(({ username }) => username === given.username);
    expect(open).toEqual([]);
  });

  test('removes what was added with a later invitation when the password is set', async () => {
    await using server = await startTestServer();
    await using sink = await startSmtpSink();
    const given = await givenNewPerson(server);
    await givenMailServer(server, sink);
    await given.admin.call(resetUserPassword, { params: given.params });
    const [mail] = await sink.received(1);
    const [, token = ''] = /password-reset\?token=([0-9A-Za-z]{32})/.exec(mail?.email.text ?? '') ?? [];
    const owner = newEdgeClient(server);
    expect(await owner.post('/password-reset/start', { token })).toMatchObject({ status: 200 });
    await addApp(server, await startSession(server, await invite(given.admin, given.params)));
    expect(await stored(given)).toMatchObject({ hasApp: true });
    expect(await owner.post('/password-reset/reset', { password })).toMatchObject({ status: 200 });
    expect(await stored(given)).toEqual(nothing);
  });
});

describe('after the person has chosen a password in the session', () => {
  test('others with the link are no longer part of it', async ({ server }) => {
    const given = await givenNewPerson(server);
    const token = await invite(given.admin, given.params);
    const [owner, other] = [await startSession(server, token), await startSession(server, token)];
    const chosen = { password, continue_with: newContinuation() };
    expect(await owner.post('/enrollment/activate_user', chosen)).toMatchObject({ status: 200 });
    const ended = { status: 401, body: { code: 'enrollment_session_ended' } };
    expect(await other.post('/enrollment/register-mfa/code/start', { method: 'Totp' })).toMatchObject(ended);
    expect(await other.post('/enrollment/recovery-codes', {})).toMatchObject(ended);
    expect(await newEdgeClient(server).post('/enrollment/start', { token })).toMatchObject({ status: 401 });
    // also if the browser missed the answer, because it chose with what it continues
    const after = newEdgeClient(server);
    expect(await after.post('/enrollment/start', { token: chosen.continue_with })).toMatchObject({ status: 200 });
    expect(await after.post('/enrollment/activate_user', chosen)).toMatchObject({ body: { code: 'already_enrolled' } });
    expect((await addApp(server, owner)).body['recovery_codes']).toHaveLength(8);
    expect(await owner.post('/enrollment/finish', {})).toMatchObject({ status: 200 });
  });
});
