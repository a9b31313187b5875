import { getMe, signIn } from '@gatewarden/contract/auth';
import {
  confirmTotp,
  countRecoveryCodes,
  disableMfa,
  disableOwnMfa,
  enableMfa,
  proveWithPassword,
  removeTotp,
  signInWithRecoveryCode,
  signInWithTotp,
  startTotp,
} from '@gatewarden/contract/mfa';
import { listUsers, updateUser } from '@gatewarden/contract/users';
import { describe, expect, it } from 'vitest';
import { type Caller, createCaller } from '../../../test/caller.ts';
import { eventsAbout } from '../../../test/events-about.ts';
import { makeProofStale } from '../../../test/given/accounts.ts';
import { type Person, password } from '../../../test/given/given.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { givenMailServer } from '../../../test/given/mail-codes.ts';
import { givenSecurityKey } from '../../../test/given/security-keys.ts';
import { givenTotp, totpCode } from '../../../test/given/totp.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';
import { startSmtpSink } from '../../../test/smtp-sink.ts';

/** The user in another browser with a half-complete sign-in: the second step is pending. */
async function startSignIn(server: Pick<TestServer, 'stranger'>, { username }: Person): Promise<Caller> {
  const caller = server.stranger();
  expect(await caller.try(signIn, { body: { username, password } })).toMatchObject({ status: 201 });
  return caller;
}

const statusOf = async (caller: Caller) => (await caller.send('GET', '/me')).status;
const codesOf = (answers: readonly { readonly body: unknown }[]) =>
  answers.map(({ body }) => (body as { code?: string }).code ?? 'none');

describe('sign-in of a user with an authenticator app', () => {
  test('asks for its code after the password and grants no access before', async ({ server }) => {
    const una = await server.given.user();
    const app = await givenTotp(server, una);
    const caller = server.stranger();
    const answer = await caller.try(signIn, { body: { username: una.username, password } });
    expect([answer.status, answer.body]).toEqual([
      201,
      { mfa_method: 'OneTimePassword', totp_available: true, webauthn_available: false, email_available: false },
    ]);
    expect(await statusOf(caller)).toBe(401);
    const half = createCaller(server.url, caller.cookie);
    const { user } = await caller.call(signInWithTotp, { body: { code: app.next() } });
    expect(user).toMatchObject({ username: una.username, mfa_enabled: true, totp_enabled: true });
    expect(await caller.call(getMe, {})).toMatchObject({ mfa_method: 'OneTimePassword' });
    // a copy of the former cookie grants no access
    expect(await statusOf(half)).toBe(401);
  });

  test('accepts a code with the blanks that apps show, but only once', async ({ server }) => {
    const una = await server.given.user();
    const code = (await givenTotp(server, una)).next();
    await (await startSignIn(server, una)).call(signInWithTotp, {
      body: { code: `${code.slice(0, 3)} ${code.slice(3)}` },
    });
    expect(await (await startSignIn(server, una)).try(signInWithTotp, { body: { code } })).toMatchObject({
      status: 401,
      body: { code: 'code_wrong', field: 'code' },
    });
  });

  test('refuses the code that confirmed the app, and accepts the next one', async ({ server }) => {
    const una = await server.given.user();
    const { secret } = await una.call(startTotp, {});
    const codeAt = (seconds: number) => totpCode(secret, new Date(server.clock.now().getTime() + seconds * 1000));
    const code = codeAt(0);
    await una.call(confirmTotp, { body: { code } });
    const caller = await startSignIn(server, una);
    expect(await caller.try(signInWithTotp, { body: { code } })).toMatchObject({
      status: 401,
      body: { code: 'code_wrong' },
    });
    await caller.call(signInWithTotp, { body: { code: codeAt(30) } });
  });

  it('accepts codes after the clock was set back by an hour, but not those already used', async () => {
    await using server = await startTestServer();
    const una = await server.given.user();
    const app = await givenTotp(server, una);
    const used = app.next();
    await (await startSignIn(server, una)).call(signInWithTotp, { body: { code: used } });
    server.clock.advance({ hours: 1 });
    await (await startSignIn(server, una)).call(signInWithTotp, { body: { code: app.next() } });
    server.clock.advance({ hours: -1, seconds: -30 });
    expect(await (await startSignIn(server, una)).try(signInWithTotp, { body: { code: used } })).toMatchObject({
      status: 401,
      body: { code: 'code_wrong' },
    });
    const unused = app.next();
    await (await startSignIn(server, una)).call(signInWithTotp, { body: { code: unused } });
    expect(await (await startSignIn(server, una)).try(signInWithTotp, { body: { code: unused } })).toMatchObject({
      status: 401,
    });
  });

  test('accepts a code once when two replicas receive it at the same time', async ({ server, replica }) => {
    const una = await server.given.user();
    const app = await givenTotp(server, una);
    const callers = [await startSignIn(server, una), await startSignIn(replica, una)];
    const code = app.next();
    const answers = await Promise.all(callers.map((caller) => caller.try(signInWithTotp, { body: { code } })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  test('verifies no more wrong codes than the limit when many arrive at the same time on two replicas', async ({
    server,
    replica,
  }) => {
    const una = await server.given.user();
    const app = await givenTotp(server, una);
    const callers = [await startSignIn(server, una), await startSignIn(replica, una)];
    const right = app.next();
    const wrong = right === '000000' ? '111111' : '000000';
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => callers[index % 2]?.try(signInWithTotp, { body: { code: wrong } })),
    );
    const codes = codesOf(answers.filter((answer) => answer !== undefined));
    expect(codes.filter((code) => code === 'code_wrong')).toHaveLength(5);
    expect(answers.filter((answer) => answer?.status === 429)).toHaveLength(995);
    // not even with the right one, nor after signing in again
    expect(await callers[0]?.try(signInWithTotp, { body: { code: right } })).toMatchObject({ status: 429 });
    const again = await startSignIn(server, una);
    expect(await again.try(signInWithTotp, { body: { code: right } })).toMatchObject({ status: 429 });
  });

  test('waits for the code for ten minutes', async ({ server }) => {
    const una = await server.given.user();
    const app = await givenTotp(server, una);
    const caller = await startSignIn(server, una);
    server.clock.advance({ minutes: 10 });
    expect(await caller.try(signInWithTotp, { body: { code: app.next() } })).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    });
  });

  test('ends immediately if the user is disabled between the two steps', async ({ server, replica }) => {
    const una = await server.given.user();
    const app = await givenTotp(server, una);
    const caller = await startSignIn(replica, una);
    const admin = await server.given.admin();
    await admin.call(updateUser, { params: { username: una.username }, body: { is_active: false } });
    expect(await caller.try(signInWithTotp, { body: { code: app.next() } })).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    });
  });

  test('logs which second factor was used or refused', async ({ server }) => {
    const una = await server.given.user();
    const app = await givenTotp(server, una);
    const caller = await startSignIn(server, una);
    await caller.try(signInWithTotp, { body: { code: '12345' } });
    await caller.call(signInWithTotp, { body: { code: app.next() } });
    const events = (await eventsAbout(server, una)).filter(({ type }) => type.startsWith('user.second-factor'));
    expect(events).toMatchObject([
      { type: 'user.second-factor-refused', payload: { method: 'TOTP' } },
      { type: 'user.second-factor-used', payload: { method: 'TOTP' } },
    ]);
    expect(JSON.stringify(events)).not.toContain('12345');
    expect(await latestEntry(server, 'user_mfa_login')).toMatchObject({ username: una.username });
  });

  test('counts as a sign-in once the second step is complete', async ({ server }) => {
    const una = await server.given.user();
    const admin = await server.given.admin();
    const app = await givenTotp(server, una);
    const lastSignIn = async () =>
      (await admin.call(listUsers, {})).find(({ username }) => username === una.username)?.last_sign_in_at ?? '';
    const before = await lastSignIn();
    server.clock.advance({ seconds: 2 });
    const caller = await startSignIn(server, una);
    expect(await lastSignIn()).toBe(before);
    await caller.call(signInWithTotp, { body: { code: app.next() } });
    expect((await lastSignIn()) > before).toBe(true);
  });
});

describe('recovery codes', () => {
  test('are eight, are created with the first factor, and complete one sign-in each', async ({ server }) => {
    const una = await server.given.user();
    const { recoveryCodes } = await givenTotp(server, una);
    expect(recoveryCodes).toHaveLength(8);
    expect(new Set(recoveryCodes).size).toBe(8);
    const [code = ''] = recoveryCodes;
    expect(code).toMatch(/^([2-9a-hjkmnp-z]{5}-){3}[2-9a-hjkmnp-z]{5}$/);
    const caller = await startSignIn(server, una);
    await caller.call(signInWithRecoveryCode, { body: { code } });
    expect(await statusOf(caller)).toBe(200);
    expect(await (await startSignIn(server, una)).try(signInWithRecoveryCode, { body: { code } })).toMatchObject({
      status: 401,
      body: { code: 'code_wrong' },
    });
  });

  test('are counted only for their owner, one fewer after each use', async ({ server }) => {
    const [una, vic] = [await server.given.user(), await server.given.user()];
    expect(await una.call(countRecoveryCodes, {})).toEqual({ left: 0 });
    const { recoveryCodes } = await givenTotp(server, una);
    expect(await una.call(countRecoveryCodes, {})).toEqual({ left: 8 });
    const half = await startSignIn(server, una);
    expect(await half.try(countRecoveryCodes, {})).toMatchObject({ status: 401 });
    await half.call(signInWithRecoveryCode, { body: { code: recoveryCodes[0] ?? '' } });
    expect(await half.call(countRecoveryCodes, {})).toEqual({ left: 7 });
    expect(await vic.call(countRecoveryCodes, {})).toEqual({ left: 0 });
  });

  test('are accepted in any case, with any dashes and blanks', async ({ server }) => {
    const una = await server.given.user();
    const { recoveryCodes } = await givenTotp(server, una);
    const [first = '', second = '', third = ''] = recoveryCodes;
    const typed = [first.toUpperCase(), ` ${second.replaceAll('-', '')} `, third.replaceAll('-', ' \u2013 ')];
    for (const code of typed) {
      const caller = await startSignIn(server, una);
      expect(await caller.try(signInWithRecoveryCode, { body: { code } })).toMatchObject({ status: 200 });
    }
  });

  test('of earlier versions, of 16 letters in both cases and digits, still work', async ({ server }) => {
    const una = await server.given.user();
    await givenTotp(server, una);
    await server.database.query(
      `update recovery_code set code_hash = sha256('Ab0OlI1xYz9876Qw')
        where code_hash = (select code_hash from recovery_code where user_id = $1 limit 1)`,
      [una.id],
    );
    const caller = await startSignIn(server, una);
    expect(await caller.try(signInWithRecoveryCode, { body: { code: 'ab0oli1xyz9876qw' } })).toMatchObject({
      status: 401,
    });
    expect(await caller.try(signInWithRecoveryCode, { body: { code: 'Ab0O lI1x-Yz98 76Qw' } })).toMatchObject({
      status: 200,
    });
  });

  test('are stored as hashes and work only for their owner', async ({ server }) => {
    const [una, bob] = [await server.given.user(), await server.given.user()];
    const { recoveryCodes } = await givenTotp(server, una);
    await givenTotp(server, bob);
    const [code = ''] = recoveryCodes;
    const caller = await startSignIn(server, bob);
    expect(await caller.try(signInWithRecoveryCode, { body: { code } })).toMatchObject({ status: 401 });
    const stored = await server.database.query('select encode(code_hash, $1) as text from recovery_code', ['escape']);
    expect(JSON.stringify(stored)).not.toContain(code);
  });

  test('are created again with a replaced authenticator app if none are left', async ({ server }) => {
    const una = await server.given.user();
    await givenTotp(server, una);
    await server.database.query('delete from recovery_code where user_id = $1', [una.id]);
    await givenTotp(server, una);
    expect(await una.call(countRecoveryCodes, {})).toEqual({ left: 8 });
  });

  test('remain when the authenticator app is replaced and are deleted with the last factor', async ({ server }) => {
    const una = await server.given.user();
    await givenTotp(server, una);
    expect(await givenTotp(server, una)).toMatchObject({ recoveryCodes: [] });
    await una.call(removeTotp, {});
    expect(await server.database.query('select from recovery_code where user_id = $1', [una.id])).toEqual([]);
    expect(await una.call(getMe, {})).toMatchObject({ mfa_enabled: false, mfa_method: 'None', totp_enabled: false });
    const answer = await server.stranger().try(signIn, { body: { username: una.username, password } });
    expect(answer.status).toBe(200);
  });
});

describe('an authenticator app', () => {
  test('replaces the former one only after one of its codes confirmed it', async ({ server }) => {
    const una = await server.given.user();
    const app = await givenTotp(server, una);
    const { secret } = await una.call(startTotp, {});
    expect(await una.try(confirmTotp, { body: { code: app.next() } })).toMatchObject({
      status: 404,
      body: { code: 'code_wrong', field: 'code' },
    });
    await (await startSignIn(server, una)).call(signInWithTotp, { body: { code: app.next() } });
    server.clock.advance({ seconds: 30 });
    const code = totpCode(secret, server.clock.now());
    expect(await una.call(confirmTotp, { body: { code } })).toEqual({ codes: null });
    const caller = await startSignIn(server, una);
    expect(await caller.try(signInWithTotp, { body: { code: app.next() } })).toMatchObject({ status: 401 });
  });

  it('is reported to the owner by mail', async () => {
    await using sink = await startSmtpSink();
    await using server = await startTestServer();
    await givenMailServer(server, sink);
    const una = await server.given.user();
    await givenTotp(server, una);
    const [mail] = await sink.received(1);
    expect(mail).toMatchObject({ to: [`${una.username}@example.com`] });
    expect(mail?.email.text).toMatch(/authenticator app/i);
  });

  test('has a secret that is stored sealed and never logged', async ({ server }) => {
    const una = await server.given.user();
    const { secret } = await una.call(startTotp, {});
    const [row] = await server.database.query(`select value from secret where kind = 'totp-offer' and owner = $1`, [
      String(una.id),
    ]);
    expect(Buffer.from(row?.['value'] as Buffer).includes(secret)).toBe(false);
    expect(server.logged()).not.toContain(secret);
    expect(JSON.stringify(await server.events())).not.toContain(secret);
  });
});

describe('requiring a second factor', () => {
  test('ends all sessions of the user on every replica, and is refused without a factor', async ({
    server,
    replica,
  }) => {
    const una = await server.given.user();
    expect((await una.send('PUT', '/auth/mfa')).status).toBe(304);
    await givenTotp(server, una);
    const elsewhere = createCaller(replica.url, una.cookie);
    await una.call(enableMfa, {});
    expect([await statusOf(una), await statusOf(elsewhere)]).toEqual([401, 401]);
  });

  test('begins with the first factor, which ends all sessions except the one that confirmed it', async ({ server }) => {
    const una = await server.given.user();
    const elsewhere = await server.given.signedIn(una.username);
    await givenTotp(server, una);
    expect([await statusOf(una), await statusOf(elsewhere)]).toEqual([200, 401]);
    const answer = await server.stranger().try(signIn, { body: { username: una.username, password } });
    expect(answer).toMatchObject({ status: 201 });
  });

  test('ends when an administrator or the user removes the factors', async ({ server }) => {
    const [una, bob] = [await server.given.user(), await server.given.user()];
    const admin = await server.given.user({ groups: ['admin'] });
    for (const person of [una, bob]) await givenTotp(server, person);
    await admin.call(disableMfa, { params: { username: una.username } });
    await bob.call(disableOwnMfa, {});
    for (const { username } of [una, bob]) {
      expect(await server.stranger().try(signIn, { body: { username, password } })).toMatchObject({ status: 200 });
    }
    expect(await admin.try(disableMfa, { params: { username: 'unknown' } })).toMatchObject({ status: 404 });
  });
});

test('removing the factors is neither logged nor mailed if there are none, also after an unconfirmed offer', async ({
  server,
}) => {
  const [una, admin] = [await server.given.user(), await server.given.user({ groups: ['admin'] })];
  await una.call(startTotp, {});
  await una.call(disableOwnMfa, {});
  await admin.call(disableMfa, { params: { username: una.username } });
  expect((await eventsAbout(server, una)).map(({ type }) => type)).not.toContain('mfa.disabled');
});

describe('re-authentication', () => {
  test('accepts the password of an account without second factors', async ({ server }) => {
    const una = await server.given.user();
    await makeProofStale(server, una);
    expect(await una.try(startTotp, {})).toMatchObject({ status: 403, body: { code: 'proof_required' } });
    expect(await una.try(proveWithPassword, { body: { password: 'Wrong-horse-7' } })).toMatchObject({
      status: 400,
      body: { code: 'password_wrong', field: 'password' },
    });
    expect((await una.try(startTotp, {})).status).toBe(403);
    await una.call(proveWithPassword, { body: { password } });
    await una.call(startTotp, {});
  });

  test('requires the second factor if there is one, and retains the session', async ({ server }) => {
    const una = await server.given.user();
    const app = await givenTotp(server, una);
    const caller = await startSignIn(server, una);
    await caller.call(signInWithTotp, { body: { code: app.next() } });
    await makeProofStale(server, una);
    const { cookie } = caller;
    expect((await caller.try(removeTotp, {})).status).toBe(403);
    expect(await caller.try(proveWithPassword, { body: { password } })).toMatchObject({
      status: 403,
      body: { code: 'proof_required' },
    });
    await caller.call(signInWithTotp, { body: { code: app.next() } });
    expect(caller.cookie).toBe(cookie);
    await caller.call(removeTotp, {});
  });
});

test('lets only administrators remove the last factor if a location of the user requires one', async ({ server }) => {
  const admin = await server.given.user({ groups: ['admin'] });
  const [una, bob] = [await server.given.user(), await server.given.user()];
  for (const person of [admin, una, bob]) await givenTotp(server, person);
  await server.given.group({ name: 'Vault', members: [una.username] });
  await server.given.location({ name: 'Vault', allowed_groups: ['Vault'] });
  await server.database.query(`update location set mfa_mode = 'internal' where name = 'Vault'`);
  const refused = { status: 409, body: { code: 'factor_required', details: { location: 'Vault' } } };
  for (const person of [una, admin]) {
    expect(await person.try(removeTotp, {})).toMatchObject(refused);
    expect(await person.try(disableMfa, { params: { username: person.username } })).toMatchObject(refused);
    expect(await person.call(getMe, {})).toMatchObject({ totp_enabled: true });
  }
  expect((await bob.try(removeTotp, {})).status).toBe(200);
  await givenSecurityKey(server, una);
  expect((await una.try(removeTotp, {})).status).toBe(200);
  await admin.call(disableMfa, { params: { username: una.username } });
  const again = server.stranger();
  await again.call(signIn, { body: { username: una.username, password } });
  expect(await again.call(getMe, {})).toMatchObject({ mfa_enabled: false });
});
