import { getMe, signIn, signOut } from '@gatewarden/contract/auth';
import { expect, it } from 'vitest';
import { password } from '../../../test/given/given.ts';
import { startTestServer } from '../../../test/harness.ts';

it('signs in by user name and by e-mail whatever its case', async () => {
  await using server = await startTestServer();
  const { username } = await server.given.user({ email: 'Una@Example.com' });
  for (const login of [username, 'una@example.COM']) {
    const caller = server.stranger();
    await caller.call(signIn, { body: { username: login, password } });
    expect(await caller.call(getMe, {})).toMatchObject({ username });
  }
});

it('answers unknown names, wrong passwords and disabled accounts with the same bytes', async () => {
  await using server = await startTestServer();
  const { username } = await server.given.user();
  const answers = await Promise.all(
    [username, 'nobody'].map((name) =>
      server.stranger().try(signIn, { body: { username: name, password: 'Wrong-horse-7' } }),
    ),
  );
  expect(answers.map((answer) => answer.status)).toEqual([401, 401]);
  expect(answers[0]?.body).toEqual(answers[1]?.body);
});

it('tries no more wrong passwords than the limit, however many arrive at once on two replicas', async () => {
  await using server = await startTestServer();
  await using replica = await server.startReplica();
  const { username } = await server.given.user();
  const attempts = Array.from({ length: 40 }, (_, index) =>
    (index % 2 ? server : replica).stranger().try(signIn, { body: { username, password: 'Wrong-horse-7' } }),
  );
  const statuses = (await Promise.all(attempts)).map((answer) => answer.status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(35);
});

it('locks an account for five minutes after the last attempt, under its name and its e-mail', async () => {
  await using server = await startTestServer();
  const { username } = await server.given.user();
  const attempt = (login: string, word: string) =>
    server.stranger().try(signIn, { body: { username: login, password: word } });
  for (let failure = 1; failure <= 5; failure += 1) expect((await attempt(username, 'Wrong-horse-7')).status).toBe(401);
  expect((await attempt(`${username}@example.com`, password)).status).toBe(429);
  server.clock.advance({ minutes: 4 });
  expect((await attempt(username, password)).status).toBe(429);
  server.clock.advance({ minutes: 4 });
  expect((await attempt(username, password)).status).toBe(429);
  server.clock.advance({ minutes: 5, seconds: 1 });
  expect((await attempt(username, password)).status).toBe(200);
});

it('ends the session at sign-out, on every replica', async () => {
  await using server = await startTestServer();
  await using replica = await server.startReplica();
  const user = await server.given.user();
  const cookie = user.cookie ?? '';
  await user.call(signOut, {});
  const answer = await replica.stranger().send('GET', '/me', { headers: { cookie } });
  expect(answer.status).toBe(401);
});

it('starts a new session at every sign-in and ends the one the browser had', async () => {
  await using server = await startTestServer();
  const user = await server.given.user();
  const planted = user.cookie ?? '';
  await user.call(signIn, { body: { username: user.username, password } });
  expect(user.cookie).not.toBe(planted);
  const answer = await server.stranger().send('GET', '/me', { headers: { cookie: planted } });
  expect(answer.status).toBe(401);
});

it('refuses changes that come from pages of other sites', async () => {
  await using server = await startTestServer();
  const user = await server.given.user();
  const headers = { cookie: user.cookie ?? '', origin: 'https://evil.example' };
  const answer = await server.stranger().send('POST', '/auth/logout', { headers });
  expect(answer.status).toBe(403);
  expect(await user.call(getMe, {})).toMatchObject({ username: user.username });
});
