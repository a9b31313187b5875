import { addGroup, addGroupMember, deleteGroup, removeGroupMember, updateGroup } from '@gatewarden/contract/groups';
import { getLdapExport, runLdapExport, takeOverLdapEntries } from '@gatewarden/contract/ldap-export';
import { patchSettings } from '@gatewarden/contract/settings';
import { addUser, deleteUser, getUser, setUserPassword, updateUser } from '@gatewarden/contract/users';
import { Attribute, Change } from 'ldapts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, password } from '../../../test/given/given.ts';
import { createSteps, givenLdap } from '../../../test/given/ldap.ts';
import { accepts, compareNow, findEntry, givenLdapExport, settled } from '../../../test/given/ldap-export.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { type Slapd, startSlapd } from '../../../test/slapd.ts';

const next = 'Another-password-2';

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

const dnOf = (username: string) => `uid=${username},${slapd.userBase}`;
const person = (username: string) => findEntry(slapd, slapd.userBase, 'uid', username);
const add = (username: string, changes: object = {}) => {
  const body = { username, first_name: 'Ada', last_name: 'Byron', email: `${username}@example.com`, phone: null };
  return admin.call(addUser, { body: { ...body, password, ...changes } });
};
const change = (username: string, body: object) => admin.call(updateUser, { params: { username }, body });
const setPassword = (username: string) =>
  admin.call(setUserPassword, { params: { username }, body: { new_password: next } });
const set = (body: object) => admin.call(patchSettings, { body });
const shown = async (username: string) => (await admin.call(getUser, { params: { username } })).user;

async function givenWritten(...usernames: string[]): Promise<void> {
  await givenLdapExport(admin, slapd);
  for (const username of usernames) await add(username);
  await settled(admin);
  for (const username of usernames) expect(await accepts(slapd, dnOf(username), password)).toBe(true);
}

it('ends access that was ended here while nothing was written', async () => {
  await givenWritten('disabled', 'changed', 'same');
  await set({ ldap_enabled: false });
  await change('disabled', { is_active: false });
  await setPassword('changed');
  await set({ ldap_enabled: true });
  expect(await compareNow(server, admin)).toMatchObject({ state: 'in_sync' });
  expect(await accepts(slapd, dnOf('disabled'), password)).toBe(false);
  expect(await accepts(slapd, dnOf('changed'), password)).toBe(false);
  expect(await accepts(slapd, dnOf('same'), password)).toBe(true);
  expect((await shown('changed')).ldap_pass_requires_change).toBe(true);
});

it('ends access although the change still waits when it is turned off', async () => {
  await givenWritten('disabled', 'changed');
  await slapd.stop();
  await change('disabled', { is_active: false });
  await setPassword('changed');
  await set({ ldap_enabled: false });
  await slapd.start();
  await set({ ldap_enabled: true });
  expect(await compareNow(server, admin)).toMatchObject({ state: 'in_sync' });
  expect(await accepts(slapd, dnOf('disabled'), password)).toBe(false);
  expect(await accepts(slapd, dnOf('changed'), password)).toBe(false);
});

it('ends access although the directory refuses another value of the account', async () => {
  await givenWritten('disabled', 'changed');
  for (const uid of ['one', 'two']) {
    await slapd.client.add(dnOf(uid), { objectClass: ['inetOrgPerson'], cn: 'Foreign', sn: 'Foreign', uid });
  }
  await change('disabled', { username: 'one' });
  await change('changed', { username: 'two' });
  await setPassword('two');
  await change('one', { is_active: false });
  expect(await settled(admin)).toMatchObject({ state: 'refused', refused: 2 });
  expect(await accepts(slapd, dnOf('disabled'), password)).toBe(false);
  expect(await accepts(slapd, dnOf('changed'), password)).toBe(false);
  expect(await accepts(slapd, dnOf('changed'), next)).toBe(true);
  expect(await server.database.query(`select from secret where kind = 'ldap-password'`)).toEqual([]);
});

it('revokes a password that others set in the directory, each time the account is disabled', async () => {
  await givenLdapExport(admin, slapd);
  await add('una', { password: undefined });
  await settled(admin);
  for (const own of ['Set-by-others-1', 'Set-by-others-2']) {
    const values = new Attribute({ type: 'userPassword', values: [own] });
    await slapd.client.modify(dnOf('una'), new Change({ operation: 'replace', modification: values }));
    expect(await accepts(slapd, dnOf('una'), own)).toBe(true);
    await change('una', { is_active: false });
    await settled(admin);
    expect(await accepts(slapd, dnOf('una'), own)).toBe(false);
    await change('una', { is_active: true });
    await settled(admin);
  }
});

it('revokes the password of an entry that was taken over', async () => {
  await slapd.addUser({ name: 'loc', givenName: 'Ada', sn: 'Byron', mail: 'loc@example.com', password: next });
  await add('loc');
  await givenLdap(admin, slapd, {});
  const { sync, confirm } = createSteps(admin);
  await confirm(await sync());
  await givenLdapExport(admin, slapd, { ldap_username_attr: 'cn' });
  await admin.call(takeOverLdapEntries, {});
  await compareNow(server, admin);
  await change('loc', { is_active: false });
  await settled(admin);
  expect(await accepts(slapd, `cn=loc,${slapd.userBase}`, next)).toBe(false);
});

it('replaces a password that waited too long by a random one', async () => {
  await givenWritten('lea');
  await slapd.stop();
  await setPassword('lea');
  await server.database.query(`update ldap_change set password_at = password_at - interval '73 hours'`);
  await slapd.start();
  expect(await compareNow(server, admin)).toMatchObject({ state: 'in_sync' });
  for (const each of [password, next]) expect(await accepts(slapd, dnOf('lea'), each)).toBe(false);
  expect((await shown('lea')).ldap_pass_requires_change).toBe(true);
});

it('writes further changes although the directory fails at one', async () => {
  await givenWritten('kim');
  const long = 'Ж'.repeat(128);
  await admin.call(addGroup, { body: { name: 'crew', members: ['kim'], is_admin: false } });
  await settled(admin);
  await admin.call(addGroup, { body: { name: long, members: [], is_admin: false } });
  await admin.call(removeGroupMember, { params: { name: 'crew', username: 'kim' } });
  const { state, problems } = await settled(admin);
  expect(state).toBe('refused');
  expect(problems).toMatchObject([{ kind: 'group', name: long }]);
  expect((await findEntry(slapd, slapd.groupBase, 'cn', 'crew'))?.['uniqueMember']).toBe('');
  await admin.call(addGroupMember, { params: { name: 'crew' }, body: { username: 'kim' } });
  await settled(admin);
  expect((await findEntry(slapd, slapd.groupBase, 'cn', 'crew'))?.['uniqueMember']).toBe(dnOf('kim'));
});

it('leaves an entry of others alone that has the name of one whose addition is not confirmed', async () => {
  await givenLdapExport(admin, slapd);
  const { user } = await add('late').then(() => admin.call(getUser, { params: { username: 'late' } }));
  await settled(admin);
  await slapd.client.del(dnOf('late'));
  // as after a connection that broke during the addition
  await server.database.query('update ldap_entry set external_id = null where object_id = $1', [user.id]);
  const foreign = { objectClass: ['inetOrgPerson'], cn: 'Foreign', sn: 'Others', uid: 'late' };
  await slapd.client.add(dnOf('late'), foreign);
  expect((await compareNow(server, admin)).problems).toMatchObject([{ name: 'late', reason: 'name_taken' }]);
  await admin.call(deleteUser, { params: { username: 'late' } });
  await settled(admin);
  expect(await person('late')).toMatchObject({ cn: 'Foreign', sn: 'Others' });
});

it('ends the access of a deleted account whose entry cannot be deleted', async () => {
  await givenWritten('kim');
  const child = `cn=phone,${dnOf('kim')}`;
  await slapd.client.add(child, { objectClass: ['device'], cn: 'phone' });
  await admin.call(deleteUser, { params: { username: 'kim' } });
  expect((await settled(admin)).problems).toMatchObject([{ reason: 'not_leaf' }]);
  expect(await accepts(slapd, dnOf('kim'), password)).toBe(false);
  await slapd.client.del(child);
});

it('ends access at an entry that was moved out of the search base, and adds no second one', async () => {
  await givenWritten('kim', 'tom');
  const moved = (username: string) => `uid=${username},${slapd.groupBase}`;
  for (const username of ['kim', 'tom']) await slapd.client.modifyDN(dnOf(username), moved(username));
  await change('kim', { is_active: false });
  await admin.call(deleteUser, { params: { username: 'tom' } });
  await settled(admin);
  expect(await accepts(slapd, moved('kim'), password)).toBe(false);
  expect(await accepts(slapd, moved('tom'), password)).toBe(false);
  expect(await person('kim')).toBeUndefined();
});

it('ends access after the search base was temporarily wrong', async () => {
  await givenWritten('kim', 'tom');
  await set({ ldap_user_search_base: slapd.groupBase });
  await settled(admin);
  await set({ ldap_user_search_base: slapd.userBase });
  await settled(admin);
  await change('kim', { is_active: false });
  await admin.call(deleteUser, { params: { username: 'tom' } });
  expect(await settled(admin)).toMatchObject({ state: 'in_sync' });
  expect(await accepts(slapd, dnOf('kim'), password)).toBe(false);
  expect(await accepts(slapd, dnOf('tom'), password)).toBe(false);
});

it('ends access although the directory cannot be compared', async () => {
  await givenWritten('kim');
  await set({ ldap_group_search_base: `ou=missing,${slapd.groupBase}` });
  await expect.poll(() => admin.call(getLdapExport, {})).toMatchObject({ state: 'failed' });
  await change('kim', { is_active: false });
  server.clock.advance({ minutes: 10 });
  await admin.call(runLdapExport, {});
  await expect.poll(() => accepts(slapd, dnOf('kim'), password)).toBe(false);
});

it('replaces a password that changed while only groups were written', async () => {
  await givenWritten('kim');
  await set({ ldap_sync_target: 'groups' });
  await setPassword('kim');
  await settled(admin);
  await set({ ldap_sync_target: 'all' });
  await compareNow(server, admin);
  for (const each of [password, next]) expect(await accepts(slapd, dnOf('kim'), each)).toBe(false);
});

it('removes members of a group whose new name the directory refuses', async () => {
  await givenWritten('kim', 'tom');
  await admin.call(addGroup, { body: { name: 'crew', members: ['kim', 'tom'], is_admin: false } });
  await settled(admin);
  const foreign = { objectClass: ['groupOfUniqueNames'], cn: 'taken', uniqueMember: '' };
  await slapd.client.add(`cn=taken,${slapd.groupBase}`, foreign);
  await admin.call(updateGroup, { params: { name: 'crew' }, body: { name: 'taken', members: ['tom'] } });
  expect((await settled(admin)).problems).toMatchObject([{ name: 'taken', reason: 'name_taken' }]);
  expect((await findEntry(slapd, slapd.groupBase, 'cn', 'crew'))?.['uniqueMember']).toBe(dnOf('tom'));
});

it('ends access at an entry that is too large to be read, repairs it, and compares the others', async () => {
  await givenWritten('mallory', 'tom');
  const large = new Attribute({ type: 'mail', values: [`${'x'.repeat(1_500_000)}@example.com`] });
  const foreign = { objectClass: ['inetOrgPerson'], cn: 'Large', sn: 'Large', uid: 'large' };
  await slapd.client.add(dnOf('large'), foreign);
  await slapd.client.modify(dnOf('large'), new Change({ operation: 'add', modification: large }));
  await slapd.client.modify(dnOf('mallory'), new Change({ operation: 'add', modification: large }));
  await change('mallory', { is_active: false });
  await change('tom', { is_active: false });
  expect(await settled(admin)).toMatchObject({ state: 'in_sync' });
  for (const username of ['mallory', 'tom']) expect(await accepts(slapd, dnOf(username), password)).toBe(false);
  expect((await person('mallory'))?.['mail']).toBe('mallory@example.com');
  await slapd.client.modify(dnOf('mallory'), new Change({ operation: 'add', modification: large }));
  const { last_comparison: last } = await compareNow(server, admin);
  expect(last?.differences).toMatchObject({
    missing: [],
    changed: [{ name: 'mallory', attributes: expect.any(Array) }],
  });
  expect((await person('mallory'))?.['mail']).toBe('mallory@example.com');
});

it('gives groups the new name of an entry whose other values the directory refuses', async () => {
  await givenWritten('ann');
  await admin.call(addGroup, { body: { name: 'crew', members: ['ann'], is_admin: false } });
  await settled(admin);
  await server.database.query(`update "user" set phone = '###' where username = 'ann'`);
  await change('ann', { username: 'ann2' });
  expect((await settled(admin)).problems).toMatchObject([{ name: 'ann2', reason: 'value' }]);
  expect((await findEntry(slapd, slapd.groupBase, 'cn', 'crew'))?.['uniqueMember']).toBe(dnOf('ann2'));
});

it('does not rename an entry to the username of an entry of others', async () => {
  await givenWritten('ann');
  const vip = `ou=vip,${slapd.userBase}`;
  await slapd.client.add(vip, { objectClass: ['organizationalUnit'], ou: 'vip' });
  const foreign = { objectClass: ['inetOrgPerson'], cn: 'Foreign', sn: 'Others', uid: 'boss' };
  await slapd.client.add(`uid=boss,${vip}`, foreign);
  await change('ann', { username: 'boss' });
  expect((await settled(admin)).problems).toMatchObject([{ name: 'boss', reason: 'name_taken' }]);
  expect(await person('ann')).toBeDefined();
  for (const dn of [`uid=boss,${vip}`, vip]) await slapd.client.del(dn);
});

it('ends the access of the members of a group that is renamed and no longer chosen', async () => {
  await givenWritten('kim');
  await admin.call(addGroup, { body: { name: 'staff', members: ['kim'], is_admin: false } });
  await set({ ldap_sync_groups: ['staff'], ldap_export_removal: 'disable' });
  await settled(admin);
  expect(await accepts(slapd, dnOf('kim'), password)).toBe(true);
  await admin.call(updateGroup, { params: { name: 'staff' }, body: { name: 'former', members: ['kim'] } });
  await settled(admin);
  expect(await accepts(slapd, dnOf('kim'), password)).toBe(false);
});

it('says that an entry may be that of others when it removes one whose addition is not confirmed', async () => {
  await givenWritten('kim');
  await admin.call(addGroup, { body: { name: 'crew', members: ['kim'], is_admin: false } });
  await settled(admin);
  // as after a connection that broke during the addition
  await server.database.query(`update ldap_entry set external_id = null where kind = 'group'`);
  await admin.call(deleteGroup, { params: { name: 'crew' } });
  expect((await settled(admin)).problems).toMatchObject([{ kind: 'group', reason: 'name_taken' }]);
});
