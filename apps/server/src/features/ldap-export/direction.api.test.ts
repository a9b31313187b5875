import { setOwnPassword, signIn } from '@gatewarden/contract/auth';
import { addGroup, removeGroupMember } from '@gatewarden/contract/groups';
import { getLdapExport, runLdapExport, takeOverLdapEntries } from '@gatewarden/contract/ldap-export';
import { patchSettings } from '@gatewarden/contract/settings';
import { addUser, deleteUser, getUser, updateUser } from '@gatewarden/contract/users';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, password } from '../../../test/given/given.ts';
import { createSteps, givenLdap } from '../../../test/given/ldap.ts';
import { accepts, compareNow, findEntry, givenLdapExport, settled } from '../../../test/given/ldap-export.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { type Slapd, startSlapd } from '../../../test/slapd.ts';

let slapd: Slapd;
let server: TestServer;
let admin: Person;
beforeAll(async () => {
  slapd = await startSlapd();
});
afterAll(() => slapd?.[Symbol.asyncDispose]());
beforeEach(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
  return async () => {
    await server[Symbol.asyncDispose]();
    for (const base of [slapd.userBase, slapd.groupBase]) {
      const { searchEntries } = await slapd.client.search(base, { scope: 'one', attributes: ['1.1'] });
      for (const { dn } of searchEntries) await slapd.client.del(dn);
    }
  };
});

const person = (username: string) => findEntry(slapd, slapd.userBase, 'uid', username);
const add = (username: string, changes: object = {}) =>
  admin.call(addUser, {
    body: { username, first_name: 'Ada', last_name: 'Byron', email: `${username}@example.com`, ...changes },
  });
const signsIn = async (username: string, typed: string) =>
  (await server.stranger().try(signIn, { body: { username, password: typed } })).status === 200;

it('adds the further classes of people, of which one needs a password', async () => {
  await givenLdapExport(admin, slapd, { ldap_user_auxiliary_obj_classes: ['simpleSecurityObject', 'sambaSamAccount'] });
  await add('ada', { password });
  await add('bob');
  await settled(admin);
  const ada = await person('ada');
  expect(ada?.['objectClass']).toEqual(['inetOrgPerson', 'simpleSecurityObject']);
  expect(await accepts(slapd, ada?.dn ?? '', password)).toBe(true);
  expect(Buffer.from(String((await person('bob'))?.['userPassword'])).toString()).toMatch(/^\{SSHA\}/);
});

it('names entries by another attribute than that of the username', async () => {
  await givenLdapExport(admin, slapd, { ldap_user_rdn_attr: 'cn' });
  await add('ada');
  await settled(admin);
  expect(await person('ada')).toMatchObject({ dn: `cn=ada,${slapd.userBase}`, cn: 'ada', displayName: 'Ada Byron' });
  await admin.call(updateUser, { params: { username: 'ada' }, body: { username: 'ada2' } });
  await settled(admin);
  expect(await person('ada2')).toMatchObject({ dn: `cn=ada2,${slapd.userBase}`, cn: 'ada2' });
});

it('writes only the chosen groups and their members, and removes who leaves them', async () => {
  await add('ada', { password });
  await add('bob');
  await admin.call(addGroup, { body: { name: 'staff', members: ['ada'], is_admin: false } });
  await givenLdapExport(admin, slapd, { ldap_sync_groups: ['staff'], ldap_export_removal: 'disable' });
  expect(await person('ada')).toBeDefined();
  expect(await person('bob')).toBeUndefined();
  expect(await person(admin.username)).toBeUndefined();
  await admin.call(removeGroupMember, { params: { name: 'staff', username: 'ada' } });
  await settled(admin);
  expect(await person('ada')).toBeDefined();
  await admin.call(patchSettings, { body: { ldap_export_removal: 'delete' } });
  await compareNow(server, admin);
  expect(await person('ada')).toBeUndefined();
});

it('disables the entries of deleted accounts if it is set so', async () => {
  await givenLdapExport(admin, slapd, { ldap_export_removal: 'disable' });
  await add('ada', { password });
  await settled(admin);
  const dn = (await person('ada'))?.dn ?? '';
  await admin.call(deleteUser, { params: { username: 'ada' } });
  expect(await settled(admin)).toMatchObject({ state: 'in_sync' });
  expect(await person('ada')).toBeDefined();
  expect(await accepts(slapd, dn, password)).toBe(false);
});

it('takes over the accounts of the directory, which retain their passwords, and never deletes their entries', async () => {
  await slapd.addUser({ name: 'ada', password });
  await slapd.addGroup('staff', ['ada']);
  await givenLdap(admin, slapd);
  const steps = createSteps(admin);
  await steps.confirm(await steps.sync());
  expect(await signsIn('ada', password)).toBe(true);

  await givenLdapExport(admin, slapd, { ldap_username_attr: 'cn' });
  expect(await admin.call(getLdapExport, {})).toMatchObject({ managed_users: 1, managed_groups: 1 });
  const before = await person('ada');
  expect(await compareNow(server, admin)).toMatchObject({ state: 'in_sync' });
  expect((await person('ada'))?.['modifyTimestamp']).toBe(before?.['modifyTimestamp']);

  expect(await admin.call(takeOverLdapEntries, {})).toEqual({ users: 1, groups: 1 });
  await settled(admin);
  expect((await admin.call(getUser, { params: { username: 'ada' } })).user).toMatchObject({
    ...{ managed_by: null, enrolled: true, has_password: false },
  });
  expect(await signsIn('ada', password)).toBe(true);
  await admin.call(updateUser, { params: { username: 'ada' }, body: { last_name: 'King' } });
  await settled(admin);
  expect(await person('ada')).toMatchObject({ sn: 'King', entryUUID: before?.['entryUUID'] });

  const ada = server.stranger();
  await ada.call(signIn, { body: { username: 'ada', password } });
  await ada.call(setOwnPassword, { body: { new_password: 'A-new-password-7' } });
  await settled(admin);
  expect(await accepts(slapd, before?.dn ?? '', 'A-new-password-7')).toBe(true);
  await admin.call(deleteUser, { params: { username: 'ada' } });
  await settled(admin);
  expect(await person('ada')).toMatchObject({ entryUUID: before?.['entryUUID'] });
  expect(await accepts(slapd, before?.dn ?? '', 'A-new-password-7')).toBe(false);
});

it('removes no account when the direction is turned, and drops waiting passwords', async () => {
  await givenLdapExport(admin, slapd);
  await add('ada', { password });
  await settled(admin);
  await slapd.stop();
  try {
    await add('bob', { password });
    await admin.call(patchSettings, { body: { ldap_is_authoritative: true } });
    expect(await server.query(`select from secret where kind = 'ldap-password'`)).toEqual([]);
    expect(await admin.call(getLdapExport, {})).toMatchObject({ state: 'off', waiting: 0 });
    expect((await admin.try(runLdapExport, {})).body).toMatchObject({ code: 'ldap_export_off' });
  } finally {
    await slapd.start();
  }
  const steps = createSteps(admin);
  const run = await steps.sync();
  expect(run).toMatchObject({ state: 'waiting', counts: { disabled: 0, deleted: 0 } });
  await steps.confirm(run);
  for (const username of ['ada', 'bob']) {
    expect((await admin.call(getUser, { params: { username } })).user.is_active).toBe(true);
    expect(await signsIn(username, password)).toBe(true);
  }
  const entry = await person('ada');
  await givenLdapExport(admin, slapd);
  expect(await person('ada')).toMatchObject({ entryUUID: entry?.['entryUUID'] });
  expect(await person('bob')).toBeDefined();
});

it('waits for a confirmation again when the direction is turned back', async () => {
  await slapd.addUser({ name: 'ada', password });
  await givenLdap(admin, slapd);
  const steps = createSteps(admin);
  await steps.confirm(await steps.sync());
  await givenLdapExport(admin, slapd, { ldap_username_attr: 'cn' });
  await slapd.addUser({ name: 'eve', password });
  await add('eve');
  await settled(admin);
  await admin.call(patchSettings, { body: { ldap_is_authoritative: true } });
  const run = await steps.sync();
  expect(run).toMatchObject({ state: 'waiting', guard: 'first_run', counts: { linked: 1 } });
  expect((await steps.shown('eve')).managed_by).toBeNull();
  expect(await steps.confirm(run)).toMatchObject({ state: 'completed' });
  expect((await steps.shown('eve')).managed_by).toBe('ldap');
  expect(await steps.sync()).toMatchObject({ state: 'completed' });
});
