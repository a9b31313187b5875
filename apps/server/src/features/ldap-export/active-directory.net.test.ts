import { addGroup, updateGroup } from '@gatewarden/contract/groups';
import { patchSettings } from '@gatewarden/contract/settings';
import { addUser, deleteUser, setUserPassword, updateUser } from '@gatewarden/contract/users';
import { Attribute, Change, Client, EqualityFilter } from 'ldapts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, password } from '../../../test/given/given.ts';
import { compareNow, settled } from '../../../test/given/ldap-export.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { type Samba, startSamba } from '../../../test/samba.ts';
import { administratorPassword, realm } from '../../../test/samba-template.ts';

let samba: Samba;
let server: TestServer;
let admin: Person;
beforeAll(async () => {
  [samba, server] = await Promise.all([startSamba(), startTestServer()]);
  admin = await server.given.admin();
  const settings = {
    ...{ ldap_url: samba.url, ldap_use_starttls: true, ldap_ca_certificate: samba.authority, ldap_uses_ad: true },
    ...{ ldap_bind_username: `administrator@${realm.toLowerCase()}`, ldap_bind_password: administratorPassword },
    ...{ ldap_user_search_base: samba.userBase, ldap_group_search_base: samba.groupBase, ldap_user_obj_class: 'user' },
    ...{ ldap_group_obj_class: 'group', ldap_username_attr: 'sAMAccountName', ldap_group_member_attr: 'member' },
    ...{ ldap_enabled: true, ldap_sync_enabled: true, ldap_is_authoritative: false, ldap_sync_interval: 604_800 },
    ldap_export_removal: 'delete' as const,
  };
  await admin.call(patchSettings, { body: settings });
  await settled(admin);
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await samba?.[Symbol.asyncDispose]();
});

async function find(base: string, name: string) {
  const filter = new EqualityFilter({ attribute: 'sAMAccountName', value: name });
  return (await samba.client.search(base, { filter })).searchEntries[0];
}
const person = (username: string) => find(samba.userBase, username);
const add = (username: string, changes: object = {}) =>
  admin.call(addUser, {
    body: { username, first_name: 'Ada', last_name: 'Byron', email: `${username}@example.com`, ...changes },
  });
const change = (username: string, body: object) => admin.call(updateUser, { params: { username }, body });

async function accepts(username: string, typed: string): Promise<boolean> {
  const client = new Client({ url: samba.url });
  try {
    await client.startTLS({ ca: [samba.authority], host: 'localhost' });
    await client.bind(`${username}@${realm.toLowerCase()}`, typed);
    return true;
  } catch (error) {
    if ((error as { code?: number }).code === 49) return false;
    throw error;
  } finally {
    await client.unbind();
  }
}

it('adds accounts that sign in at the domain, renames, disables, enables and deletes them', async () => {
  await add('ada', { password, phone: '+48 600 100 200' });
  expect(await settled(admin)).toMatchObject({ state: 'in_sync', problems: [] });
  expect(await person('ada')).toMatchObject({
    ...{ dn: `CN=ada,${samba.userBase}`, userPrincipalName: 'ada@example.org', userAccountControl: '512' },
    ...{ givenName: 'Ada', sn: 'Byron', displayName: 'Ada Byron', mail: 'ada@example.com', mobile: '+48 600 100 200' },
  });
  expect(await accepts('ada', password)).toBe(true);
  expect((await compareNow(server, admin)).last_comparison?.counts).toMatchObject({ missing: 0, changed: 0 });

  await change('ada', { username: 'ada2', last_name: 'King' });
  await settled(admin);
  expect(await person('ada2')).toMatchObject({ cn: 'ada2', sn: 'King', userPrincipalName: 'ada2@example.org' });
  expect(await accepts('ada2', password)).toBe(true);

  await change('ada2', { is_active: false });
  await settled(admin);
  expect(await person('ada2')).toMatchObject({ userAccountControl: '514' });
  expect(await accepts('ada2', password)).toBe(false);
  await change('ada2', { is_active: true });
  await settled(admin);
  expect(await accepts('ada2', password)).toBe(true);

  const next = 'Zażółć-gęślą-7*)(\\,"';
  await admin.call(setUserPassword, { params: { username: 'ada2' }, body: { new_password: next } });
  await settled(admin);
  expect(await accepts('ada2', next)).toBe(true);
  await admin.call(deleteUser, { params: { username: 'ada2' } });
  await settled(admin);
  expect(await person('ada2')).toBeUndefined();
});

it('writes groups and their members, and repairs what was changed in the domain', async () => {
  await add('bob');
  await add('eve');
  await admin.call(addGroup, { body: { name: 'crew', members: ['bob', 'eve'], is_admin: false } });
  await settled(admin);
  const members = [`CN=bob,${samba.userBase}`, `CN=eve,${samba.userBase}`];
  expect((await find(samba.groupBase, 'crew'))?.['member']).toEqual(expect.arrayContaining(members));
  expect(await person('bob')).toMatchObject({ userAccountControl: '512', memberOf: `CN=crew,${samba.groupBase}` });
  await samba.set('bob', 'userAccountControl', '514');
  await samba.set('bob', 'mail', 'attacker@example.net');
  const { last_comparison: last } = await compareNow(server, admin);
  expect(last?.differences.changed).toEqual([
    { kind: 'user', name: 'bob', attributes: ['mail', 'userAccountControl'] },
  ]);
  expect(await person('bob')).toMatchObject({ userAccountControl: '512', mail: 'bob@example.com' });
  await admin.call(updateGroup, { params: { name: 'crew' }, body: { name: 'team', members: [] } });
  await settled(admin);
  expect((await find(samba.groupBase, 'team'))?.['member']).toBeUndefined();
});

it('refuses a name that another account of the domain has, and says so', async () => {
  await samba.addUser({ name: 'foreign', password });
  await add('foreign');
  const { problems } = await settled(admin);
  expect(problems).toMatchObject([{ kind: 'user', name: 'foreign', reason: 'name_taken' }]);
  await admin.call(deleteUser, { params: { username: 'foreign' } });
  await settled(admin);
  expect(await person('foreign')).toBeDefined();
});

it('replaces the former password although the domain refuses the new one, and disables the account', async () => {
  await add('lea', { password });
  await settled(admin);
  const written = (await person('lea'))?.['pwdLastSet'];
  const requireLength = async (length: string) => {
    const modification = new Attribute({ type: 'minPwdLength', values: [length] });
    await samba.client.modify(samba.domain, new Change({ operation: 'replace', modification }));
  };
  await requireLength('40');
  await admin.call(setUserPassword, { params: { username: 'lea' }, body: { new_password: 'Too-short-for-40' } });
  expect((await settled(admin)).problems).toMatchObject([{ name: 'lea', reason: 'password' }]);
  // Samba accepts the former one for an hour after a change
  expect((await person('lea'))?.['pwdLastSet']).not.toBe(written);
  await change('lea', { is_active: false });
  await settled(admin);
  expect(await person('lea')).toMatchObject({ userAccountControl: '514' });
  expect(await accepts('lea', password)).toBe(false);
  await requireLength('7');
  await admin.call(deleteUser, { params: { username: 'lea' } });
  expect(await settled(admin)).toMatchObject({ problems: [] });
});
