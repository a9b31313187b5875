import { listActivity } from '@gatewarden/contract/activity-log';
import { changeOwnPassword, getMe, removeOwnPassword, setOwnPassword, signIn } from '@gatewarden/contract/auth';
import { disableMfa, disableOwnMfa } from '@gatewarden/contract/mfa';
import {
  type Assertion,
  type RequestOptions,
  removeSecurityKey,
  startPasskeySignIn,
} from '@gatewarden/contract/security-keys';
import { getUser, setUserPassword, updateUser } from '@gatewarden/contract/users';
import { describe, expect, it } from 'vitest';
import { type Caller, createCaller } from '../../../test/caller.ts';
import { type Person, password } from '../../../test/given/given.ts';
import { givenSecurityKey, newSoftwareKey, originOf, type SoftwareKey } from '../../../test/given/security-keys.ts';
import { givenTotp } from '../../../test/given/totp.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';

const json = { 'content-type': 'application/json' };
/** The address of an instance with replicas. */
const origin = 'https://vpn.example.com';
const replicated = { environment: { GATEWARDEN_URL: origin } };

interface Browser {
  readonly caller: Caller;
  readonly cookie: string;
  readonly options: RequestOptions;
}

/** A browser that shows the sign-in page. */
async function opened(server: Pick<TestServer, 'stranger'>): Promise<Browser> {
  const caller = server.stranger();
  const { headers, body } = await caller.try(startPasskeySignIn, {});
  return { caller, cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '', options: body };
}

/** Sends the response of the passkey. */
function answer({ caller, cookie }: Pick<Browser, 'caller' | 'cookie'>, body: Assertion): Promise<Response> {
  const cookies = [cookie, caller.cookie].filter(Boolean).join('; ');
  return caller.send('POST', '/auth/passkey', { body: JSON.stringify(body), headers: { ...json, cookie: cookies } });
}

async function signInWith(key: SoftwareKey, server: Pick<TestServer, 'stranger'>): Promise<Caller> {
  const browser = await opened(server);
  const { status } = await answer(browser, key.sign(browser.options));
  expect(status).toBe(200);
  return browser.caller;
}

/** The reasons of refused sign-ins. Sorted, because they are logged after the response. */
async function reasons(server: TestServer): Promise<string[]> {
  const failed = (await server.events()).filter(({ type }) => type === 'user.sign-in-failed');
  return failed.map(({ payload }) => (payload as { reason: string }).reason).toSorted();
}

const keyOf = async (caller: Caller, { username }: Person) =>
  String((await caller.call(getUser, { params: { username } })).security_keys[0]?.id);

describe('signing in with a passkey', () => {
  test('needs neither name nor password nor another factor, and logs the name of the passkey', async ({ server }) => {
    const una = await server.given.user();
    await givenTotp(server, una);
    const key = await givenSecurityKey(server, una, { name: 'Laptop' });
    const { cookie, options, caller } = await opened(server);
    expect(options.publicKey).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'required' });
    const { headers } = await caller.try(startPasskeySignIn, {});
    expect(headers.getSetCookie()[0]).toMatch(/Max-Age=600; Path=\/api\/v1\/auth\/passkey; HttpOnly; SameSite=Strict/);
    const response = await answer({ caller, cookie }, key.sign(options));
    expect(await response.json()).toMatchObject({ user: { username: una.username, mfa_enabled: true }, url: null });
    expect(await caller.call(getMe, {})).toMatchObject({ username: una.username });
    // counts as a recent proof of both factors, so that the factors may be changed
    await caller.call(disableOwnMfa, {});
    expect((await una.try(getMe, {})).status).toBe(401);
    const { data } = await caller.call(listActivity, {});
    expect(data.find(({ description }) => description === 'With the passkey Laptop')?.event).toBe('user_login');
  });

  test('ends the former session of the browser', async ({ server }) => {
    const [una, bob] = [await server.given.user(), await server.given.user()];
    const key = await givenSecurityKey(server, una);
    const { cookie, options } = await opened(server);
    const caller = createCaller(server.url, bob.cookie);
    await answer({ caller, cookie }, key.sign(options));
    expect(await caller.call(getMe, {})).toMatchObject({ username: una.username });
    expect((await bob.try(getMe, {})).status).toBe(401);
  });

  it('accepts a response once when two replicas receive it at the same time', async () => {
    await using server = await startTestServer(replicated);
    await using replica = await server.startReplica();
    const key = await givenSecurityKey(server, await server.given.user(), { origin });
    const { cookie, options } = await opened(server);
    const body = key.sign(options);
    const answers = await Promise.all(
      [server, replica].map((each) => answer({ caller: each.stranger(), cookie }, body)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  test('stores nothing when a challenge is requested, and accepts it once', async ({ server }) => {
    const key = await givenSecurityKey(server, await server.given.user());
    const rows = async () => {
      const tables = [
        'webauthn_challenge',
        'used_passkey_challenge',
        'sign_in_attempts',
        'log_allowance',
        'activity_entry',
      ];
      const counts = tables.map((table) => server.database.query(`select count(*)::integer as n from ${table}`));
      return (await Promise.all(counts)).map(([row]) => row?.['n']);
    };
    const before = await rows();
    const browsers = await Promise.all(Array.from({ length: 50 }, () => opened(server)));
    expect(await rows()).toEqual(before);
    const [first] = browsers;
    if (!first) throw new Error('no browser');
    const body = key.sign(first.options);
    expect((await answer(first, body)).status).toBe(200);
    expect((await answer(first, body)).status).toBe(401);
  });

  it('refuses every other response alike and logs the reason', async () => {
    await using server = await startTestServer();
    const [una, bob] = [await server.given.user(), await server.given.user()];
    const key = await givenSecurityKey(server, una);
    const bobs = await givenSecurityKey(server, bob);
    const admin = await server.given.admin();
    const refusals: { status: number; body: string; headers: string }[] = [];
    const refuse = async (browser: Pick<Browser, 'caller' | 'cookie'>, body: Assertion) => {
      const response = await answer(browser, body);
      const headers = [...response.headers].filter(([name]) => name !== 'date');
      refusals.push({ status: response.status, body: await response.text(), headers: JSON.stringify(headers) });
      server.clock.advance({ minutes: 1 });
    };

    let browser = await opened(server);
    await refuse(browser, newSoftwareKey(originOf(server)).sign(browser.options, { userHandle: 'AAAA' }));
    browser = await opened(server);
    await refuse(browser, key.sign(browser.options, { origin: 'https://vpn.example.evil' }));
    await refuse({ ...browser, cookie: (await opened(server)).cookie }, key.sign(browser.options));
    browser = await opened(server);
    await refuse(browser, { ...bobs.sign(browser.options), id: key.id, rawId: key.id });
    browser = await opened(server);
    await refuse(await opened(server), key.sign(browser.options));
    await refuse({ ...browser, cookie: '' }, key.sign(browser.options));
    browser = await opened(server);
    await refuse(browser, key.sign(browser.options, { isVerified: false }));
    browser = await opened(server);
    await refuse(browser, key.sign(browser.options, { userHandle: null }));
    browser = await opened(server);
    await signInWith(key, server);
    key.counter -= 1;
    await refuse(browser, key.sign(browser.options));
    browser = await opened(server);
    server.clock.advance({ minutes: 10 });
    await refuse(browser, key.sign(browser.options));
    await admin.call(updateUser, { params: { username: una.username }, body: { is_active: false } });
    browser = await opened(server);
    await refuse(browser, key.sign(browser.options));

    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1);
    expect(refusals[0]).toMatchObject({ status: 401 });
    await expect
      .poll(() => reasons(server))
      .toEqual([
        'passkey: a counter that went back',
        'passkey: another origin',
        'passkey: disabled',
        'passkey: no challenge waits',
        'passkey: no challenge waits',
        'passkey: no challenge waits',
        'passkey: no challenge waits',
        'passkey: unknown key',
        'passkey: wrong signature',
        'passkey: wrong signature',
      ]);
  });

  it('locks no account and limits the log after repeated wrong responses', async () => {
    await using server = await startTestServer();
    const una = await server.given.user();
    const key = await givenSecurityKey(server, una);
    const { caller, cookie, options } = await opened(server);
    const wrong = key.sign(options, { origin: 'https://vpn.example.evil' });
    for (let count = 0; count < 20; count += 1) await answer({ caller, cookie }, wrong);
    await signInWith(key, server);
    expect(await server.stranger().try(signIn, { body: { username: una.username, password } })).toMatchObject({
      status: 201,
    });
    await expect.poll(async () => (await reasons(server)).length).toBe(10);
  });
});

describe('an account without a password', () => {
  test('accepts only its passkey at sign-in', async ({ server }) => {
    const una = await server.given.user();
    expect(await una.try(removeOwnPassword, {})).toMatchObject({ status: 409, body: { code: 'passkey_missing' } });
    await givenSecurityKey(server, una, { isPasskey: false });
    expect(await una.try(removeOwnPassword, {})).toMatchObject({ status: 409 });
    const key = await givenSecurityKey(server, una);
    await una.call(removeOwnPassword, {});
    expect(await una.call(getMe, {})).toMatchObject({ has_password: false, enrolled: true });
    for (const typed of [password, ' ']) {
      expect(await server.stranger().try(signIn, { body: { username: una.username, password: typed } })).toMatchObject({
        status: 401,
        body: { code: 'wrong_credentials' },
      });
    }
    await signInWith(key, server);
  });

  test('retains its last passkey until it has a password, also against an administrator', async ({ server }) => {
    const una = await server.given.user();
    const admin = await server.given.admin();
    await givenSecurityKey(server, una);
    const key = await givenSecurityKey(server, una);
    await una.call(removeOwnPassword, {});
    const { username } = una;
    // the removal ended the recent proof
    const again = await signInWith(key, server);
    await again.call(removeSecurityKey, { params: { username, id: await keyOf(again, una) } });
    const last = { username, id: await keyOf(again, una) };
    const refused = { status: 409, body: { code: 'last_credential' } };
    expect(await again.try(removeSecurityKey, { params: last })).toMatchObject(refused);
    expect(await again.try(disableOwnMfa, {})).toMatchObject(refused);
    expect(await admin.try(disableMfa, { params: { username } })).toMatchObject(refused);
    await signInWith(key, server);
    await admin.call(setUserPassword, { params: { username }, body: { new_password: 'Battery-staple-8' } });
    await admin.call(disableMfa, { params: { username } });
  });

  test('gets a new password from its owner, who needs it for the next change', async ({ server }) => {
    const una = await server.given.user();
    const key = await givenSecurityKey(server, una);
    const set = (caller: Caller, new_password: string) => caller.try(setOwnPassword, { body: { new_password } });
    expect(await set(una, 'Battery-staple-8')).toMatchObject({ status: 409, body: { code: 'password_exists' } });
    await una.call(removeOwnPassword, {});
    expect(await set(una, 'Battery-staple-8')).toMatchObject({ status: 403, body: { code: 'proof_required' } });
    const again = await signInWith(key, server);
    expect(await set(again, 'weak')).toMatchObject({
      status: 400,
      body: { code: 'password_weak', field: 'new_password' },
    });
    expect((await set(again, 'Battery-staple-8')).status).toBe(200);
    const changed = await again.try(changeOwnPassword, {
      body: { old_password: password, new_password: 'Other-horse-9' },
    });
    expect(changed).toMatchObject({ status: 400, body: { code: 'password_wrong' } });
  });

  it('may belong to the last administrator', async () => {
    await using server = await startTestServer();
    const admin = await server.given.admin();
    const key = await givenSecurityKey(server, admin);
    const bob = await server.given.user({ groups: ['admin'] });
    await admin.call(removeOwnPassword, {});
    const again = await signInWith(key, server);
    await again.call(updateUser, { params: { username: bob.username }, body: { groups: [] } });
  });
});
