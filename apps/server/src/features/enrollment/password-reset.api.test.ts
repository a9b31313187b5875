import { changeOwnPassword, getMe, signIn } from '@gatewarden/contract/auth';
import { resetUserPassword, startDesktop } from '@gatewarden/contract/enrollment';
import { setUserPassword, updateUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import { newEdgeClient } from '../../../test/edge-client.ts';
import { password } from '../../../test/given/given.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { givenMailServer } from '../../../test/given/mail-codes.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';
import { type SmtpSink, startSmtpSink } from '../../../test/smtp-sink.ts';

const next = 'Battery-staple-8';

const tokenIn = (text: string | undefined) => /password-reset\?token=([0-9A-Za-z]{32})/.exec(text ?? '')?.[1] ?? '';

/** Resolves once core has handled every request for a link. */
async function untilRequestsHandled({ database }: TestServer): Promise<void> {
  const open = `select id from pgboss.job where name = 'enrollment.send-reset' and state < 'completed'`;
  await expect.poll(() => database.query(open)).toEqual([]);
}

async function givenLink(server: TestServer, sink: SmtpSink) {
  const [admin, una] = [await server.given.admin(), await server.given.user()];
  await givenMailServer(server, sink);
  await admin.call(resetUserPassword, { params: { username: una.username } });
  const [mail] = await sink.received(1);
  return { admin, una, token: tokenIn(mail?.email.text) };
}

const signsInWith = async (server: TestServer, username: string, typed: string) =>
  (await server.stranger().try(signIn, { body: { username, password: typed } })).status === 200;

test('sets another password, once, and ends all sessions', async ({ server }) => {
  await using sink = await startSmtpSink();
  const { una, token } = await givenLink(server, sink);
  const client = newEdgeClient(server);
  const started = await client.post('/password-reset/start', { token });
  expect(started).toMatchObject({ status: 200, body: { deadline_timestamp: expect.any(Number) } });
  expect(started.headers.get('set-cookie')).toMatch(/^defguard_proxy_password_reset=/);
  expect(await client.post('/password-reset/reset', { password: 'weak' })).toMatchObject({ status: 400 });
  expect(await client.post('/password-reset/reset', { password: next })).toMatchObject({ status: 200, body: {} });
  expect(await signsInWith(server, una.username, password)).toBe(false);
  expect(await signsInWith(server, una.username, next)).toBe(true);
  expect((await una.try(getMe, {})).status).toBe(401);
  expect(await latestEntry(server, 'password_reset_completed')).toMatchObject({ username: una.username });
  expect((await sink.received(2))[1]?.email.subject).toContain('Your password was changed');
  const again = newEdgeClient(server);
  expect(await again.post('/password-reset/start', { token })).toMatchObject({ status: 401 });
});

test('answers the same for every address, and mails only users with a password', async ({ server }) => {
  await using sink = await startSmtpSink();
  const [admin, una, gone] = [await server.given.admin(), await server.given.user(), await server.given.user()];
  await admin.call(updateUser, { params: { username: gone.username }, body: { is_active: false } });
  await givenMailServer(server, sink);
  const ask = (email: string) => newEdgeClient(server).post('/password-reset/request', { email });
  const answers = [
    await ask('unknown@example.com'),
    await ask(`${gone.username}@example.com`),
    await ask(una.username),
    await ask(`${una.username}@EXAMPLE.com`),
  ];
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: {} });
  const [mail] = await sink.received(1);
  expect(mail?.to).toEqual([`${una.username}@example.com`]);
  const client = newEdgeClient(server);
  expect(await client.post('/password-reset/start', { token: tokenIn(mail?.email.text) })).toMatchObject({
    status: 200,
  });
  expect(sink.mails).toHaveLength(1);
});

test('tells whether a link can be used without using it', async ({ server }) => {
  await using sink = await startSmtpSink();
  const { admin, una, token } = await givenLink(server, sink);
  const client = newEdgeClient(server);
  const check = (of: string) => client.post('/password-reset/check', { token: of });
  for (let count = 0; count < 2; count += 1) {
    const checked = await check(token);
    expect(checked).toMatchObject({ status: 200, body: {} });
    expect(checked.headers.get('set-cookie')).toBeNull();
  }
  expect(
    await server.database.query('select from account_token where user_id = $1 and started_at is null', [una.id]),
  ).toHaveLength(1);
  await client.post('/password-reset/start', { token });
  expect(await check(token)).toMatchObject({ status: 200 });
  await client.post('/password-reset/reset', { password: next });
  const invalid = { status: 401, body: { code: 'enrollment_token_invalid' } };
  expect(await check(token)).toMatchObject(invalid);
  expect(await check('x'.repeat(32))).toMatchObject(invalid);
  const { enrollment_token: other } = await admin.call(startDesktop, { params: { username: una.username }, body: {} });
  expect(await check(other)).toMatchObject({ status: 403, body: { code: 'enrollment_token_of_other_kind' } });
});

test('refuses an address that checks many invalid links', async ({ server }) => {
  const client = newEdgeClient(server);
  const statuses: number[] = [];
  for (let count = 0; count < 30; count += 1) {
    statuses.push((await client.post('/password-reset/check', { token: `${count}`.padStart(32, 'x') })).status);
  }
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
});

test('writes in the language of the page, which is kept when the link is used', async ({ server }) => {
  await using sink = await startSmtpSink();
  const una = await server.given.user();
  await givenMailServer(server, sink);
  await server.database.query('update "user" set language = null where id = $1', [una.id]);
  const languageOf = () => server.database.query('select language from "user" where id = $1', [una.id]);
  const ask = (language: string) =>
    newEdgeClient(server).post('/password-reset/request', { email: `${una.username}@example.com`, language });
  expect((await ask('ko')).status).toBe(200);
  const [mail] = await sink.received(1);
  expect(mail?.email.subject).toContain('비밀번호를 새로 설정하세요');
  // anyone can ask
  expect(await languageOf()).toEqual([{ language: null }]);
  const client = newEdgeClient(server);
  await client.post('/password-reset/start', { token: tokenIn(mail?.email.text), language: 'ko' });
  expect(await languageOf()).toEqual([{ language: 'ko' }]);
  await ask('pl');
  expect((await sink.received(2))[1]?.email.subject).toContain('비밀번호를 새로 설정하세요');
});

test('a token of one kind is not accepted for another', async ({ server }) => {
  await using sink = await startSmtpSink();
  const { token } = await givenLink(server, sink);
  const client = newEdgeClient(server);
  const refused = { status: 403, body: { error: 'invalid token' } };
  expect(await client.post('/enrollment/start', { token })).toMatchObject(refused);
});

test('guessed tokens are refused, and soon the address with them', async ({ server }) => {
  const client = newEdgeClient(server);
  const statuses = [];
  for (let index = 0; index < 25; index += 1)
    statuses.push((await client.post('/password-reset/start', { token: `${index}`.padStart(32, 'x') })).status);
  expect(new Set(statuses.slice(0, 20))).toEqual(new Set([401]));
  expect(statuses.at(-1)).toBe(429);
});

test.for(['changed by the user', 'set by an administrator', 'address changed'] as const)(
  'earlier tokens are worthless after a change: %s',
  async (change, { server }) => {
    await using sink = await startSmtpSink();
    const [admin, una] = [await server.given.admin(), await server.given.user()];
    const params = { username: una.username };
    await givenMailServer(server, sink);
    const { enrollment_token: clientToken } = await una.call(startDesktop, { params, body: {} });
    await admin.call(resetUserPassword, { params });
    const token = tokenIn((await sink.received(1))[0]?.email.text);
    const changes = {
      'changed by the user': () =>
        una.call(changeOwnPassword, { body: { old_password: password, new_password: next } }),
      'set by an administrator': () => admin.call(setUserPassword, { params, body: { new_password: next } }),
      'address changed': () => admin.call(updateUser, { params, body: { email: `${una.username}@example.org` } }),
    };
    await changes[change]();
    const client = newEdgeClient(server);
    expect(await client.post('/password-reset/start', { token })).toMatchObject({ status: 401 });
    // a person who knew the former password may have issued it; it was not mailed to the former address
    const started = await client.post('/enrollment/start', { token: clientToken });
    expect(started.status).toBe(change === 'address changed' ? 200 : 401);
  },
);

test('a link in use ends when the password is changed elsewhere', async ({ server }) => {
  await using sink = await startSmtpSink();
  const { una, token } = await givenLink(server, sink);
  const client = newEdgeClient(server);
  await client.post('/password-reset/start', { token });
  await una.call(changeOwnPassword, { body: { old_password: password, new_password: next } });
  expect(await client.post('/password-reset/reset', { password: 'Other-staple-9' })).toMatchObject({ status: 401 });
  expect(await signsInWith(server, una.username, next)).toBe(true);
});

test('strangers cause few mails to a user, and those who ask often are refused', async () => {
  await using server = await startTestServer();
  await using sink = await startSmtpSink();
  const una = await server.given.user();
  await givenMailServer(server, sink);
  const email = `${una.username}@example.com`;
  for (let index = 0; index < 6; index += 1) await newEdgeClient(server).post('/password-reset/request', { email });
  await untilRequestsHandled(server);
  const mails = await sink.received(3);
  expect(mails).toHaveLength(3);
  // the last link remains valid
  const token = tokenIn(mails.at(-1)?.email.text);
  expect(await newEdgeClient(server).post('/password-reset/start', { token })).toMatchObject({ status: 200 });
  server.clock.advance({ hours: 1, seconds: 1 });
  await newEdgeClient(server).post('/password-reset/request', { email });
  expect(await sink.received(4)).toHaveLength(4);
  const client = newEdgeClient(server);
  const statuses = [];
  for (let index = 0; index < 12; index += 1)
    statuses.push((await client.post('/password-reset/request', { email: 'a@example.com' })).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.at(-1)).toBe(429);
});

test.for(['', 'una', 'a\u0000b@example.com', 'a\ud800b@example.com', `${'a'.repeat(240)}@example.com`])(
  'a request with what is no address is answered the same: %j',
  async (email, { server }) => {
    const client = newEdgeClient(server);
    expect(await client.post('/password-reset/request', { email })).toMatchObject({ status: 200, body: {} });
  },
);
