import { Secret } from '@gatewarden/process/secret';
import { expect, it } from 'vitest';
import { readDirectory } from '../../../test/read-directory.ts';
import { startScriptedLdap } from '../../../test/scripted-ldap.ts';
import { Dn } from '../../platform/ldap/dn.ts';
import { systemClock } from '../../ports/clock.ts';
import type { LdapSchema, LdapServer } from '../../ports/ldap-directory.ts';
import { createLdapConnector } from './ldap-connector.ts';

const userBase = 'OU=Staff,DC=example,DC=org';
const groupBase = 'OU=Groups,DC=example,DC=org';
const group = `CN=everyone,${groupBase}`;
const schema: LdapSchema = {
  ...{ isActiveDirectory: true, userBase: Dn.parse(userBase), groupBase: Dn.parse(groupBase) },
  ...{ userClass: 'user', groupClass: 'group', userFilter: undefined, usernameAttribute: 'sAMAccountName' },
  ...{
    groupNameAttribute: 'cn',
    memberAttribute: 'member',
    memberOfAttribute: 'memberOf',
    userNamingAttribute: undefined,
    auxiliaryClasses: [],
  },
};

const people = Array.from({ length: 3200 }, (_, index) => `CN=p${index},${userBase}`);
const guid = (index: number) => Buffer.from(index.toString(16).padStart(32, '0'), 'hex');
const users = people.map((name, index) => ({
  name,
  attributes: { sAMAccountName: [`p${index}`], objectGUID: [guid(index)] },
}));
const groupWith = (attributes: Record<string, readonly string[]>) => ({
  name: group,
  attributes: { cn: ['everyone'], objectGUID: [guid(9999)], ...attributes },
});

/** Members as [MS-ADTS] §3.1.1.3.1.3.3 has them: 1,500 at once. */
function part(start: number, end = start + 1499): Record<string, readonly string[]> {
  const isLast = end >= people.length - 1;
  return { [`member;range=${start}-${isLast ? '*' : end}`]: people.slice(start, isLast ? undefined : end + 1) };
}

type Rest = (attribute: string) => Record<string, readonly string[]>;

async function membersWith(rest: Rest, first = part(0), found = users) {
  await using ldap = await startScriptedLdap(({ base, attributes }) => {
    if (base === userBase) return found;
    if (base === groupBase) return [groupWith(first)];
    return [{ name: group, attributes: rest(attributes.join()) }];
  });
  const server: LdapServer = {
    ...{ host: '127.0.0.1', port: ldap.port, encryption: 'none', authority: undefined, verifiesCertificate: true },
    ...{ bindName: 'reader@example.org', bindPassword: new Secret('secret') },
  };
  const { groups } = await readDirectory(createLdapConnector({ clock: systemClock }).open(server, schema));
  return new Set(groups[0]?.memberIds);
}

it('reads the members of a group that the server returns in parts', async () => {
  const requested: string[] = [];
  const members = await membersWith((attribute) => {
    requested.push(attribute);
    return part(Number(/(\d+)-\*$/.exec(attribute)?.[1]));
  });
  expect(members.size).toBe(people.length);
  expect(requested).toEqual(['member;range=1500-*', 'member;range=3000-*']);
  expect((await membersWith(() => ({}), { member: people.slice(0, 7) })).size).toBe(7);
});

it.each([
  ['nothing', () => ({})],
  ['the first part again', () => part(0)],
  ['a later part', () => part(3000)],
  ['all of them under the name of the attribute', () => ({ member: people })],
  ['a part that ends before it starts', () => ({ 'member;range=1500-1400': [] })],
])('fails if the server answers the request for the rest with %s', async (_, rest) => {
  await expect(membersWith(rest, part(0), [])).rejects.toMatchObject({ reason: 'protocol' });
});
