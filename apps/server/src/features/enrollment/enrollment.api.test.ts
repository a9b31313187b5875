import { signIn } from '@gatewarden/contract/auth';
import { stopUser } from '@gatewarden/contract/emergency-stop';
import { listInvitations, startDesktop, startEnrollment, withdrawInvitation } from '@gatewarden/contract/enrollment';
import { addGroup } from '@gatewarden/contract/groups';
import { patchSettings } from '@gatewarden/contract/settings';
import { addUser, getUser, updateUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import { uniqueName } from '../../../test/calls/unique-name.ts';
import { newContinuation, newEdgeClient } from '../../../test/edge-client.ts';
import { givenAccount } from '../../../test/given/accounts.ts';
import { type Person, password } from '../../../test/given/given.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { givenMailServer } from '../../../test/given/mail-codes.ts';
import { newKeys, removeNetwork } from '../../../test/given/network.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';
import { startSmtpSink } from '../../../test/smtp-sink.ts';

test.beforeEach(({ server }) => removeNetwork(server));

async function givenNewPerson(admin: Person) {
  const username = uniqueName('new');
  const email = `${username}@example.com`;
  await admin.call(addUser, { body: { username, first_name: 'Ada', last_name: 'Byron', email, phone: null } });
  return { username, email, params: { username } };
}

async function givenToken(server: TestServer) {
  const admin = await server.given.admin();
  const person = await givenNewPerson(admin);
  const { enrollment_token: token, enrollment_url: url } = await admin.call(startEnrollment, {
    params: person.params,
    body: {},
  });
  return { admin, ...person, token, url };
}

async function givenSession(server: TestServer) {
  const given = await givenToken(server);
  const client = newEdgeClient(server);
  const started = await client.post('/enrollment/start', { token: given.token });
  return { ...given, client, started };
}

const signsIn = async (server: TestServer, username: string) =>
  (await server.stranger().try(signIn, { body: { username, password } })).status === 200;

test('a new person gets an account to sign in with and a connected device', async ({ server }) => {
  const location = await server.given.location();
  const { admin, username, email, params, token, url } = await givenToken(server);
  expect(token).toMatch(/^[0-9A-Za-z]{32}$/);
  expect(url).toBe(`http://localhost:${server.edgePort}/`);
  expect(await latestEntry(server, 'enrollment_token_added')).toMatchObject({ username: admin.username });
  const client = newEdgeClient(server);
  const started = await client.post('/enrollment/start', { token });
  expect(started).toMatchObject({
    status: 200,
    body: {
      admin: { email: expect.stringContaining('@') },
      user: { login: username, email, enrolled: false, is_active: true, device_names: [], phone_number: null },
      instance: { proxy_url: url, username, id: expect.stringMatching(/^[\da-f-]{36}$/) },
      settings: { vpn_setup_optional: true, smtp_configured: false, mfa_required: false },
      final_page_content: expect.stringContaining('# Welcome, Ada Byron'),
    },
  });
  expect(started.headers.get('set-cookie')).toMatch(/^defguard_proxy=.*HttpOnly; SameSite=Strict$/);
  const { publicKey } = newKeys();
  await using gateway = await server.connectGateway(location);
  const added = await client.post('/enrollment/create_device', { name: 'Laptop', pubkey: publicKey });
  expect(added).toMatchObject({
    status: 200,
    body: { device: { name: 'Laptop', pubkey: publicKey }, configs: [{ network_id: location.id }] },
  });
  await gateway.until(({ state }) => state?.peers.has(publicKey) === true);
  expect(await latestEntry(server, 'enrollment_device_added')).toMatchObject({ username });
  const chosen = { phone_number: '+48 600 100 200', password };
  expect(await client.post('/enrollment/activate_user', chosen)).toMatchObject({ status: 200, body: {} });
  expect(client.cookies()).toBe('');
  expect(await latestEntry(server, 'enrollment_completed')).toMatchObject({ username });
  const { user, devices } = await admin.call(getUser, { params });
  expect(user).toMatchObject({ enrolled: true, has_password: true, phone: '+48 600 100 200' });
  expect(devices).toMatchObject([{ name: 'Laptop' }]);
  expect(await signsIn(server, username)).toBe(true);
  // the configuration that the client asks for is the same as that it got
  const poll = await client.post('/poll', { token: added.body['token'] });
  expect(poll.body['device_config']).toEqual({ ...added.body, token: null });
});

test('mails the invitation, the welcome message and the notice, and fills in names as they are', async () => {
  await using server = await startTestServer();
  await using sink = await startSmtpSink();
  const admin = await server.given.admin();
  const { params, username, email } = await givenNewPerson(admin);
  await admin.call(updateUser, { params, body: { first_name: '[Ada](https://evil.example.com)' } });
  await givenMailServer(server, sink);
  const body = { send_enrollment_notification: true, email: 'private@example.net' };
  const { enrollment_token: token } = await admin.call(startEnrollment, { params, body });
  const [invitation] = await sink.received(1);
  expect(invitation?.to).toEqual(['private@example.net']);
  expect(invitation?.email.text).toContain(`http://localhost:${server.edgePort}/?token=${token}`);
  const message = '# Hello {{ first_name }}\n\nYou are **{{ username }}**. <script>x</script> {{ unknown }}';
  await admin.call(patchSettings, {
    body: { enrollment_welcome_message: message, enrollment_welcome_email_subject: 'First steps' },
  });
  const client = newEdgeClient(server);
  await client.post('/enrollment/start', { token });
  const chosen = { password, continue_with: newContinuation() };
  expect(await client.post('/enrollment/activate_user', chosen)).toMatchObject({ status: 200 });
  // other steps may follow
  expect(await server.database.query('select from enrollment_announcement')).toHaveLength(1);
  await client.post('/enrollment/finish', {});
  const mails = await sink.received(3);
  expect(await server.database.query('select from enrollment_announcement')).toEqual([]);
  const welcome = mails.find(({ to }) => to.includes(email));
  expect(welcome?.email.subject).toBe('First steps');
  expect(welcome?.email.html).toContain(`<strong>${username}</strong>`);
  expect(welcome?.email.html).not.toContain('<script');
  expect(welcome?.email.html).not.toContain('href="https://evil.example.com"');
  expect(welcome?.email.text).toContain('Hello [Ada](https://evil.example.com)');
  const { user: issuer } = await admin.call(getUser, { params: { username: admin.username } });
  expect(mails.find(({ to }) => to.includes(issuer.email))?.email.text).toContain(username);
});

test('a token is valid for a day, its session for ten minutes, and the first start decides', async () => {
  await using server = await startTestServer();
  const { token, client, started } = await givenSession(server);
  server.clock.advance({ minutes: 4 });
  const again = await newEdgeClient(server).post('/enrollment/start', { token });
  expect(again.body['deadline_timestamp']).toBe(started.body['deadline_timestamp']);
  server.clock.advance({ minutes: 6, seconds: 1 });
  const ended = { status: 401, body: { error: 'the session has ended' } };
  expect(await client.post('/enrollment/activate_user', { password })).toMatchObject(ended);
  const invalid = { status: 401, body: { error: 'invalid token' } };
  expect(await client.post('/enrollment/start', { token })).toMatchObject(invalid);
  const late = await givenToken(server);
  server.clock.advance({ hours: 24, seconds: 1 });
  const expired = { status: 401, body: { error: 'token expired' } };
  expect(await newEdgeClient(server).post('/enrollment/start', { token: late.token })).toMatchObject(expired);
  expect(await newEdgeClient(server).post('/enrollment/start', { token: 'x'.repeat(32) })).toMatchObject(invalid);
});

test.for(['withdrawn', 'replaced', 'user disabled', 'user stopped', 'issuer no administrator'] as const)(
  'a token is worthless: %s',
  async (reason, { server }) => {
    const admin = await server.given.admin();
    const issuer = await givenAccount(server, { isAdmin: true });
    const { params, username } = await givenNewPerson(admin);
    const { enrollment_token: token } = await issuer.call(startEnrollment, { params, body: {} });
    const end = {
      async withdrawn() {
        const [invitation] = await admin.call(listInvitations, {});
        expect(invitation).toMatchObject({ username, issued_by: issuer.username, started_at: null });
        expect(invitation).toMatchObject({
          account_email: expect.stringContaining('@'),
          issued_by_name: expect.any(String),
        });
        await admin.call(withdrawInvitation, { params: { id: String(invitation?.id) } });
      },
      replaced: () => admin.call(startEnrollment, { params, body: {} }),
      'user disabled': () => admin.call(updateUser, { params, body: { is_active: false } }),
      'user stopped': () => admin.call(stopUser, { params, body: { disable: false } }),
      'issuer no administrator': () =>
        admin.call(updateUser, { params: { username: issuer.username }, body: { groups: [] } }),
    };
    await end[reason]();
    const client = newEdgeClient(server);
    expect(await client.post('/enrollment/start', { token })).toMatchObject({ status: 401 });
    expect(await client.post('/enrollment/activate_user', { password })).toMatchObject({ status: 401 });
    expect((await admin.call(getUser, { params })).user.enrolled).toBe(false);
  },
);

test('one of fifty concurrent activations succeeds', async ({ server }) => {
  const { client } = await givenSession(server);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => client.post('/enrollment/activate_user', { password })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.map(({ status }) => status))).not.toContain(500);
});

test.for([
  ['a weak password', { password: 'weak' }, 400, 'password not strong enough'],
  ['an invalid phone number', { password, phone_number: 'call me' }, 400, 'invalid phone number'],
  ['no password', {}, 422, 'invalid request'],
] as const)('activation with %s changes nothing', async ([, body, status, error], { server }) => {
  const { admin, params, client } = await givenSession(server);
  expect(await client.post('/enrollment/activate_user', body)).toMatchObject({ status, body: { error } });
  expect((await admin.call(getUser, { params })).user).toMatchObject({ enrolled: false, phone: null });
});

test('a session continues after the password if the page asks for it', async ({ server }) => {
  await server.given.location();
  const { client } = await givenSession(server);
  await client.post('/enrollment/activate_user', { password, continue_with: newContinuation() });
  const device = { name: 'Laptop', pubkey: newKeys().publicKey };
  expect(await client.post('/enrollment/create_device', device)).toMatchObject({ status: 200 });
  expect(await client.post('/enrollment/create_device', device)).toMatchObject({ status: 400 });
  const repeated = { status: 400, body: { error: 'the account already has a password' } };
  expect(await client.post('/enrollment/activate_user', { password })).toMatchObject(repeated);
});

test('administrators cannot issue a token to a user with a password, and users only for themselves', async ({
  server,
}) => {
  const [admin, una, eve] = [await server.given.admin(), await server.given.user(), await server.given.user()];
  const params = { username: una.username };
  expect(await admin.try(startEnrollment, { params, body: {} })).toMatchObject({
    status: 400,
    body: { code: 'already_enrolled' },
  });
  expect((await eve.try(startDesktop, { params, body: {} })).status).toBe(403);
  const { enrollment_token: token } = await una.call(startDesktop, { params, body: {} });
  const client = newEdgeClient(server);
  const started = await client.post('/enrollment/start', { token });
  expect(started.body).toMatchObject({ user: { enrolled: true }, admin: { email: `${una.username}@example.com` } });
  // such a token sets no password
  expect(await client.post('/enrollment/activate_user', { password })).toMatchObject({ status: 400 });
});

test('a client learns its configuration again with its key, and not that of other people', async ({ server }) => {
  await server.given.location();
  const una = await server.given.user();
  const body = {};
  const { enrollment_token: first } = await una.call(startDesktop, { params: { username: una.username }, body });
  const { publicKey } = newKeys();
  const client = newEdgeClient(server);
  await client.post('/enrollment/start', { token: first });
  const added = await client.post('/enrollment/create_device', { name: 'Phone', pubkey: publicKey });
  const { enrollment_token: second } = await una.call(startDesktop, { params: { username: una.username }, body });
  await client.post('/enrollment/start', { token: second });
  const again = await client.post('/enrollment/network_info', { pubkey: publicKey });
  expect(again.body).toEqual({ ...added.body, token: expect.stringMatching(/^[0-9A-Za-z]{32}$/) });
  expect(await client.post('/poll', { token: added.body['token'] })).toMatchObject({ status: 403 });
  expect(await client.post('/poll', { token: again.body['token'] })).toMatchObject({ status: 200 });
  const eve = await server.given.user();
  const { enrollment_token: other } = await eve.call(startDesktop, { params: { username: eve.username }, body });
  const stranger = newEdgeClient(server);
  await stranger.post('/enrollment/start', { token: other });
  expect(await stranger.post('/enrollment/network_info', { pubkey: publicKey })).toMatchObject({
    status: 400,
    body: { error: 'the device does not exist' },
  });
});

test('a device only reaches the locations of the groups of its owner', async ({ server }) => {
  const admin = await server.given.admin();
  await admin.call(addGroup, { body: { name: uniqueName('crew'), members: [], is_admin: false } });
  const { client } = await givenSession(server);
  const body = { name: 'Laptop', pubkey: newKeys().publicKey };
  // no location at all
  expect(await client.post('/enrollment/create_device', body)).toMatchObject({ status: 400 });
});

test('a User-Agent is stored in part, and not with the mark of a token', async ({ server }) => {
  const { token } = await givenToken(server);
  const agent = `Client (API token: backup) ${'x'.repeat(10_000)}`;
  await newEdgeClient(server).post('/enrollment/start', { token }, { 'user-agent': agent });
  const entry = await latestEntry(server, 'enrollment_started');
  expect(entry?.device).toMatch(/^Client \(\[removed\]: backup\) x+$/);
  expect(entry?.device?.length).toBeLessThan(600);
});

test('an account that an LDAP directory manages meanwhile gets no password here', async ({ server }) => {
  const { username, client } = await givenSession(server);
  await server.database.query(`update "user" set managed_by = 'ldap', managed_fields = '{}' where username = $1`, [
    username,
  ]);
  expect(await client.post('/enrollment/activate_user', { password })).toMatchObject({
    status: 400,
    body: { error: 'the directory has the password of the account' },
  });
  expect(await signsIn(server, username)).toBe(false);
});

test.for([
  ['Laptop\u0000', 422],
  ['Laptop\n[Peer]', 422],
  ['Laptop \u202eexe', 422],
  ['  ', 400],
  ['\u3164', 400],
] as const)('a device cannot have the name %j', async ([name, status], { server }) => {
  await server.given.location();
  const { client } = await givenSession(server);
  const answer = await client.post('/enrollment/create_device', { name, pubkey: newKeys().publicKey });
  expect(answer.status).toBe(status);
});

test('a client learns nothing about a suspended device, and none about what is no key', async ({ server }) => {
  await server.given.location();
  const { client } = await givenSession(server);
  const { publicKey } = newKeys();
  await client.post('/enrollment/create_device', { name: 'Laptop', pubkey: publicKey });
  await server.database.query('update device set stopped_at = now(), suspended_at = now() where public_key = $1', [
    publicKey,
  ]);
  expect(await client.post('/enrollment/network_info', { pubkey: publicKey })).toMatchObject({ status: 403 });
  expect(await client.post('/enrollment/network_info', { pubkey: '\u0000' })).toMatchObject({ status: 400 });
});

test('users who are not administrators can mail few tokens to any address', async ({ server }) => {
  const una = await server.given.user();
  const send = (person: Person) =>
    person.try(startDesktop, {
      params: { username: una.username },
      body: { send_enrollment_notification: true, email: 'other@example.net' },
    });
  for (let index = 0; index < 10; index += 1) expect((await send(una)).status).toBe(201);
  expect(await send(una)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect((await send(await givenAccount(server, { isAdmin: true }))).status).toBe(201);
});
