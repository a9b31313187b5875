import { listActivity } from '@gatewarden/contract/activity-log';
import { getMe, signIn } from '@gatewarden/contract/auth';
import { disableMfa, enableMfa, removeTotp } from '@gatewarden/contract/mfa';
import {
  type Assertion,
  addSecurityKey,
  removeSecurityKey,
  renameSecurityKey,
  signInWithSecurityKey,
  startAddingSecurityKey,
  startSecurityKeySignIn,
} from '@gatewarden/contract/security-keys';
import { getUser, updateUser } from '@gatewarden/contract/users';
import { describe, expect, it } from 'vitest';
import { type Caller, createCaller } from '../../../test/caller.ts';
import { eventsAbout } from '../../../test/events-about.ts';
import { makeProofStale } from '../../../test/given/accounts.ts';
import { type Person, password } from '../../../test/given/given.ts';
import { givenMailServer } from '../../../test/given/mail-codes.ts';
import { givenSecurityKey, newSoftwareKey, originOf } from '../../../test/given/security-keys.ts';
import { givenTotp } from '../../../test/given/totp.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';
import { startSmtpSink } from '../../../test/smtp-sink.ts';

/** The address of an instance with replicas. */
const origin = 'https://vpn.example.com';
const replicated = { environment: { GATEWARDEN_URL: origin } };

/** The user in another browser with a half-complete sign-in: the second step is pending. */
async function startSignIn(server: Pick<TestServer, 'stranger'>, { username }: Person): Promise<Caller> {
  const caller = server.stranger();
  expect(await caller.try(signIn, { body: { username, password } })).toMatchObject({ status: 201 });
  return caller;
}

const statusOf = async (caller: Caller) => (await caller.send('GET', '/me')).status;
const keysOf = async (person: Person) =>
  (await person.call(getUser, { params: { username: person.username } })).security_keys;
const ofRefusals = async (server: TestServer, person: Person) =>
  (await eventsAbout(server, person))
    .filter(({ type }) => type === 'user.second-factor-refused')
    .map(({ payload }) => (payload as { reason: string }).reason);

it('mails the owner about a new security key, in the language of the last sign-in', async () => {
  await using sink = await startSmtpSink();
  await using server = await startTestServer();
  await givenMailServer(server, sink);
  const una = await server.given.user();
  await server.stranger().send('POST', '/auth', {
    body: JSON.stringify({ username: una.username, password }),
    headers: { 'content-type': 'application/json', 'accept-language': 'pl' },
  });
  await givenSecurityKey(server, una);
  const [mail] = await sink.received(1);
  expect(mail?.email.text).toContain('klucz bezpieczeństwa');
});

describe('sign-in of a user with a security key', () => {
  test('asks for the key after the password and grants no access before', async ({ server }) => {
    const una = await server.given.user();
    const key = await givenSecurityKey(server, una);
    expect(key.recoveryCodes).toHaveLength(8);
    const caller = server.stranger();
    const answer = await caller.try(signIn, { body: { username: una.username, password } });
    expect([answer.status, answer.body]).toEqual([
      201,
      { mfa_method: 'Webauthn', totp_available: false, webauthn_available: true, email_available: false },
    ]);
    expect(await statusOf(caller)).toBe(401);
    const half = createCaller(server.url, caller.cookie);
    const options = await caller.call(startSecurityKeySignIn, {});
    expect(options.publicKey).toMatchObject({
      rpId: 'localhost',
      allowCredentials: [{ type: 'public-key', id: key.id, transports: ['usb'] }],
      userVerification: 'required',
    });
    const { user } = await caller.call(signInWithSecurityKey, { body: key.sign(options) });
    expect(user).toMatchObject({ username: una.username, mfa_enabled: true, webauthn_enabled: true });
    expect(await caller.call(getMe, {})).toMatchObject({ mfa_method: 'Webauthn', webauthn_enabled: true });
    // a copy of the former cookie grants no access
    expect(await statusOf(half)).toBe(401);
  });

  it('accepts a response once when two replicas receive it at the same time', async () => {
    await using server = await startTestServer(replicated);
    await using replica = await server.startReplica();
    const una = await server.given.user();
    const key = await givenSecurityKey(server, una, { origin });
    const caller = await startSignIn(server, una);
    const body = key.sign(await caller.call(startSecurityKeySignIn, {}));
    const elsewhere = createCaller(replica.url, caller.cookie);
    const answers = await Promise.all([caller, elsewhere].map((each) => each.try(signInWithSecurityKey, { body })));
    expect(answers.map(({ status }) => status === 200).toSorted()).toEqual([false, true]);
  });

  test('refuses every other response, logs the reason, and accepts the right one afterwards', async ({ server }) => {
    const [una, bob] = [await server.given.user(), await server.given.user()];
    const key = await givenSecurityKey(server, una);
    const bobs = await givenSecurityKey(server, bob);
    const [caller, other] = [await startSignIn(server, una), await startSignIn(server, una)];
    const ask = () => caller.call(startSecurityKeySignIn, {});
    const refuse = async (body: Assertion) => {
      expect(await caller.try(signInWithSecurityKey, { body })).toMatchObject({
        status: 400,
        body: { code: 'security_key_refused' },
      });
    };

    const answer = key.sign(await ask());
    await refuse({ ...answer, response: { ...answer.response, signature: bobs.sign(await ask()).response.signature } });
    await refuse(answer);
    await refuse(key.sign(await ask(), { origin: 'https://vpn.example.evil' }));
    // otherwise the account would be locked
    server.clock.advance({ seconds: 61 });
    await refuse(bobs.sign(await ask()));
    await ask();
    await refuse(key.sign(await other.call(startSecurityKeySignIn, {})));
    const late = key.sign(await ask());
    server.clock.advance({ minutes: 5 });
    await refuse(late);
    expect(await ofRefusals(server, una)).toEqual([
      'another challenge',
      'no challenge waits',
      'another origin',
      'unknown key',
      'another challenge',
      'no challenge waits',
    ]);
    await caller.call(signInWithSecurityKey, { body: key.sign(await ask()) });
  });

  test('refuses a key after a copy of it was used', async ({ server }) => {
    const una = await server.given.user();
    const key = await givenSecurityKey(server, una);
    const first = await startSignIn(server, una);
    await first.call(signInWithSecurityKey, { body: key.sign(await first.call(startSecurityKeySignIn, {})) });
    key.counter -= 1;
    const copied = await startSignIn(server, una);
    const body = key.sign(await copied.call(startSecurityKeySignIn, {}));
    expect(await copied.try(signInWithSecurityKey, { body })).toMatchObject({ status: 400 });
    expect(await statusOf(copied)).toBe(401);
    expect(await ofRefusals(server, una)).toEqual(['a counter that went back']);
    // the original key still works
    await copied.call(signInWithSecurityKey, { body: key.sign(await copied.call(startSecurityKeySignIn, {})) });
  });

  test('refuses a signature of another key or without user verification', async ({ server }) => {
    const una = await server.given.user();
    const key = await givenSecurityKey(server, una);
    const caller = await startSignIn(server, una);
    const options = await caller.call(startSecurityKeySignIn, {});
    const forged = { ...newSoftwareKey(originOf(server)).sign(options), id: key.id, rawId: key.id };
    expect(await caller.try(signInWithSecurityKey, { body: forged })).toMatchObject({ status: 400 });
    const unseen = key.sign(await caller.call(startSecurityKeySignIn, {}), { isVerified: false });
    expect(await caller.try(signInWithSecurityKey, { body: unseen })).toMatchObject({ status: 400 });
    expect(await ofRefusals(server, una)).toEqual(['wrong signature', 'wrong signature']);
  });

  test('ends immediately if the user is disabled between the two steps', async ({ server }) => {
    const una = await server.given.user();
    const key = await givenSecurityKey(server, una);
    const caller = await startSignIn(server, una);
    const body = key.sign(await caller.call(startSecurityKeySignIn, {}));
    const admin = await server.given.admin();
    await admin.call(updateUser, { params: { username: una.username }, body: { is_active: false } });
    expect(await caller.try(signInWithSecurityKey, { body })).toMatchObject({ status: 401 });
    expect(await caller.try(startSecurityKeySignIn, {})).toMatchObject({ status: 401 });
  });
});

describe('a security key', () => {
  it('is listed, renamed and removed, and each change is logged', async () => {
    await using server = await startTestServer({ now: '2030-01-01T00:00:00Z' });
    const una = await server.given.user();
    const key = await givenSecurityKey(server, una, { name: 'Blue key' });
    const [added] = await keysOf(una);
    expect(added).toMatchObject({ name: 'Blue key', last_used: null, is_passkey: true, is_synced: false });
    expect(added?.created).toMatch(/^2030-01-01T00:00:00/);
    server.clock.advance({ minutes: 1 });
    const caller = await startSignIn(server, una);
    await caller.call(signInWithSecurityKey, { body: key.sign(await caller.call(startSecurityKeySignIn, {})) });
    const params = { username: una.username, id: String(added?.id) };
    await una.call(renameSecurityKey, { params, body: { name: 'Green key' } });
    const [used] = await keysOf(una);
    expect(used).toMatchObject({ name: 'Green key' });
    expect(used?.last_used).toMatch(/^2030-01-01T00:01:00/);
    const bob = await server.given.user();
    const bobs = { username: bob.username, id: params.id };
    expect(await bob.try(removeSecurityKey, { params: bobs })).toMatchObject({ status: 404 });
    expect(await bob.try(removeSecurityKey, { params })).toMatchObject({ status: 403 });
    await una.call(removeSecurityKey, { params });
    expect(await una.try(removeSecurityKey, { params })).toMatchObject({ status: 404 });
    expect(await keysOf(una)).toEqual([]);
    const { data } = await una.call(listActivity, {});
    expect(data.filter(({ event }) => event.startsWith('mfa_')).map(({ description }) => description)).toEqual([
      `WebAuthn Green key of ${una.username}`,
      `Security key Blue key → Green key of ${una.username}`,
      'WebAuthn Blue key',
    ]);
  });

  test('is added once, and only for a challenge of the same session and the origin of the instance', async ({
    server,
  }) => {
    const [una, bob] = [await server.given.user(), await server.given.user()];
    const offer = (person: Person) => person.call(startAddingSecurityKey, {});
    const add = (person: Person, rpkc: ReturnType<ReturnType<typeof newSoftwareKey>['create']>) =>
      person.try(addSecurityKey, { body: { name: 'Key', rpkc } });
    const refused = { status: 400, body: { code: 'security_key_refused' } };
    const key = newSoftwareKey(originOf(server));
    const options = await offer(una);
    expect(options.publicKey.excludeCredentials).toEqual([]);
    expect(await add(bob, key.create(options))).toMatchObject(refused);
    await offer(bob);
    expect(await add(bob, key.create(options))).toMatchObject(refused);
    expect(await add(una, newSoftwareKey('https://vpn.example.evil').create(options))).toMatchObject(refused);
    expect(await add(una, key.create(options))).toMatchObject(refused);
    expect(await add(una, key.create(await offer(una)))).toMatchObject({ status: 200 });
    const again = await offer(una);
    expect(again.publicKey.excludeCredentials).toMatchObject([{ id: key.id }]);
    // passkeys of one user have the same user handle, those of another user a different one
    expect(again.publicKey.user.id).toBe(options.publicKey.user.id);
    expect((await offer(bob)).publicKey.user.id).not.toBe(options.publicKey.user.id);
    expect(await add(bob, key.create(await offer(bob)))).toMatchObject({
      status: 409,
      body: { code: 'security_key_taken' },
    });
  });

  test('creates no recovery codes next to another factor, and is removed with all factors', async ({ server }) => {
    const una = await server.given.user();
    await givenTotp(server, una);
    const key = await givenSecurityKey(server, una);
    expect(key.recoveryCodes).toEqual([]);
    expect(await server.stranger().try(signIn, { body: { username: una.username, password } })).toMatchObject({
      body: { mfa_method: 'OneTimePassword', totp_available: true, webauthn_available: true },
    });
    await una.call(removeTotp, {});
    expect(await una.call(getMe, {})).toMatchObject({ mfa_enabled: true, mfa_method: 'Webauthn' });
    const admin = await server.given.admin();
    await admin.call(disableMfa, { params: { username: una.username } });
    const again = server.stranger();
    await again.call(signIn, { body: { username: una.username, password } });
    expect(await again.call(getMe, {})).toMatchObject({ mfa_enabled: false, webauthn_enabled: false });
    expect(await server.database.query('select from recovery_code where user_id = $1', [una.id])).toEqual([]);
    expect((await again.send('PUT', '/auth/mfa')).status).toBe(304);
  });

  test('is asked for first only if its owner chooses it', async ({ server }) => {
    const [una, admin] = [await server.given.user(), await server.given.user({ groups: ['admin'] })];
    const firstOf = async (person: Person) =>
      (await server.stranger().try(signIn, { body: { username: person.username, password } })).body;
    for (const person of [una, admin]) {
      await givenTotp(server, person);
      await givenSecurityKey(server, person);
      for (const [chosen, first] of [
        ['Webauthn', 'Webauthn'],
        ['OneTimePassword', 'OneTimePassword'],
        // not available
        ['Email', 'OneTimePassword'],
        ['None', 'OneTimePassword'],
      ] as const) {
        await person.call(updateUser, { params: { username: person.username }, body: { mfa_method: chosen } });
        expect(await firstOf(person)).toMatchObject({ mfa_method: first });
      }
    }
    await admin.call(updateUser, { params: { username: una.username }, body: { mfa_method: 'Webauthn' } });
    expect(await firstOf(una)).toMatchObject({ mfa_method: 'OneTimePassword' });
  });

  test('is limited to twenty per user', async ({ server }) => {
    const una = await server.given.user();
    for (let count = 0; count < 20; count += 1) await givenSecurityKey(server, una);
    expect(await una.try(startAddingSecurityKey, {})).toMatchObject({
      status: 409,
      body: { code: 'security_key_limit_reached' },
    });
  });
});

describe('re-authentication', () => {
  test('accepts the security key and retains the session', async ({ server }) => {
    const una = await server.given.user();
    const key = await givenSecurityKey(server, una);
    const caller = await startSignIn(server, una);
    await caller.call(signInWithSecurityKey, { body: key.sign(await caller.call(startSecurityKeySignIn, {})) });
    await makeProofStale(server, una);
    const { cookie } = caller;
    expect(await caller.try(startAddingSecurityKey, {})).toMatchObject({
      status: 403,
      body: { code: 'proof_required' },
    });
    await caller.call(signInWithSecurityKey, { body: key.sign(await caller.call(startSecurityKeySignIn, {})) });
    expect(caller.cookie).toBe(cookie);
    await caller.call(enableMfa, {});
  });
});
