import { listInvitations, startDesktop, startEnrollment, withdrawInvitation } from '@gatewarden/contract/enrollment';
import {
  addEnrollmentPasskey,
  openPasskeyHandOver,
  startEnrollmentPasskey,
} from '@gatewarden/contract/enrollment-passkeys';
import type { CreationOptions, Registration } from '@gatewarden/contract/security-keys';
import { addUser, deleteUser, getUser, updateUser } from '@gatewarden/contract/users';
import { describe, expect } from 'vitest';
import { uniqueName } from '../../../test/calls/unique-name.ts';
import { type EdgeClient, newContinuation, newEdgeClient } from '../../../test/edge-client.ts';
import { type Person, password } from '../../../test/given/given.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { givenMailServer } from '../../../test/given/mail-codes.ts';
import { newKeys, removeNetwork } from '../../../test/given/network.ts';
import { newSoftwareKey, originOf, signedInWithPasskey } from '../../../test/given/security-keys.ts';
import { totpCode } from '../../../test/given/totp.ts';
import { startTestServer, type TestServer, test, testWith } from '../../../test/harness.ts';
import { startSmtpSink } from '../../../test/smtp-sink.ts';

/** The pages of the edge are at another site than the console. */
const apart = { GATEWARDEN_EDGE_URL: 'https://enroll.example.net' };
const testApart = testWith({ environment: apart });

test.beforeEach(({ server }) => removeNetwork(server));

async function givenPerson(admin: Person) {
  const username = uniqueName('new');
  const names = { first_name: 'Ada', last_name: 'Byron', email: `${username}@example.com`, phone: null };
  await admin.call(addUser, { body: { username, ...names } });
  return { username, params: { username } };
}

async function startedSession(server: TestServer, admin: Person, params: { username: string }) {
  const { enrollment_token: token } = await admin.call(startEnrollment, { params, body: {} });
  const client = newEdgeClient(server);
  await client.post('/enrollment/start', { token });
  return { token, client };
}

async function givenSession(server: TestServer) {
  const admin = await server.given.admin();
  const person = await givenPerson(admin);
  return { admin, ...person, ...(await startedSession(server, admin, person.params)) };
}

type Session = Awaited<ReturnType<typeof givenSession>>;

/** The origin of the pages of the edge. */
const edgeOriginOf = ({ edgePort }: TestServer) => `http://localhost:${edgePort}`;

async function offered(client: EdgeClient): Promise<CreationOptions> {
  return (await client.post('/enrollment/passkey/start', {})).body as CreationOptions;
}

const finish = (client: EdgeClient, rpkc: Registration, rest: object = {}) =>
  client.post('/enrollment/passkey/finish', {
    ...{ name: 'Chrome, Linux', rpkc, continue_with: newContinuation() },
    ...rest,
  });

const handOver = (client: EdgeClient, rest: object = {}) => client.post('/enrollment/passkey/hand-over', rest);

/** The token of a hand-over to the console. */
async function handedOver(client: EdgeClient): Promise<string> {
  const { body: answer } = await handOver(client);
  return String(answer['url']).split('#')[1] ?? '';
}

const numberOfKeys = async (server: TestServer, username: string) =>
  (
    await server.database.query('select from security_key k join "user" u on u.id = k.user_id where u.username = $1', [
      username,
    ])
  ).length;

const completions = async (server: TestServer, username: string) =>
  (await server.events()).filter(
    ({ type, payload }) =>
      type === 'enrollment.completed' && (payload as { user: { username: string } }).user.username === username,
  ).length;

const refused = { status: 400, body: { code: 'security_key_refused' } };
const ended = { status: 401, body: { code: 'enrollment_session_ended' } };
const linkEnded = { status: 404, body: { code: 'passkey_link_ended' } };

/** What can happen to the account or the invitation after the browser was asked for a passkey. */
const interruptions: readonly (readonly [string, (given: Session, server: TestServer) => Promise<unknown>])[] = [
  [
    'the invitation was withdrawn',
    async ({ admin, username }) => {
      const invitation = (await admin.call(listInvitations, {})).find((each) => each.username === username);
      await admin.call(withdrawInvitation, { params: { id: String(invitation?.id) } });
    },
  ],
  ['the account was disabled', ({ admin, params }) => admin.call(updateUser, { params, body: { is_active: false } })],
  ['the account was deleted', ({ admin, params }) => admin.call(deleteUser, { params })],
  [
    'the administrator lost the rights to invite',
    ({ admin }, server) => server.database.query('delete from group_member where user_id = $1', [admin.id]),
  ],
  ['the session is over', async (_, server) => server.clock.advance({ minutes: 11 })],
];

/** The code for the authenticator app that the session offers. */
async function offeredCode(server: TestServer, client: EdgeClient): Promise<string> {
  const { body } = await client.post('/enrollment/register-mfa/code/start', { method: 'Totp' });
  return totpCode(String(body['totp_secret']), server.clock.now());
}

const confirmApp = (client: EdgeClient, code: string) =>
  client.post('/enrollment/register-mfa/code/finish', { method: 'Totp', code });

describe('a passkey and an authenticator app in one session at the same time', () => {
  test('the app is refused after the passkey', async ({ server }) => {
    const { client, params, admin, username } = await givenSession(server);
    const code = await offeredCode(server, client);
    const rpkc = newSoftwareKey(edgeOriginOf(server)).create(await offered(client));
    const user = `(select id from "user" where username = '${username}')`;
    await using blocking = await server.database.transaction();
    await blocking.query(`select from mfa where user_id = ${user} for update`);
    const passkey = finish(client, rpkc);
    await server.database.untilBlocked(passkey);
    const app = confirmApp(client, code);
    await server.database.untilBlocked(app, 2);
    await blocking.commit();
    expect(await passkey).toMatchObject({ status: 200 });
    // the session continues with the token that the passkey's answer has
    expect(await app).toMatchObject({ status: 401, body: { code: 'enrollment_session_ended' } });
    expect(await confirmApp(client, code)).toMatchObject({ status: 400, body: { code: 'second_factor_exists' } });
    expect((await admin.call(getUser, { params })).user).toMatchObject({ totp_enabled: false, webauthn_enabled: true });
  });

  test('the passkey is refused after the app', async ({ server }) => {
    const { client, params, admin, username } = await givenSession(server);
    const code = await offeredCode(server, client);
    const rpkc = newSoftwareKey(edgeOriginOf(server)).create(await offered(client));
    const user = `(select id from "user" where username = '${username}')`;
    await using blocking = await server.database.transaction();
    await blocking.query(`select from mfa where user_id = ${user} for update`);
    const app = confirmApp(client, code);
    await server.database.untilBlocked(app);
    const passkey = finish(client, rpkc);
    await server.database.untilBlocked(passkey, 2);
    await blocking.commit();
    expect(await app).toMatchObject({ status: 200 });
    expect(await passkey).toMatchObject({ status: 400, body: { code: 'second_factor_exists' } });
    expect((await admin.call(getUser, { params })).user).toMatchObject({ totp_enabled: true, webauthn_enabled: false });
  });

  test('of two apps, one is added', async ({ server }) => {
    const { client, username } = await givenSession(server);
    const code = await offeredCode(server, client);
    const user = `(select id from "user" where username = '${username}')`;
    await using blocking = await server.database.transaction();
    await blocking.query(`select from "user" where id = ${user} for update`);
    const both = [confirmApp(client, code), confirmApp(client, code)];
    await server.database.untilBlocked(Promise.all(both), 2);
    await blocking.commit();
    expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test('no app is added once the invitation was withdrawn', async ({ server }) => {
    const { admin, client, username, params } = await givenSession(server);
    const code = await offeredCode(server, client);
    await using blocking = await server.database.transaction();
    await blocking.query(`select from "user" where username = $1 for update`, [username]);
    const app = confirmApp(client, code);
    await server.database.untilBlocked(app);
    await blocking.query(
      `delete from account_token where user_id = (select id from "user" where username = '${username}')`,
    );
    await blocking.commit();
    expect(await app).toMatchObject(ended);
    expect((await admin.call(getUser, { params })).user).toMatchObject({ totp_enabled: false });
  });
});

describe('a passkey that a page of the edge creates', () => {
  test('replaces password and verification code, and completes the enrollment', async ({ server }) => {
    const { admin, username, params, client } = await givenSession(server);
    expect((await client.post('/enrollment/session', {})).body).toMatchObject({ passkey: 'edge' });
    const options = await offered(client);
    expect(options.publicKey).toMatchObject({
      rp: { id: 'localhost', name: 'Gatewarden' },
      user: { name: username, displayName: 'Ada Byron' },
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    });
    const key = newSoftwareKey(edgeOriginOf(server));
    const finished = await finish(client, key.create(options), { phone_number: '+48 600 100 200' });
    expect(finished.status).toBe(200);
    expect(finished.body['recovery_codes']).toHaveLength(8);
    expect(await latestEntry(server, 'mfa_security_key_added')).toMatchObject({ username });
    expect(await latestEntry(server, 'enrollment_completed')).toMatchObject({ username });
    const { user, security_keys } = await admin.call(getUser, { params });
    expect(user).toMatchObject({
      ...{ enrolled: true, has_password: false, mfa_enabled: true, mfa_method: 'Webauthn', phone: '+48 600 100 200' },
    });
    expect(security_keys).toMatchObject([{ name: 'Chrome, Linux', is_passkey: true }]);
    expect((await admin.call(listInvitations, {})).filter((each) => each.username === username)).toEqual([]);
    // the other steps follow in the same session
    expect((await client.post('/enrollment/session', {})).body).toMatchObject({
      user: { enrolled: true, phone_number: '+48 600 100 200' },
      has_second_factor: true,
    });
    await server.given.location();
    const device = await client.post('/enrollment/create_device', { name: 'Laptop', pubkey: newKeys().publicKey });
    expect(device.status).toBe(200);
    const signedIn = await signedInWithPasskey(server, key);
    expect(signedIn).toMatchObject({ status: 200, body: { user: { username, mfa_enabled: true } } });
  });

  test('leaves nothing in the session with which the account could get another credential', async ({ server }) => {
    const { username, client } = await givenSession(server);
    const options = await offered(client);
    await finish(client, newSoftwareKey(edgeOriginOf(server)).create(options));
    const enrolled = { status: 400, body: { code: 'already_enrolled' } };
    expect(await client.post('/enrollment/activate_user', { password })).toMatchObject(enrolled);
    expect(await client.post('/enrollment/passkey/start', {})).toMatchObject(enrolled);
    expect(await handOver(client)).toMatchObject(enrolled);
    expect(await finish(client, newSoftwareKey(edgeOriginOf(server)).create(options))).toMatchObject(enrolled);
    expect(await client.post('/enrollment/register-mfa/code/start', { method: 'Totp' })).toMatchObject({
      body: { code: 'second_factor_exists' },
    });
    expect(await numberOfKeys(server, username)).toBe(1);
  });

  test('ends other tokens with which the person could enrol', async ({ server }) => {
    const { admin, params, client } = await givenSession(server);
    const other = await startedSession(server, admin, params);
    await finish(other.client, newSoftwareKey(edgeOriginOf(server)).create(await offered(other.client)));
    expect(await client.post('/enrollment/activate_user', { password })).toMatchObject(ended);
  });

  test.for([
    ['a key that cannot sign in alone', { isPasskey: false }],
    ['a page of another origin', { origin: 'https://evil.example.com' }],
    ['a page of the console', { isConsole: true }],
  ] as const)('is refused for %s', async ([, traits], { server }) => {
    const { username, client } = await givenSession(server);
    const {
      origin,
      isPasskey = true,
      isConsole = false,
    } = { origin: edgeOriginOf(server), ...traits } as {
      origin: string;
      isPasskey?: boolean;
      isConsole?: boolean;
    };
    const key = newSoftwareKey(isConsole ? originOf(server) : origin, { isPasskey });
    expect(await finish(client, key.create(await offered(client)))).toMatchObject(refused);
    expect(await numberOfKeys(server, username)).toBe(0);
  });

  test('needs a challenge of this session, which is valid once and for five minutes', async ({ server }) => {
    const [{ username, client }, other] = [await givenSession(server), await givenSession(server)];
    const create = (options: CreationOptions) => newSoftwareKey(edgeOriginOf(server)).create(options);
    const ofOther = create(await offered(other.client));
    expect(await finish(client, ofOther)).toMatchObject(refused);
    await offered(client);
    expect(await finish(client, ofOther)).toMatchObject(refused);
    const options = await offered(client);
    // a refused answer consumes it
    expect(await finish(client, ofOther)).toMatchObject(refused);
    expect(await finish(client, create(options))).toMatchObject(refused);
    expect(await numberOfKeys(server, username)).toBe(0);
    await using late = await startTestServer();
    const { client: slow } = await givenSession(late);
    const waiting = await offered(slow);
    late.clock.advance({ minutes: 5 });
    expect(await finish(slow, newSoftwareKey(edgeOriginOf(late)).create(waiting))).toMatchObject(refused);
  });

  test('of 50 answers at the same time, one counts', async ({ server }) => {
    const { username, client } = await givenSession(server);
    const options = await offered(client);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => finish(client, newSoftwareKey(edgeOriginOf(server)).create(options))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await numberOfKeys(server, username)).toBe(1);
    expect(await completions(server, username)).toBe(1);
  });

  test('is refused with an attestation that is too long or no attestation', async ({ server }) => {
    const { username, client } = await givenSession(server);
    const rpkc = newSoftwareKey(edgeOriginOf(server)).create(await offered(client));
    const withAttestation = (attestationObject: string) => ({
      ...rpkc,
      response: { ...rpkc.response, attestationObject },
    });
    expect(await finish(client, withAttestation('A'.repeat(14_000)))).toMatchObject(refused);
    expect(await finish(client, withAttestation('A'.repeat(16_385)))).toMatchObject({ status: 413 });
    expect(await finish(client, withAttestation('not base64url!'))).toMatchObject({ status: 422 });
    expect(await finish(client, rpkc, { name: '' })).toMatchObject({ status: 422 });
    expect(await finish(client, rpkc, { phone_number: 'call me' })).toMatchObject({ body: { code: 'phone_invalid' } });
    expect(await numberOfKeys(server, username)).toBe(0);
  });

  test('needs the session of an invitation', async ({ server }) => {
    const stranger = newEdgeClient(server);
    expect(await stranger.post('/enrollment/passkey/start', {})).toMatchObject(ended);
    expect(await handOver(stranger)).toMatchObject(ended);
    const { client } = await givenSession(server);
    const rpkc = newSoftwareKey(edgeOriginOf(server)).create(await offered(client));
    expect(await finish(stranger, rpkc)).toMatchObject(ended);
    const una = await server.given.user();
    const { enrollment_token: token } = await una.call(startDesktop, {
      params: { username: una.username },
      body: {},
    });
    await stranger.post('/enrollment/start', { token });
    expect((await stranger.post('/enrollment/passkey/start', {})).status).toBe(400);
    expect((await handOver(stranger)).status).toBe(400);
    expect((await finish(stranger, rpkc)).status).toBe(400);
    expect(await numberOfKeys(server, una.username)).toBe(0);
  });

  test('is refused to people with another factor, with a password, and of a directory', async ({ server }) => {
    const [withFactor, withPassword, managed] = [
      await givenSession(server),
      await givenSession(server),
      await givenSession(server),
    ];
    const { body } = await withFactor.client.post('/enrollment/register-mfa/code/start', { method: 'Totp' });
    const code = totpCode(String(body['totp_secret']), server.clock.now());
    await withFactor.client.post('/enrollment/register-mfa/code/finish', { method: 'Totp', code });
    await withPassword.client.post('/enrollment/activate_user', { password, continue_with: newContinuation() });
    await server.database.query(`update "user" set managed_by = 'ldap' where username = $1`, [managed.username]);
    const codes = [];
    for (const { client } of [withFactor, withPassword, managed])
      codes.push((await client.post('/enrollment/passkey/start', {})).body['code']);
    expect(codes).toEqual(['second_factor_exists', 'already_enrolled', 'managed_elsewhere']);
  });

  test.for(interruptions)('is not stored if %s meanwhile', async ([, interrupt]) => {
    await using server = await startTestServer();
    const given = await givenSession(server);
    const rpkc = newSoftwareKey(edgeOriginOf(server)).create(await offered(given.client));
    await interrupt(given, server);
    expect(await finish(given.client, rpkc)).toMatchObject(ended);
    expect(await server.database.query('select from security_key')).toEqual([]);
  });

  test('is followed by the mails about the new factor and the completed enrollment', async () => {
    await using server = await startTestServer();
    await using sink = await startSmtpSink();
    await givenMailServer(server, sink);
    const { admin, username, client } = await givenSession(server);
    await finish(client, newSoftwareKey(edgeOriginOf(server)).create(await offered(client)));
    await client.post('/enrollment/finish', {});
    const mails = await sink.received(3);
    expect(mails.map(({ email }) => email.subject)).toContain('Passkey added: Gatewarden');
    const { user } = await admin.call(getUser, { params: { username: admin.username } });
    expect(mails.map(({ to }) => to[0]).toSorted()).toEqual(
      [`${username}@example.com`, `${username}@example.com`, user.email].toSorted(),
    );
  });
});

describe('a passkey that the console creates for a session at an edge elsewhere', () => {
  const create = (server: TestServer, options: CreationOptions) => newSoftwareKey(originOf(server)).create(options);
  const bodyOf = (token: string, rpkc: Registration) => ({
    body: { token, name: 'Chrome, Linux', rpkc, continue_with: newContinuation() },
  });

  testApart('completes the enrollment, to which the person returns', async ({ server }) => {
    const { admin, username, params, client } = await givenSession(server);
    expect((await client.post('/enrollment/session', {})).body).toMatchObject({ passkey: 'console' });
    expect((await client.post('/enrollment/passkey/start', {})).body).toMatchObject({ code: 'passkey_unavailable' });
    const { body } = await handOver(client, { phone_number: '+48 600 100 200' });
    expect(body['url']).toMatch(/^http:\/\/localhost:\d+\/create-passkey#[\w-]{43}$/);
    const token = String(body['url']).split('#')[1] ?? '';
    const browser = server.stranger();
    expect(await browser.call(openPasskeyHandOver, { body: { token } })).toEqual({
      ...{ first_name: 'Ada', last_name: 'Byron', username },
      return_url: 'https://enroll.example.net/enrollment?step=password',
    });
    const key = newSoftwareKey(originOf(server));
    const options = await browser.call(startEnrollmentPasskey, { body: { token } });
    const created = bodyOf(token, key.create(options));
    const { codes } = await browser.call(addEnrollmentPasskey, created);
    expect(codes).toHaveLength(8);
    expect(await latestEntry(server, 'mfa_security_key_added')).toMatchObject({ username });
    expect(await latestEntry(server, 'enrollment_completed')).toMatchObject({ username });
    // who asked for the address is no longer part of the session, unless it is the browser that created the passkey
    expect(await client.post('/enrollment/session', {})).toMatchObject(ended);
    await client.post('/enrollment/start', { token: created.body.continue_with });
    expect((await client.post('/enrollment/session', {})).body).toMatchObject({
      user: { enrolled: true, phone_number: '+48 600 100 200' },
      has_second_factor: true,
    });
    expect((await admin.call(getUser, { params })).user).toMatchObject({ has_password: false, mfa_enabled: true });
    expect(await signedInWithPasskey(server, key)).toMatchObject({ status: 200 });
    // used
    for (const call of [openPasskeyHandOver, startEnrollmentPasskey] as const)
      expect(await browser.try(call, { body: { token } })).toMatchObject(linkEnded);
    expect(await browser.try(addEnrollmentPasskey, bodyOf(token, create(server, options)))).toMatchObject(linkEnded);
    expect(await numberOfKeys(server, username)).toBe(1);
  });

  testApart('needs the latest link of the session, of which only the hash is stored', async ({ server }) => {
    const { client } = await givenSession(server);
    const [former, token] = [await handedOver(client), await handedOver(client)];
    const browser = server.stranger();
    expect(await browser.try(openPasskeyHandOver, { body: { token: former } })).toMatchObject(linkEnded);
    expect(await browser.try(startEnrollmentPasskey, { body: { token: former } })).toMatchObject(linkEnded);
    expect(await browser.try(openPasskeyHandOver, { body: { token: 'x'.repeat(43) } })).toMatchObject(linkEnded);
    expect((await browser.try(openPasskeyHandOver, { body: { token } })).status).toBe(200);
    const [row] = await server.database.query('select row_to_json(p)::text as row from enrollment_passkey p');
    expect(String(row?.['row'])).not.toContain(token);
    // the link is not the token of the enrollment
    expect((await newEdgeClient(server).post('/enrollment/start', { token })).status).toBe(401);
  });

  testApart('is refused for the challenge of another link and for a page of the edge', async ({ server }) => {
    const [one, other] = [await givenSession(server), await givenSession(server)];
    const [token, tokenOfOther] = [await handedOver(one.client), await handedOver(other.client)];
    const browser = server.stranger();
    const ofOther = await browser.call(startEnrollmentPasskey, { body: { token: tokenOfOther } });
    await browser.call(startEnrollmentPasskey, { body: { token } });
    expect(await browser.try(addEnrollmentPasskey, bodyOf(token, create(server, ofOther)))).toMatchObject(refused);
    const options = await browser.call(startEnrollmentPasskey, { body: { token } });
    const atEdge = newSoftwareKey('https://enroll.example.net').create(options);
    expect(await browser.try(addEnrollmentPasskey, bodyOf(token, atEdge))).toMatchObject(refused);
    expect(await numberOfKeys(server, one.username)).toBe(0);
    // a refused answer does not use the link up
    const again = await browser.call(startEnrollmentPasskey, { body: { token } });
    expect((await browser.try(addEnrollmentPasskey, bodyOf(token, create(server, again)))).status).toBe(200);
  });

  testApart('of 50 answers at the same time, one counts', async ({ server }) => {
    const { username, client } = await givenSession(server);
    const token = await handedOver(client);
    const browser = server.stranger();
    const options = await browser.call(startEnrollmentPasskey, { body: { token } });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => browser.try(addEnrollmentPasskey, bodyOf(token, create(server, options)))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await numberOfKeys(server, username)).toBe(1);
    expect(await completions(server, username)).toBe(1);
  });

  testApart('is refused after the person set a password in the other tab', async ({ server }) => {
    const { username, client } = await givenSession(server);
    const token = await handedOver(client);
    const browser = server.stranger();
    const options = await browser.call(startEnrollmentPasskey, { body: { token } });
    await client.post('/enrollment/activate_user', { password, continue_with: newContinuation() });
    expect(await browser.try(addEnrollmentPasskey, bodyOf(token, create(server, options)))).toMatchObject(linkEnded);
    expect(await numberOfKeys(server, username)).toBe(0);
  });

  testApart('can be tried 20 times in a row', async ({ server }) => {
    const { client } = await givenSession(server);
    const token = await handedOver(client);
    const start = () => server.stranger().try(startEnrollmentPasskey, { body: { token } });
    const answers = await Promise.all(Array.from({ length: 22 }, start));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({ code: 'rate_limited' });
  });

  test.for(interruptions)('is not stored if %s meanwhile', async ([, interrupt]) => {
    await using server = await startTestServer({ environment: apart });
    const given = await givenSession(server);
    const token = await handedOver(given.client);
    const browser = server.stranger();
    const options = await browser.call(startEnrollmentPasskey, { body: { token } });
    await interrupt(given, server);
    expect(await browser.try(addEnrollmentPasskey, bodyOf(token, create(server, options)))).toMatchObject(linkEnded);
    expect(await browser.try(openPasskeyHandOver, { body: { token } })).toMatchObject(linkEnded);
    expect(await server.database.query('select from security_key')).toEqual([]);
  });
});

test('no passkey is offered if the console is at an address', async () => {
  await using server = await startTestServer({ environment: { GATEWARDEN_URL: 'https://203.0.113.7' } });
  const { client } = await givenSession(server);
  expect((await client.post('/enrollment/session', {})).body).toMatchObject({ passkey: null });
  const unavailable = { status: 400, body: { code: 'passkey_unavailable' } };
  expect(await client.post('/enrollment/passkey/start', {})).toMatchObject(unavailable);
  expect(await handOver(client)).toMatchObject(unavailable);
});
