import { signIn } from '@gatewarden/contract/auth';
import { startDesktop, startEnrollment } from '@gatewarden/contract/enrollment';
import { signInWithRecoveryCode } from '@gatewarden/contract/mfa';
import { patchSettings } from '@gatewarden/contract/settings';
import { addUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import { uniqueName } from '../../../test/calls/unique-name.ts';
import { newContinuation, newEdgeClient } from '../../../test/edge-client.ts';
import { password } from '../../../test/given/given.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { givenMailServer } from '../../../test/given/mail-codes.ts';
import { removeNetwork } from '../../../test/given/network.ts';
import { givenTotp, totpCode } from '../../../test/given/totp.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';
import { codeInMail, startSmtpSink } from '../../../test/smtp-sink.ts';

test.beforeEach(({ server }) => removeNetwork(server));

async function givenSession(server: TestServer, page: { readonly language?: string } = {}) {
  const admin = await server.given.admin();
  const username = uniqueName('new');
  const names = { first_name: 'Ada', last_name: 'Byron', email: `${username}@example.com`, phone: null };
  await admin.call(addUser, { body: { username, ...names } });
  const { enrollment_token: token } = await admin.call(startEnrollment, { params: { username }, body: {} });
  const client = newEdgeClient(server);
  await client.post('/enrollment/start', { token, ...page });
  return { username, token, client };
}

const wrongStep = { method: 'Totp', code: '000000' };

test('a page learns after a reload what is left to do, and the session ends when it is finished', async ({
  server,
}) => {
  const { username, token, client } = await givenSession(server);
  const session = await client.post('/enrollment/session', {});
  expect(session.body).toMatchObject({
    kind: 'enrollment',
    token,
    has_second_factor: false,
    is_vpn_enabled: true,
    user: { login: username, enrolled: false },
  });
  expect(session.body['seconds_left']).toBeGreaterThan(590);
  await client.post('/enrollment/activate_user', { password, continue_with: newContinuation() });
  expect((await client.post('/enrollment/session', {})).body).toMatchObject({ user: { enrolled: true } });
  const cookies = client.cookies();
  expect(await client.post('/enrollment/finish', {})).toMatchObject({ status: 200, body: {} });
  expect(client.cookies()).toBe('');
  expect(cookies).not.toBe('');
  const ended = { status: 401, body: { code: 'enrollment_session_ended' } };
  expect(await client.post('/enrollment/session', {})).toMatchObject(ended);
  expect(await newEdgeClient(server).post('/enrollment/start', { token })).toMatchObject({ status: 401 });
  // repeated, such as by a second click
  expect(await client.post('/enrollment/finish', {})).toMatchObject({ status: 200 });
});

test('needs two-factor authentication only for a location that the person may use', async ({ server }) => {
  const { client } = await givenSession(server);
  const isNeeded = async () => (await client.post('/enrollment/session', {})).body['needs_second_factor'];
  await server.given.location();
  await server.given.location({ location_mfa_mode: 'internal', allowed_groups: ['admin'] });
  expect(await isNeeded()).toBe(false);
  await server.given.location({ location_mfa_mode: 'internal' });
  expect(await isNeeded()).toBe(true);
});

test('mails to a new person are in the language of the page', async () => {
  await using server = await startTestServer();
  await using sink = await startSmtpSink();
  await givenMailServer(server, sink);
  const { client, username } = await givenSession(server, { language: 'ko' });
  const inDatabase = () => server.database.query('select language from "user" where username = $1', [username]);
  expect(await inDatabase()).toEqual([{ language: 'ko' }]);
  await client.post('/enrollment/register-mfa/code/start', { method: 'Email' });
  expect((await sink.received(1))[0]?.email.subject).toContain('확인 코드');
  const other = await givenSession(server, { language: 'xx' });
  expect((await other.client.post('/enrollment/session', {})).status).toBe(200);
});

test('the account has the language of the page on which the person chose a password', async ({ server }) => {
  const { client, username } = await givenSession(server, { language: 'ko' });
  await client.post('/enrollment/activate_user', { password, language: 'pl', continue_with: newContinuation() });
  const stored = await server.database.query('select language from "user" where username = $1', [username]);
  expect(stored).toEqual([{ language: 'pl' }]);
  const { body } = await client.post('/enrollment/session', {});
  expect(body['final_page_content']).toContain('Witaj');
});

test('an invitation is mailed in the chosen language, which becomes that of an account without one', async () => {
  await using server = await startTestServer();
  await using sink = await startSmtpSink();
  await givenMailServer(server, sink);
  const admin = await server.given.admin();
  const username = uniqueName('new');
  const names = { first_name: 'Ada', last_name: 'Byron', email: `${username}@example.com`, phone: null };
  await admin.call(addUser, { body: { username, ...names } });
  const languageOf = async () =>
    (await server.database.query('select language from "user" where username = $1', [username]))[0]?.['language'];
  const mailed = async (languages: object) => {
    const { length } = sink.mails;
    const body = { send_enrollment_notification: true, email: names.email, ...languages };
    await admin.call(startEnrollment, { params: { username }, body });
    return (await sink.received(length + 1))[length]?.email.text;
  };
  const greetings = { en: 'Hello', ko: '안녕하세요', pl: 'Dzień dobry' };
  expect(await mailed({})).toContain(greetings.en);
  expect(await mailed({ default_language: 'ko' })).toContain(greetings.ko);
  expect(await languageOf()).toBe(null);
  expect(await mailed({ language: 'pl', default_language: 'ko' })).toContain(greetings.pl);
  expect(await languageOf()).toBe('pl');
  expect(await mailed({ default_language: 'ko' })).toContain(greetings.pl);
  expect(await mailed({ language: 'ko' })).toContain(greetings.ko);
  expect(await languageOf()).toBe('pl');
  const invalid = { send_enrollment_notification: true, email: names.email, language: 'xx' as 'en' };
  expect(await admin.try(startEnrollment, { params: { username }, body: invalid })).toMatchObject({ status: 422 });
});

test('a person who enrols sets up an authenticator app, which sign-in then asks for', async ({ server }) => {
  const { username, client } = await givenSession(server);
  const offered = await client.post('/enrollment/register-mfa/code/start', { method: 'Totp' });
  expect(offered.body).toEqual({ totp_secret: expect.stringMatching(/^[A-Z2-7]{32}$/) });
  const wrong = { status: 400, body: { error: 'invalid code' } };
  expect(await client.post('/enrollment/register-mfa/code/finish', wrongStep)).toMatchObject(wrong);
  const code = totpCode(String(offered.body['totp_secret']), server.clock.now());
  const finished = await client.post('/enrollment/register-mfa/code/finish', { method: 'Totp', code });
  expect(finished.body['recovery_codes']).toHaveLength(8);
  expect(await latestEntry(server, 'mfa_totp_enabled')).toMatchObject({ username });
  const repeated = { status: 400, body: { code: 'second_factor_exists' } };
  expect(await client.post('/enrollment/register-mfa/code/start', { method: 'Totp' })).toMatchObject(repeated);
  await client.post('/enrollment/activate_user', { password });
  expect((await server.stranger().try(signIn, { body: { username, password } })).status).toBe(201);
});

test('a person who lost the recovery codes gets others in the session, and the earlier ones stop working', async ({
  server,
}) => {
  const { username, client } = await givenSession(server);
  const replace = () => client.post('/enrollment/recovery-codes', {});
  expect(await replace()).toMatchObject({ status: 400, body: { code: 'no_factor' } });
  await client.post('/enrollment/activate_user', { password, continue_with: newContinuation() });
  const { body } = await client.post('/enrollment/register-mfa/code/start', { method: 'Totp' });
  const code = totpCode(String(body['totp_secret']), server.clock.now());
  const first = await client.post('/enrollment/register-mfa/code/finish', { method: 'Totp', code });
  const second = await replace();
  expect(second).toMatchObject({ status: 200, body: { recovery_codes: expect.any(Array) } });
  expect(await latestEntry(server, 'recovery_codes_replaced')).toMatchObject({ username });
  const signInWith = async ({ body: answer }: typeof first) => {
    const person = server.stranger();
    await person.call(signIn, { body: { username, password } });
    const [recovery = ''] = answer['recovery_codes'] as string[];
    return (await person.try(signInWithRecoveryCode, { body: { code: recovery } })).status;
  };
  expect(await signInWith(first)).toBe(401);
  expect(await signInWith(second)).toBe(200);
  await client.post('/enrollment/finish', {});
  expect(await replace()).toMatchObject({ status: 401, body: { code: 'enrollment_session_ended' } });
  expect(await newEdgeClient(server).post('/enrollment/recovery-codes', {})).toMatchObject({ status: 401 });
});

test('an invitation replaces no recovery codes that the account had before', async ({ server }) => {
  const { username, client } = await givenSession(server);
  await client.post('/enrollment/activate_user', { password, continue_with: newContinuation() });
  const { body } = await client.post('/enrollment/register-mfa/code/start', { method: 'Totp' });
  const code = totpCode(String(body['totp_secret']), server.clock.now());
  await client.post('/enrollment/register-mfa/code/finish', { method: 'Totp', code });
  await server.query(`update recovery_code set created_at = created_at - interval '1 minute'
    where user_id = (select id from "user" where username = '${username}')`);
  expect(await client.post('/enrollment/recovery-codes', {})).toMatchObject({
    ...{ status: 400, body: { code: 'no_factor' } },
  });
});

test('a token to add a device replaces no recovery codes', async ({ server }) => {
  const una = await server.given.user();
  await givenTotp(server, una);
  const { enrollment_token: token } = await una.call(startDesktop, { params: { username: una.username }, body: {} });
  const client = newEdgeClient(server);
  await client.post('/enrollment/start', { token });
  expect(await client.post('/enrollment/recovery-codes', {})).toMatchObject({
    ...{ status: 400, body: { code: 'no_factor' } },
  });
});

test('a person who enrols sets up codes by mail', async () => {
  await using server = await startTestServer();
  await using sink = await startSmtpSink();
  await givenMailServer(server, sink);
  const { client } = await givenSession(server);
  const started = await client.post('/enrollment/register-mfa/code/start', { method: 'Email' });
  expect(started).toMatchObject({ status: 200, body: { totp_secret: null } });
  const proof = { method: 'Email', code: await codeInMail(sink, 0) };
  const finished = await client.post('/enrollment/register-mfa/code/finish', proof);
  expect(finished.body['recovery_codes']).toHaveLength(8);
});

test('codes by mail are refused without a mail server', async ({ server }) => {
  const { client } = await givenSession(server);
  const refused = { status: 500, body: { code: 'smtp_not_configured' } };
  expect(await client.post('/enrollment/register-mfa/code/start', { method: 'Email' })).toMatchObject(refused);
});

test('a token to add a device sets up no second factor', async ({ server }) => {
  const una = await server.given.user();
  const params = { username: una.username };
  const { enrollment_token: token } = await una.call(startDesktop, { params, body: {} });
  const client = newEdgeClient(server);
  await client.post('/enrollment/start', { token });
  expect((await client.post('/enrollment/session', {})).body).toMatchObject({ kind: 'client' });
  expect((await client.post('/enrollment/register-mfa/code/start', { method: 'Totp' })).status).toBe(400);
  expect((await client.post('/enrollment/register-mfa/code/finish', wrongStep)).status).toBe(400);
});

test.for([
  ['/enrollment/session', {}],
  ['/enrollment/register-mfa/code/start', { method: 'Totp' }],
  ['/enrollment/register-mfa/code/finish', wrongStep],
] as const)('%s needs a session', async ([path, body], { server }) => {
  expect(await newEdgeClient(server).post(path, body)).toMatchObject({
    status: 401,
    body: { code: 'enrollment_session_ended' },
  });
});

test('an unknown method of a second factor is refused', async ({ server }) => {
  const { client } = await givenSession(server);
  const start = await client.post('/enrollment/register-mfa/code/start', { method: 'Sms' });
  expect(start).toMatchObject({ status: 422, body: { error: 'invalid request' } });
});

test('tells the pages name, logo, console, client and providers of the instance', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const client_download_url = 'https://example.com/vpn';
  await admin.call(patchSettings, { body: { client_download_url } });
  const edge = await newEdgeClient(server).post('/edge', {});
  expect(edge.body).toEqual({
    instance_name: 'Gatewarden',
    main_logo_url: '/svg/gatewarden-logo.svg',
    console_url: server.url.replace('127.0.0.1', 'localhost'),
    client_download_url,
    openid_providers: [],
  });
});

test('who completes the enrollment ends the sessions of other invitations, and so does a new invitation', async ({
  server,
}) => {
  const { username, client: first } = await givenSession(server);
  const admin = await server.given.admin();
  const invite = async () => (await admin.call(startEnrollment, { params: { username }, body: {} })).enrollment_token;
  const second = newEdgeClient(server);
  const token = await invite();
  const ended = { status: 401, body: { code: 'enrollment_session_ended' } };
  expect(await first.post('/enrollment/session', {})).toMatchObject(ended);

  // one that began at the same time as the new invitation
  await server.database.query(
    `insert into account_token (token_hash, kind, user_id, issuer_id, issued_at, expires_at, started_at, session_ends_at)
     select sha256('other'), kind, user_id, issuer_id, issued_at, expires_at, now(), expires_at
     from account_token where user_id = (select id from "user" where username = $1)`,
    [username],
  );
  await second.post('/enrollment/start', { token });
  expect((await second.post('/enrollment/activate_user', { password, continue_with: newContinuation() })).status).toBe(
    200,
  );
  const [{ count }] = (await server.database.query(
    `select count(*)::integer as count from account_token where token_hash = sha256('other')`,
  )) as [{ count: number }];
  expect(count).toBe(0);
});
