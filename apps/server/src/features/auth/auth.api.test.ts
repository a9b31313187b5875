import { getMe, signIn, signOut } from '@gatewarden/contract/auth';
import { addUser, updateUser } from '@gatewarden/contract/users';
import { expect, it } from 'vitest';
import { eventsAbout } from '../../../test/events-about.ts';
import { password } from '../../../test/given/given.ts';
import { startTestServer, test } from '../../../test/harness.ts';

test('signs in by user name and by e-mail in any case', async ({ server }) => {
  const { username } = await server.given.user({ email: 'Una@Example.com' });
  for (const login of [username, 'una@example.COM']) {
    const caller = server.stranger();
    await caller.call(signIn, { body: { username: login, password } });
    expect(await caller.call(getMe, {})).toMatchObject({ username });
  }
});

test('answers unknown names, wrong passwords, disabled and unenrolled accounts with the same bytes', async ({
  server,
}) => {
  const admin = await server.given.admin();
  const { username } = await server.given.user();
  const { username: disabled } = await server.given.user();
  await admin.call(updateUser, { params: { username: disabled }, body: { is_active: false } });
  await admin.call(addUser, {
    body: { username: 'invited', first_name: 'I', last_name: 'N', email: 'invited@example.com' },
  });
  const attempts = [
    [username, 'Wrong-horse-7'],
    ['unknown', password],
    [disabled, password],
    ['invited', password],
    [`${username}@example.com`, 'Wrong-horse-7'],
  ] as const;
  const answers: unknown[] = [];
  for (const [name, word] of attempts) {
    const { status, headers, body } = await server.stranger().try(signIn, { body: { username: name, password: word } });
    answers.push({ status, body, headers: [...headers].filter(([name]) => name !== 'date') });
  }
  expect(answers[0]).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});

test('refuses a password that is replaced during the sign-in', async ({ server }) => {
  const { username, id } = await server.given.user();
  await using replacing = await server.database.transaction();
  await replacing.query(`update "user" set password_hash = 'another' where id = $1`, [id]);
  const attempt = server.stranger().try(signIn, { body: { username, password } });
  await server.database.untilBlocked(attempt);
  await replacing.commit();
  expect((await attempt).status).toBe(401);
});

test('logs why a sign-in was refused', async ({ server }) => {
  const admin = await server.given.admin();
  const { username } = await server.given.user();
  const attempt = (word: string) => server.stranger().try(signIn, { body: { username, password: word } });
  await attempt('Wrong-horse-7');
  await admin.call(updateUser, { params: { username }, body: { is_active: false } });
  await attempt(password);
  const refused = async () =>
    (await eventsAbout(server, { username })).filter(({ type }) => type === 'user.sign-in-failed');
  // logged after the response, so that the response time does not reveal the reason
  await expect
    .poll(refused)
    .toMatchObject([
      { payload: { user: { username }, reason: 'wrong password' } },
      { payload: { user: { username }, reason: 'disabled' } },
    ]);
});

test('answers a refused sign-in of a known name without waiting for the log', async ({ server }) => {
  const { username } = await server.given.user();
  await using blocking = await server.database.transaction();
  await blocking.query('lock table activity_entry in access exclusive mode');
  const attempt = (name: string) =>
    server.stranger().try(signIn, { body: { username: name, password: 'Wrong-horse-7' } });
  expect(await attempt('unknown')).toMatchObject({ status: 401 });
  expect(await attempt(username)).toMatchObject({ status: 401 });
});

it('verifies no more wrong passwords than the limit when many arrive at the same time on two replicas', async () => {
  await using server = await startTestServer({ passwordCost: 'production' });
  await using replica = await server.startReplica();
  const { username } = await server.given.user();
  const attempts = Array.from({ length: 40 }, (_, index) =>
    (index % 2 ? server : replica).stranger().try(signIn, { body: { username, password: 'Wrong-horse-7' } }),
  );
  const statuses = (await Promise.all(attempts)).map((answer) => answer.status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(35);
});

it('does not lock an account when many right passwords arrive at the same time', async () => {
  await using server = await startTestServer({ passwordCost: 'production' });
  const { username } = await server.given.user();
  const signInOnce = () => server.stranger().try(signIn, { body: { username, password } });
  const statuses = (await Promise.all(Array.from({ length: 30 }, signInOnce))).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(await signInOnce()).toMatchObject({ status: 200 });
});

test('locks an account for five minutes after the last attempt, under its name and its e-mail', async ({ server }) => {
  const { username } = await server.given.user();
  const attempt = (login: string, word: string) =>
    server.stranger().try(signIn, { body: { username: login, password: word } });
  for (let failure = 1; failure <= 5; failure += 1) expect((await attempt(username, 'Wrong-horse-7')).status).toBe(401);
  expect((await attempt(username, password)).status).toBe(429);
  // the other name of the account does not reveal the lock and does not sign in either
  expect((await attempt(`${username}@example.com`, password)).status).toBe(401);
  server.clock.advance({ minutes: 4 });
  expect((await attempt(username, password)).status).toBe(429);
  server.clock.advance({ minutes: 4 });
  expect((await attempt(username, password)).status).toBe(429);
  server.clock.advance({ minutes: 5, seconds: 1 });
  expect((await attempt(username, password)).status).toBe(200);
});

test('returns for how long a name is locked, for known and unknown names alike', async ({ server }) => {
  const { username } = await server.given.user();
  const lockAndTry = async (login: string) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ username: login, password: 'Wrong-horse-7' });
    const attempt = () => server.stranger().send('POST', '/auth', { body, headers });
    for (let failure = 1; failure <= 5; failure += 1) await attempt();
    const first = await attempt();
    server.clock.advance({ minutes: 2 });
    // an attempt during the lock restarts the five minutes
    const answers = [first, await attempt()];
    return Promise.all(answers.map(async (answer) => [answer.headers.get('retry-after'), await answer.json()]));
  };
  const refusal = ['300', expect.objectContaining({ code: 'login_locked', details: { retry_after_seconds: 300 } })];
  const ofAccount = await lockAndTry(username);
  expect(ofAccount).toEqual([refusal, refusal]);
  expect(await lockAndTry('no-such-account')).toEqual(ofAccount);
});

test('ends the session at sign-out, on every replica', async ({ server, replica }) => {
  const user = await server.given.user();
  const cookie = user.cookie ?? '';
  await user.call(signOut, {});
  const answer = await replica.stranger().send('GET', '/me', { headers: { cookie } });
  expect(answer.status).toBe(401);
});

test('starts a new session at every sign-in and ends the former one of the browser', async ({ server }) => {
  const user = await server.given.user();
  const planted = user.cookie ?? '';
  await user.call(signIn, { body: { username: user.username, password } });
  expect(user.cookie).not.toBe(planted);
  const answer = await server.stranger().send('GET', '/me', { headers: { cookie: planted } });
  expect(answer.status).toBe(401);
});

test('refuses changes from pages of other sites', async ({ server }) => {
  const user = await server.given.user();
  const headers = { cookie: user.cookie ?? '', origin: 'https://evil.example' };
  const answer = await server.stranger().send('POST', '/auth/logout', { headers });
  expect(answer.status).toBe(403);
  expect(await user.call(getMe, {})).toMatchObject({ username: user.username });
});
