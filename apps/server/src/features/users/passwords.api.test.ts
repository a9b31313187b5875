import { listActivity } from '@gatewarden/contract/activity-log';
import { changeOwnPassword, getMe, signIn } from '@gatewarden/contract/auth';
import { proveWithPassword } from '@gatewarden/contract/mfa';
import { setUserPassword } from '@gatewarden/contract/users';
import { expect, it } from 'vitest';
import { password } from '../../../test/given/given.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

const next = 'Battery-staple-8';

async function signInStatus(server: TestServer, username: string, word: string): Promise<number> {
  return (await server.stranger().try(signIn, { body: { username, password: word } })).status;
}

it('stores hashes at the setting that OWASP names', async () => {
  await using server = await startTestServer({ passwordCost: 'production' });
  await server.given.user();
  const hashes = await server.query('select distinct substr(password_hash, 1, 30) as setting from "user"');
  expect(hashes).toEqual([{ setting: '$argon2id$v=19$m=19456,t=2,p=1' }]);
});

it('changes one’s own password: the old one opens nothing any more, the session stays', async () => {
  await using server = await startTestServer();
  const user = await server.given.user();
  const answer = await user.try(changeOwnPassword, { body: { old_password: password, new_password: next } });
  expect([answer.status, answer.body]).toEqual([200, {}]);
  expect(await signInStatus(server, user.username, password)).toBe(401);
  expect(await signInStatus(server, user.username, next)).toBe(200);
  expect(await user.call(getMe, {})).toMatchObject({ username: user.username });
  expect((await server.events()).map((event) => event.type)).toContain('user.password-changed');
});

it('refuses a wrong old and a weak new password, and keeps the one there was', async () => {
  await using server = await startTestServer();
  const user = await server.given.user();
  const change = (old_password: string, new_password: string) =>
    user.try(changeOwnPassword, { body: { old_password, new_password } });
  expect(await change('Wrong-horse-7', next)).toMatchObject({
    status: 400,
    body: { code: 'password_wrong', field: 'old_password' },
  });
  expect(await change(password, 'weak')).toMatchObject({
    status: 400,
    body: { code: 'password_weak', field: 'new_password' },
  });
  expect(await signInStatus(server, user.username, password)).toBe(200);
});

it('holds a password to 8 to 128 bytes, whatever the characters', async () => {
  await using server = await startTestServer();
  const user = await server.given.user();
  const change = async (new_password: string) =>
    (await user.try(changeOwnPassword, { body: { old_password: password, new_password } })).status;
  // 64 characters of two bytes with four of one byte are 132 bytes
  expect(await change(`${'ü'.repeat(64)}aA1!`)).toBe(400);
  expect(await change('aA1!567')).toBe(400);
  expect(await change(`${'ü'.repeat(62)}aA1!`)).toBe(200);
  expect(await signInStatus(server, user.username, `${'ü'.repeat(62)}aA1!`)).toBe(200);
});

it('lets nobody guess the old password of a session they found', async () => {
  await using server = await startTestServer({ passwordCost: 'production' });
  await using replica = await server.startReplica();
  const user = await server.given.user();
  const found = { headers: { cookie: user.cookie ?? '', 'content-type': 'application/json' } };
  const guesses = Array.from({ length: 30 }, (_, index) =>
    (index % 2 ? server : replica).stranger().send('PUT', '/user/change_password', {
      ...found,
      body: JSON.stringify({ old_password: `Guess-number-${index}`, new_password: next }),
    }),
  );
  const statuses = (await Promise.all(guesses)).map((answer) => answer.status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(25);
});

it('sets the password of another user, enrolled or not, and nobody’s own', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const user = await server.given.user();
  const set = (username: string, new_password: string) =>
    admin.try(setUserPassword, { params: { username }, body: { new_password } });
  expect(await set(user.username, next)).toMatchObject({ status: 200, body: null });
  expect(await signInStatus(server, user.username, next)).toBe(200);
  expect(await signInStatus(server, user.username, password)).toBe(401);
  expect((await user.try(getMe, {})).status).toBe(401);
  expect((await server.events()).map((event) => event.type)).toContain('user.password-set-by-admin');

  expect(await set(admin.username, next)).toMatchObject({ status: 400, body: { code: 'own_account' } });
  expect(await set('nobody', next)).toMatchObject({ status: 404, body: { code: 'user_not_found' } });
  expect(await set(user.username, 'weak')).toMatchObject({
    status: 400,
    body: { code: 'password_weak', field: 'new_password' },
  });
  expect(await signInStatus(server, user.username, next)).toBe(200);
});

it('lets no administrator set a password who signed in a while ago and has not proved since who they are', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const { username } = await server.given.user();
  const set = () => admin.try(setUserPassword, { params: { username }, body: { new_password: next } });
  server.clock.advance({ minutes: 15 });
  expect(await set()).toMatchObject({ status: 403, body: { code: 'proof_required' } });
  expect(await signInStatus(server, username, next)).toBe(401);
  await admin.call(proveWithPassword, { body: { password } });
  expect(await set()).toMatchObject({ status: 200 });
});

it('logs wrong passwords of a session: five until the lock, the lock once, and none while it lasts', async () => {
  await using server = await startTestServer();
  const user = await server.given.user();
  const wrong = 'Wrong-horse-7';
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await user.try(changeOwnPassword, { body: { old_password: wrong, new_password: next } });
    await user.try(proveWithPassword, { body: { password: wrong } });
  }
  const admin = await server.given.admin();
  const { data } = await admin.call(listActivity, { query: { event: 'user_login_failed' } });
  expect(data.map(({ username, description }) => [username, description])).toEqual(
    Array.from({ length: 5 }, () => [user.username, 'Sign-in failed: wrong password in a session']),
  );
  const locks = await admin.call(listActivity, { query: { event: 'user_locked' } });
  expect(locks.data).toMatchObject([
    {
      username: user.username,
      description: 'Too many wrong passwords: confirmation by password in sessions locked for 5 min',
      names: { place: 'sessions', minutes: '5' },
    },
  ]);
});
