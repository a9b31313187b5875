import { listActivity } from '@gatewarden/contract/activity-log';
import { deleteApiToken } from '@gatewarden/contract/api-tokens';
import { changeOwnPassword, getMe, signIn } from '@gatewarden/contract/auth';
import { proveWithPassword } from '@gatewarden/contract/mfa';
import { addUser, getUser, setUserPassword } from '@gatewarden/contract/users';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Answer, Caller } from '../../../test/caller.ts';
import { givenProgram } from '../../../test/given/api-tokens.ts';
import { password } from '../../../test/given/given.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

const next = 'Battery-staple-8';

async function signInStatus(server: TestServer, username: string, word: string): Promise<number> {
  return (await server.stranger().try(signIn, { body: { username, password: word } })).status;
}

it('stores hashes with the parameters that OWASP recommends', async () => {
  await using server = await startTestServer({ passwordCost: 'production' });
  await server.given.user();
  const hashes = await server.query('select distinct substr(password_hash, 1, 30) as setting from "user"');
  expect(hashes).toEqual([{ setting: '$argon2id$v=19$m=19456,t=2,p=1' }]);
});

it('changes the own password: the old one is no longer accepted, the session remains', async () => {
  await using server = await startTestServer();
  const user = await server.given.user();
  const answer = await user.try(changeOwnPassword, { body: { old_password: password, new_password: next } });
  expect([answer.status, answer.body]).toEqual([200, {}]);
  expect(await signInStatus(server, user.username, password)).toBe(401);
  expect(await signInStatus(server, user.username, next)).toBe(200);
  expect(await user.call(getMe, {})).toMatchObject({ username: user.username });
  expect((await server.events()).map((event) => event.type)).toContain('user.password-changed');
});

it('rejects a wrong old and a weak new password, and leaves the password unchanged', async () => {
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

it('accepts passwords of 8 to 128 bytes in UTF-8', async () => {
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

it('limits guesses of the old password with a stolen session', async () => {
  await using server = await startTestServer({ passwordCost: 'production' });
  await using replica = await server.startReplica();
  const user = await server.given.user();
  const stolen = { headers: { cookie: user.cookie ?? '', 'content-type': 'application/json' } };
  const guesses = Array.from({ length: 30 }, (_, index) =>
    (index % 2 ? server : replica).stranger().send('PUT', '/user/change_password', {
      ...stolen,
      body: JSON.stringify({ old_password: `Guess-number-${index}`, new_password: next }),
    }),
  );
  const statuses = (await Promise.all(guesses)).map((answer) => answer.status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(25);
});

it('sets the password of another user, but not the own password', async () => {
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
  expect(await set('missing', next)).toMatchObject({ status: 404, body: { code: 'user_not_found' } });
  expect(await set(user.username, 'weak')).toMatchObject({
    status: 400,
    body: { code: 'password_weak', field: 'new_password' },
  });
  expect(await signInStatus(server, user.username, next)).toBe(200);
});

const eve = { username: 'eve', first_name: 'Eve', last_name: 'Adder', email: 'eve@example.com' };

/** Every call by which an administrator sets the password of another user: `una`, who has one, or `eve`, who is new. */
const ways: Readonly<Record<string, (by: Caller) => Promise<Answer<unknown>>>> = {
  'POST /user': (by) => by.try(addUser, { body: { ...eve, password: next } }),
  'PUT /user/:username/password': (by) =>
    by.try(setUserPassword, { params: { username: 'una' }, body: { new_password: next } }),
};

describe('the password of another user', () => {
  it('has a case here for each call of administrators whose body has a password', async () => {
    await using server = await startTestServer();
    const fieldsOf = (body: z.ZodType | undefined) => Object.keys((body as z.ZodObject | undefined)?.shape ?? {});
    const candidates = server.endpoints.filter(
      ({ access, body }) =>
        (access === 'admin' || access === 'self') &&
        fieldsOf(body).some((field) => field === 'password' || field === 'new_password'),
    );
    expect(candidates.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(Object.keys(ways).toSorted());
    expect(
      candidates.filter(
        ({ requiresReauthentication, errors = [] }) =>
          !requiresReauthentication && !errors.some((code) => code === 'proof_required'),
      ),
    ).toEqual([]);
  });

  it.each(Object.entries(ways))('is not set by a session without a recent proof: %s', async (_, set) => {
    await using server = await startTestServer();
    const admin = await server.given.admin();
    await server.given.user({ username: 'una' });
    const stored = () => server.query('select username, password_hash from "user" order by 1');
    const before = await stored();
    server.clock.advance({ minutes: 16 });
    expect(await set(admin)).toMatchObject({ status: 403, body: { code: 'proof_required' } });
    expect(await stored()).toEqual(before);
    await admin.call(proveWithPassword, { body: { password } });
    expect((await set(admin)).status).toBeLessThan(300);
    expect(await stored()).not.toEqual(before);
  });

  it('is checked before a proof is required, so that a form can be corrected first', async () => {
    await using server = await startTestServer();
    const admin = await server.given.admin();
    server.clock.advance({ minutes: 16 });
    expect(await admin.try(addUser, { body: { ...eve, password: 'weak' } })).toMatchObject({
      status: 400,
      body: { code: 'password_weak', field: 'password' },
    });
  });

  it('is set for a new account by an API token for users; the log names the token, and the account outlives it', async () => {
    await using server = await startTestServer();
    const admin = await server.given.admin();
    const program = await givenProgram(server, admin, { name: 'Provisioning', scopes: ['users:write'] });
    server.clock.advance({ minutes: 16 });
    await program.call(addUser, { body: { ...eve, password: next } });
    const { data } = await admin.call(listActivity, { query: { event: 'user_added', search: 'eve' } });
    expect(data).toMatchObject([{ username: admin.username, device: 'test (API token: Provisioning)' }]);
    await admin.call(proveWithPassword, { body: { password } });
    await admin.call(deleteApiToken, { params: { username: admin.username, id: String(program.id) } });
    expect((await program.try(getUser, { params: { username: 'eve' } })).status).toBe(401);
    expect(await signInStatus(server, 'eve', next)).toBe(200);
  });
});

it('logs five wrong passwords of a session until the lock, the lock once, and none during the lock', async () => {
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
