import { addApiToken, listApiTokens } from '@gatewarden/contract/api-tokens';
import { changeOwnPassword, getMe, removeOwnPassword, signIn } from '@gatewarden/contract/auth';
import { confirmEmail, disableMfa, removeTotp, signInWithTotp } from '@gatewarden/contract/mfa';
import { setUserPassword } from '@gatewarden/contract/users';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../test/caller.ts';
import { givenProgram } from '../../../test/given/api-tokens.ts';
import { type Person, password } from '../../../test/given/given.ts';
import { givenMailCode } from '../../../test/given/mail-codes.ts';
import { givenSecurityKey } from '../../../test/given/security-keys.ts';
import { givenTotp } from '../../../test/given/totp.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';
import { openConsole } from '../../../test/live-console.ts';

const next = 'Battery-staple-8';

/** Another browser of the user; with a second factor, its sign-in is half complete. */
async function anotherBrowser(server: TestServer, { username }: Pick<Person, 'username'>): Promise<Caller> {
  const caller = server.stranger();
  await caller.call(signIn, { body: { username, password } });
  return caller;
}

const isSignedIn = async (caller: Caller) => (await caller.try(getMe, {})).status === 200;
const addToken = (caller: Caller, username: string) =>
  caller.try(addApiToken, { params: { username }, body: { name: 'Script' } });

describe('a new password', () => {
  test('chosen by the user ends the other sessions and their streams on every replica', async ({ server, replica }) => {
    const una = await server.given.user();
    const stolen = await anotherBrowser(replica, una);
    await using stream = await openConsole(stolen);
    await una.call(changeOwnPassword, { body: { old_password: password, new_password: next } });
    expect(await addToken(stolen, una.username)).toMatchObject({ status: 401 });
    expect([await isSignedIn(una), await isSignedIn(stolen)]).toEqual([true, false]);
    expect(await stream.ended).toBe('by core');
  });

  test('removes the proof of the session that remains', async ({ server }) => {
    const una = await server.given.user();
    await una.call(changeOwnPassword, { body: { old_password: password, new_password: next } });
    expect(await addToken(una, una.username)).toMatchObject({ status: 403, body: { code: 'proof_required' } });
  });

  test('removes the proof also if it is removed', async ({ server }) => {
    const una = await server.given.user();
    await givenSecurityKey(server, una);
    await una.call(removeOwnPassword, {});
    expect(await addToken(una, una.username)).toMatchObject({ status: 403, body: { code: 'proof_required' } });
  });

  test('ends half-complete sign-ins with the former password', async ({ server }) => {
    const una = await server.given.user();
    const app = await givenTotp(server, una);
    const half = await anotherBrowser(server, una);
    await una.call(changeOwnPassword, { body: { old_password: password, new_password: next } });
    expect(await half.try(signInWithTotp, { body: { code: app.next() } })).toMatchObject({ status: 401 });
    expect(await isSignedIn(half)).toBe(false);
  });

  test('set by an administrator ends all sessions, including half-complete ones', async ({ server }) => {
    const admin = await server.given.admin();
    const una = await server.given.user();
    const app = await givenTotp(server, una);
    const half = await anotherBrowser(server, una);
    await admin.call(setUserPassword, { params: { username: una.username }, body: { new_password: next } });
    expect(await half.try(signInWithTotp, { body: { code: app.next() } })).toMatchObject({ status: 401 });
    expect([await isSignedIn(una), await isSignedIn(half), await isSignedIn(admin)]).toEqual([false, false, true]);
  });

  test('revokes API tokens only on request', async ({ server }) => {
    const admin = await server.given.admin();
    const una = await server.given.user();
    const program = await givenProgram(server, una);
    const params = { username: una.username };
    await una.call(changeOwnPassword, { body: { old_password: password, new_password: next } });
    expect(await isSignedIn(program)).toBe(true);
    const again = { old_password: next, new_password: password, revoke_api_tokens: true };
    await una.call(changeOwnPassword, { body: again });
    expect(await isSignedIn(program)).toBe(false);
    const second = await givenProgram(server, await server.given.user({ username: 'ula' }));
    await admin.call(setUserPassword, {
      params: { username: 'ula' },
      body: { new_password: next, revoke_api_tokens: true },
    });
    expect(await isSignedIn(second)).toBe(false);
    expect(await admin.call(listApiTokens, { params })).toEqual([]);
  });

  it('refuses one of two concurrent changes with the same old password', async () => {
    await using server = await startTestServer({ passwordCost: 'production' });
    const una = await server.given.user();
    const stolen = await anotherBrowser(server, una);
    const answers = await Promise.all([
      una.try(changeOwnPassword, { body: { old_password: password, new_password: next } }),
      stolen.try(changeOwnPassword, { body: { old_password: password, new_password: 'Evil-staple-9' } }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

test('answers a conflict when the password was changed after the old one was verified', async ({ server }) => {
  const una = await server.given.user();
  const blocking = await server.database.transaction();
  await blocking.query('select from "user" where username = $1 for update', [una.username]);
  const changing = Promise.all(
    [next, 'Other-staple-9'].map((new_password) =>
      una.try(changeOwnPassword, { body: { old_password: password, new_password } }),
    ),
  );
  await server.database.untilBlocked(changing, 2);
  await blocking[Symbol.asyncDispose]();
  const answers = await changing;
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'password_changed_meanwhile',
    field: 'old_password',
  });
});

describe('the first second factor', () => {
  const ways = {
    'an authenticator app': (server: TestServer, una: Person) => givenTotp(server, una),
    'codes by e-mail': async (server: TestServer, una: Person) =>
      una.call(confirmEmail, { body: { code: await givenMailCode(server, una, 'activation') } }),
    'a security key': (server: TestServer, una: Person) => givenSecurityKey(server, una),
  } as const;

  test.for(Object.entries(ways))(
    '%s ends the other sessions as soon as it is confirmed',
    async ([, add], { server }) => {
      const una = await server.given.user();
      const stolen = await anotherBrowser(server, una);
      await add(server, una);
      expect([await isSignedIn(una), await isSignedIn(stolen)]).toEqual([true, false]);
      expect(await una.call(getMe, {})).toMatchObject({ mfa_enabled: true });
      expect(await isSignedIn(await anotherBrowser(server, una))).toBe(false);
    },
  );

  test('does not end sessions that were opened with it when another factor is added', async ({ server }) => {
    const una = await server.given.user();
    const app = await givenTotp(server, una);
    const laptop = await anotherBrowser(server, una);
    await laptop.call(signInWithTotp, { body: { code: app.next() } });
    await givenSecurityKey(server, una);
    expect(await isSignedIn(laptop)).toBe(true);
  });
});

describe('a removed factor', () => {
  test('ends the other sessions of the user', async ({ server }) => {
    const una = await server.given.user();
    const app = await givenTotp(server, una);
    const laptop = await anotherBrowser(server, una);
    await laptop.call(signInWithTotp, { body: { code: app.next() } });
    await una.call(removeTotp, {});
    expect([await isSignedIn(una), await isSignedIn(laptop)]).toEqual([true, false]);
  });

  test('ends all sessions when an administrator resets the factors', async ({ server }) => {
    const admin = await server.given.admin();
    const una = await server.given.user();
    await givenTotp(server, una);
    await admin.call(disableMfa, { params: { username: una.username } });
    expect([await isSignedIn(una), await isSignedIn(admin)]).toEqual([false, true]);
  });

  test('ends the other sessions if it is the password', async ({ server }) => {
    const una = await server.given.user();
    await givenSecurityKey(server, una);
    const half = await anotherBrowser(server, una);
    await una.call(removeOwnPassword, {});
    expect(await isSignedIn(una)).toBe(true);
    expect(await half.try(signInWithTotp, { body: { code: '000000' } })).toMatchObject({
      body: { code: 'unauthenticated' },
    });
  });
});
