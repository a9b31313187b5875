import { changeOwnPassword, setOwnPassword, signIn } from '@gatewarden/contract/auth';
import { proveWithPassword } from '@gatewarden/contract/mfa';
import { patchSettings } from '@gatewarden/contract/settings';
import { setUserPassword, updateUser } from '@gatewarden/contract/users';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { password as localPassword, type Person } from '../../../test/given/given.ts';
import { createSteps, givenLdap } from '../../../test/given/ldap.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { type Slapd, startSlapd } from '../../../test/slapd.ts';

const password = 'Zażółć-gęślą-7*)(';
let slapd: Slapd;
let server: TestServer;
let admin: Person;
let local: Person;
beforeAll(async () => {
  [slapd, server] = await Promise.all([startSlapd(), startTestServer()]);
  admin = await server.given.admin();
  local = await server.given.user({ username: 'local' });
  for (const name of ['ada', 'bob', 'eve', 'ida']) await slapd.addUser({ name, password });
  await givenLdap(admin, slapd);
  const steps = createSteps(admin);
  await steps.confirm(await steps.sync());
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await slapd?.[Symbol.asyncDispose]();
});
// locks of other tests have ended
beforeEach(() => server.clock.advance({ minutes: 6 }));

const attempt = async (username: string, typed: string) => {
  const { status, body } = await server.stranger().try(signIn, { body: { username, password: typed } });
  return [status, (body as { code?: string }).code];
};
const wrong = [401, 'wrong_credentials'];
const accepted = [200, undefined];

it('signs people in with the password of the directory, by name and by email', async () => {
  expect(await attempt('ada', password)).toEqual(accepted);
  expect(await attempt('ada@example.org', password)).toEqual(accepted);
  expect(await attempt('ada', 'wrong')).toEqual(wrong);
  expect(await attempt('*', password)).toEqual(wrong);
  expect(await attempt('ada)(uid=*', password)).toEqual(wrong);
  expect(await attempt('local', localPassword)).toEqual(accepted);
  // attack class 16: a bind with an empty password succeeds for every name
  expect((await attempt('ada', ''))[0]).toBe(422);
  expect(await attempt('ada', '\0')).not.toEqual(accepted);
  expect(server.logged()).not.toContain('gęślą');
});

it('finds the entry by its permanent identifier, not by its name', async () => {
  // another person gets the name of an account before the next synchronization
  await slapd.client.modifyDN(`cn=ida,${slapd.userBase}`, 'cn=ida2');
  await slapd.addUser({ name: 'ida', password: 'of-another-person' });
  expect(await attempt('ida', 'of-another-person')).toEqual(wrong);
  expect(await attempt('ida', password)).toEqual(accepted);
  await slapd.client.del(`cn=ida,${slapd.userBase}`);
  await slapd.client.del(`cn=ida2,${slapd.userBase}`);
  expect(await attempt('ida', password)).toEqual(wrong);
});

it('locks after the same number of wrong passwords as for accounts with a password here, and unknown ones', async () => {
  const sequence = async (name: string) => {
    const statuses = [];
    for (let index = 0; index < 6; index += 1) statuses.push((await attempt(name, 'wrong'))[0]);
    return statuses;
  };
  const expected = [401, 401, 401, 401, 401, 429];
  for (const name of ['bob', 'local', 'unknown']) expect([name, await sequence(name)]).toEqual([name, expected]);
  expect(await attempt('bob', password)).toEqual([429, 'login_locked']);
});

it('counts nothing while the directory does not answer, with the same answer for all', async () => {
  await slapd.stop();
  try {
    for (let index = 0; index < 7; index += 1) {
      for (const name of ['eve', 'local', 'unknown']) {
        expect(await attempt(name, 'wrong')).toEqual([503, 'directory_unavailable']);
      }
    }
  } finally {
    await slapd.start();
  }
  expect(await attempt('eve', password)).toEqual(accepted);
});

it('checks the password of a session again with the directory, and does not store one here', async () => {
  const caller = server.stranger();
  await caller.call(signIn, { body: { username: 'ada', password } });
  server.clock.advance({ hours: 1 });
  expect((await caller.try(proveWithPassword, { body: { password: 'wrong' } })).body).toMatchObject({
    code: 'password_wrong',
  });
  await caller.call(proveWithPassword, { body: { password } });
  const elsewhere = { status: 409, body: { code: 'managed_elsewhere' } };
  const next = { new_password: localPassword };
  expect(await caller.try(changeOwnPassword, { body: { old_password: password, ...next } })).toMatchObject(elsewhere);
  expect(await caller.try(setOwnPassword, { body: next })).toMatchObject(elsewhere);
  const again = await server.given.signedIn(admin.username);
  expect(await again.try(setUserPassword, { params: { username: 'ada' }, body: next })).toMatchObject(elsewhere);
});

it('refuses disabled accounts, people out of scope, and everyone while sign-in is off', async () => {
  const current = await server.given.signedIn(admin.username);
  const set = (body: object) => current.call(patchSettings, { body });
  await current.call(updateUser, { params: { username: 'ada' }, body: { is_active: false } });
  expect(await attempt('ada', password)).toEqual(wrong);
  await current.call(updateUser, { params: { username: 'ada' }, body: { is_active: true } });
  for (const change of [{ ldap_user_filter: '(cn=none)' }, { ldap_sign_in_enabled: false }, { ldap_enabled: false }]) {
    await set(change);
    expect([change, await attempt('ada', password)]).toEqual([change, wrong]);
    await set({ ldap_user_filter: '', ldap_sign_in_enabled: true, ldap_enabled: true });
  }
  expect(await attempt('ada', password)).toEqual(accepted);
  expect(local.username).toBe('local');
});
