import { listActivity } from '@gatewarden/contract/activity-log';
import { deleteApiToken } from '@gatewarden/contract/api-tokens';
import { changeOwnPassword, getMe, signIn } from '@gatewarden/contract/auth';
import { proveWithPassword } from '@gatewarden/contract/mfa';
import { addUser, getUser, setUserPassword } from '@gatewarden/contract/users';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Answer, Caller } from '../../../test/caller.ts';
import { uniqueName } from '../../../test/calls/unique-name.ts';
import { eventsAbout } from '../../../test/events-about.ts';
import { makeProofStale } from '../../../test/given/accounts.ts';
import { givenProgram } from '../../../test/given/api-tokens.ts';
import { type Person, password } from '../../../test/given/given.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';

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

test('changes the own password: the old one is no longer accepted, the session remains', async ({ server }) => {
  const user = await server.given.user();
  const answer = await user.try(changeOwnPassword, { body: { old_password: password, new_password: next } });
  expect([answer.status, answer.body]).toEqual([200, {}]);
  expect(await signInStatus(server, user.username, password)).toBe(401);
  expect(await signInStatus(server, user.username, next)).toBe(200);
  expect(await user.call(getMe, {})).toMatchObject({ username: user.username });
  expect((await eventsAbout(server, user)).map(({ type }) => type)).toContain('user.password-changed');
});

test('rejects a wrong old and a weak new password, and leaves the password unchanged', async ({ server }) => {
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

test('accepts passwords of 8 to 128 bytes in UTF-8', async ({ server }) => {
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

test('sets the password of another user, but not the own password', async ({ server }) => {
  const admin = await server.given.admin();
  const user = await server.given.user();
  const set = (username: string, new_password: string) =>
    admin.try(setUserPassword, { params: { username }, body: { new_password } });
  expect(await set(user.username, next)).toMatchObject({ status: 200, body: null });
  expect(await signInStatus(server, user.username, next)).toBe(200);
  expect(await signInStatus(server, user.username, password)).toBe(401);
  expect((await user.try(getMe, {})).status).toBe(401);
  expect((await eventsAbout(server, user)).map(({ type }) => type)).toContain('user.password-set-by-admin');

  expect(await set(admin.username, next)).toMatchObject({ status: 400, body: { code: 'own_account' } });
  expect(await set('missing', next)).toMatchObject({ status: 404, body: { code: 'user_not_found' } });
  expect(await set(user.username, 'weak')).toMatchObject({
    status: 400,
    body: { code: 'password_weak', field: 'new_password' },
  });
  expect(await signInStatus(server, user.username, next)).toBe(200);
});

/** A new user whose name no other test uses. */
function newPerson() {
  const username = uniqueName('eve-');
  return { username, first_name: 'Eve', last_name: 'Adder', email: `${username}@example.com` };
}

/** Every call by which an administrator sets the password of another user: `una`, who has one, or one who is new. */
const ways: Readonly<Record<string, (by: Caller, una: Person) => Promise<Answer<unknown>>>> = {
  'POST /user': (by) => by.try(addUser, { body: { ...newPerson(), password: next } }),
  'PUT /user/:username/password': (by, { username }) =>
    by.try(setUserPassword, { params: { username }, body: { new_password: next } }),
};

describe('the password of another user', () => {
  test('has a case here for each call of administrators whose body has a password', async ({ server }) => {
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

  test.for(Object.entries(ways))('is not set by a session without a recent proof: %s', async ([, set], { server }) => {
    const [admin, una] = [await server.given.user({ groups: ['admin'] }), await server.given.user()];
    const stored = () => server.query('select username, password_hash from "user" order by 1');
    const before = await stored();
    await makeProofStale(server, admin);
    expect(await set(admin, una)).toMatchObject({ status: 403, body: { code: 'proof_required' } });
    expect(await stored()).toEqual(before);
    await admin.call(proveWithPassword, { body: { password } });
    expect((await set(admin, una)).status).toBeLessThan(300);
    expect(await stored()).not.toEqual(before);
  });

  test('is checked before a proof is required, so that a form can be corrected first', async ({ server }) => {
    const admin = await server.given.user({ groups: ['admin'] });
    await makeProofStale(server, admin);
    expect(await admin.try(addUser, { body: { ...newPerson(), password: 'weak' } })).toMatchObject({
      status: 400,
      body: { code: 'password_weak', field: 'password' },
    });
  });

  test('is set for a new account by an API token for users; the log names the token, and the account outlives it', async ({
    server,
  }) => {
    const [admin, eve] = [await server.given.user({ groups: ['admin'] }), newPerson()];
    const program = await givenProgram(server, admin, { name: 'Provisioning', scopes: ['users:write'] });
    await makeProofStale(server, admin);
    await program.call(addUser, { body: { ...eve, password: next } });
    const { data } = await admin.call(listActivity, { query: { event: 'user_added', search: eve.username } });
    expect(data).toMatchObject([{ username: admin.username, device: 'test (API token: Provisioning)' }]);
    await admin.call(proveWithPassword, { body: { password } });
    await admin.call(deleteApiToken, { params: { username: admin.username, id: String(program.id) } });
    expect((await program.try(getUser, { params: { username: eve.username } })).status).toBe(401);
    expect(await signInStatus(server, eve.username, next)).toBe(200);
  });
});

test('logs five wrong passwords of a session until the lock, the lock once, and none during the lock', async ({
  server,
}) => {
  const user = await server.given.user();
  const wrong = 'Wrong-horse-7';
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await user.try(changeOwnPassword, { body: { old_password: wrong, new_password: next } });
    await user.try(proveWithPassword, { body: { password: wrong } });
  }
  const admin = await server.given.admin();
  const { data } = await admin.call(listActivity, { query: { event: 'user_login_failed', username: user.username } });
  expect(data.map(({ username, description }) => [username, description])).toEqual(
    Array.from({ length: 5 }, () => [user.username, 'Sign-in failed: wrong password in a session']),
  );
  const locks = await admin.call(listActivity, { query: { event: 'user_locked', username: user.username } });
  expect(locks.data).toMatchObject([
    {
      username: user.username,
      description: 'Too many wrong passwords: confirmation by password in sessions locked for 5 min',
      names: { place: 'sessions', minutes: '5' },
    },
  ]);
});
