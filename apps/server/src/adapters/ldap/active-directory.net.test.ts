import { Secret } from '@gatewarden/process/secret';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readDirectory } from '../../../test/read-directory.ts';
import { control, type Samba, startSamba } from '../../../test/samba.ts';
import { Dn } from '../../platform/ldap/dn.ts';
import { systemClock } from '../../ports/clock.ts';
import type { LdapSchema, LdapServer } from '../../ports/ldap-directory.ts';
import { createLdapConnector } from './ldap-connector.ts';

const password = 'Zażółć-gęślą-7*)(';
const hostileName = 'a*b)(c, d+e "f" #g\\';
let samba: Samba;
beforeAll(async () => {
  samba = await startSamba();
  for (const name of ['ada', 'bob', 'eve', 'leaver', 'temporary']) await samba.addUser({ name, password });
  await samba.set('leaver', 'userAccountControl', control.disabled);
  // at the end of 1601
  await samba.set('temporary', 'accountExpires', '315360000000000');
  await samba.addComputer('laptop');
  for (let index = 0; index < 20; index += 1) await samba.addGroup(`team${index}`, []);
});
afterAll(() => samba?.[Symbol.asyncDispose]());

const connector = createLdapConnector({ clock: systemClock });

function serverWith(changes: Partial<LdapServer> = {}): LdapServer {
  return {
    ...{ host: 'localhost', port: samba.port, encryption: 'starttls', authority: samba.authority },
    ...{ verifiesCertificate: true, bindName: samba.bindName, bindPassword: new Secret(samba.bindPassword) },
    ...changes,
  };
}

/** With the root of the domain, from which the server returns referrals, and more groups than fit in a page. */
function schemaWith(changes: Partial<LdapSchema> = {}): LdapSchema {
  return {
    ...{ isActiveDirectory: true, userBase: Dn.parse(samba.domain), groupBase: Dn.parse(samba.domain) },
    ...{ userClass: 'user', groupClass: 'group', userFilter: undefined, usernameAttribute: 'sAMAccountName' },
    ...{ groupNameAttribute: 'cn', memberAttribute: 'member', memberOfAttribute: 'memberOf' },
    ...{ userNamingAttribute: undefined, auxiliaryClasses: [] },
    ...changes,
  };
}

/** Sorted user names in the group. */
async function read(schema = schemaWith()) {
  const { users, groups } = await readDirectory(connector.open(serverWith(), schema));
  const names = new Map(users.map(({ externalId, username }) => [externalId, username]));
  const membersOf = (name: string) =>
    groups
      .find((group) => group.name === name)
      ?.memberIds.map((id) => names.get(id))
      .toSorted();
  return { users, groups, membersOf };
}

it('reads people but no computers, with their permanent identifiers, disabled and expired ones as such', async () => {
  const { users } = await read(schemaWith({ userBase: Dn.parse(samba.userBase) }));
  const found = users.toSorted((a, b) => a.username.localeCompare(b.username));
  expect(found.map(({ username, isActive }) => [username, isActive])).toEqual([
    ...[
      ['ada', true],
      ['bob', true],
      ['eve', true],
      ['leaver', false],
      ['reader', true],
      ['temporary', false],
    ],
  ]);
  expect(found[0]).toMatchObject({ firstName: 'Given', lastName: 'Family', email: 'ada@example.org' });
  for (const { externalId } of users) expect(externalId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

it('resolves groups in groups, also built-in ones, and names with every special character', async () => {
  // not among the staff that another test lists
  const entry = Dn.parse(samba.groupBase).child('CN', hostileName);
  await samba.client.add(String(entry), { objectClass: 'user', sAMAccountName: 'special' });
  await samba.addGroup('inner', ['ada', String(entry)]);
  await samba.addGroup('middle', ['bob', `CN=inner,${samba.groupBase}`]);
  await samba.addGroup('outer', [`CN=middle,${samba.groupBase}`, `CN=Administrators,CN=Builtin,${samba.domain}`]);
  const { membersOf, groups } = await read();
  expect(membersOf('inner')).toEqual(['ada', 'special']);
  expect(membersOf('middle')).toEqual(['ada', 'bob', 'special']);
  // a domain has this account, which is also in three groups that are among the administrators
  expect(membersOf('outer')).toEqual(['Administrator', 'ada', 'bob', 'special']);
  // more than fit in a page
  expect(groups.length).toBeGreaterThan(50);
  expect(new Set(groups.map(({ externalId }) => externalId)).size).toBe(groups.length);
});

it('counts people as members of their primary group, which does not list them', async () => {
  await samba.addGroup('contractors', ['eve']);
  const name = `CN=contractors,${samba.groupBase}`;
  const attributes = ['primaryGroupToken', 'member'];
  const find = async () => (await samba.client.search(name, { scope: 'base', attributes })).searchEntries[0];
  await samba.set('eve', 'primaryGroupID', String((await find())?.['primaryGroupToken']));
  expect(await find()).toMatchObject({ member: [] });
  await samba.addGroup('partners', [name]);
  const { membersOf } = await read();
  expect(membersOf('contractors')).toEqual(['eve']);
  expect(membersOf('partners')).toEqual(['eve']);
  expect(membersOf('Domain Users')).toEqual(expect.arrayContaining(['ada', 'bob', 'leaver', 'reader']));
});

it('accepts only the password of an account that is enabled and has not expired, and never an empty one', async () => {
  const { users } = await read();
  const idOf = (name: string) => users.find(({ username }) => username === name)?.externalId;
  const verify = (name: string, typed: string) =>
    connector.verifyPassword(serverWith(), schemaWith(), { externalId: idOf(name), password: typed });
  expect(await verify('ada', password)).toBe(true);
  expect(await verify('ada', 'wrong')).toBe(false);
  expect(await verify('ada', '')).toBe(false);
  expect(await verify('leaver', password)).toBe(false);
  expect(await verify('temporary', password)).toBe(false);
  expect(await verify('unknown', password)).toBe(false);
  // must be changed at the next sign-in
  await samba.set('bob', 'pwdLastSet', '0');
  expect(await verify('bob', password)).toBe(false);
});

it('does not sign in a computer', async () => {
  await samba.set('laptop', 'unicodePwd', Buffer.from(`"${password}"`, 'utf16le'));
  const search = { filter: '(cn=laptop)', attributes: ['objectGUID'], explicitBufferAttributes: ['objectGUID'] };
  const { searchEntries } = await samba.client.search(samba.userBase, search);
  const guid = searchEntries[0]?.['objectGUID'] as Buffer;
  const bytes = [guid.subarray(0, 4).reverse(), guid.subarray(4, 6).reverse(), guid.subarray(6, 8).reverse()];
  const externalId = [...bytes, guid.subarray(8, 10), guid.subarray(10)].map((part) => part.toString('hex')).join('-');
  expect(await connector.verifyPassword(serverWith(), schemaWith(), { externalId, password })).toBe(false);
});

it('says that encryption is required, that the certificate is not trusted, and that the password is wrong', async () => {
  const test = (changes: Partial<LdapServer>) => connector.test(serverWith(changes), schemaWith());
  await test({});
  await test({ bindName: `CN=reader,${samba.userBase}` });
  await expect(test({ encryption: 'none' })).rejects.toMatchObject({ reason: 'encryption_required' });
  await expect(test({ authority: undefined })).rejects.toMatchObject({ reason: 'certificate' });
  await expect(test({ host: '127.0.0.1' })).rejects.toMatchObject({ reason: 'certificate' });
  await expect(test({ bindPassword: new Secret('wrong') })).rejects.toMatchObject({ reason: 'credentials' });
});
