import { LdapFilter } from '../../platform/ldap/filter.ts';
import type { LdapSchema } from '../../ports/ldap-directory.ts';
import type { LdapValues } from '../../ports/ldap-writer.ts';
import type { WantedEntry } from './entry-changes.ts';
import type { ExportedGroup, ExportedUser } from './exported-objects.queries.ts';

/** `userAccountControl` of Active Directory: a normal account, and the bit of a disabled one. */
export const normalAccount = 0x200;
export const accountDisabled = 0x2;
/** `groupType` of Active Directory: a global security group. */
const globalSecurityGroup = '-2147483646';

/** Requires a password, so an entry with it never loses its password. */
const passwordClass = 'simpleSecurityObject';
/** Would need an identifier of a Samba domain, and an unsalted hash of the password that is as good as the password. */
const sambaClass = 'sambaSamAccount';

type UserFields = Pick<ExportedUser, 'username' | 'first_name' | 'last_name' | 'email' | 'phone'>;

/** The entry of an account. A value that is empty here is absent there. */
export function describeUser(user: UserFields, schema: LdapSchema, randomPassword: string): WantedEntry {
  const { isActiveDirectory, usernameAttribute, userNamingAttribute, userClass } = schema;
  const fullName = `${user.first_name} ${user.last_name}`.trim();
  const naming = isActiveDirectory ? 'cn' : (userNamingAttribute ?? usernameAttribute);
  const details = {
    // required by the class `person` (RFC 4519 §3.12)
    sn: listOf(user.last_name || user.username),
    givenName: listOf(user.first_name),
    displayName: listOf(fullName),
    mail: listOf(user.email),
    mobile: listOf(user.phone ?? ''),
  };
  const names = { cn: [isNaming(naming, 'cn') ? user.username : fullName || user.username] };
  const username = { [usernameAttribute]: [user.username], [naming]: [user.username] };
  const values = merge({ ...names }, username, details);
  if (isActiveDirectory) {
    const account = { sAMAccountName: [user.username], userPrincipalName: [`${user.username}@${domainOf(schema)}`] };
    const initial = { objectClass: [userClass], userAccountControl: [String(normalAccount | accountDisabled)] };
    return toEntry(naming, user.username, merge(values, account), initial);
  }
  const classes = schema.auxiliaryClasses.filter((name) => !isNaming(name, sambaClass));
  const needsPassword = classes.some((name) => isNaming(name, passwordClass));
  const initial = {
    objectClass: [userClass, ...classes],
    // replaced as soon as the entry exists
    ...(needsPassword && { userPassword: [randomPassword] }),
  };
  return toEntry(naming, user.username, values, initial);
}

/** The entry of a group, with the names of its members. */
export function describeGroup(
  { name, members }: Pick<ExportedGroup, 'name' | 'members'>,
  schema: LdapSchema,
): WantedEntry {
  const { isActiveDirectory, groupNameAttribute, groupClass, memberAttribute } = schema;
  const naming = isActiveDirectory ? 'cn' : groupNameAttribute;
  const account = isActiveDirectory ? { sAMAccountName: [name] } : {};
  const values = merge({ [naming]: [name], [groupNameAttribute]: [name] }, account, { [memberAttribute]: members });
  const initial = { objectClass: [groupClass], ...(isActiveDirectory && { groupType: [globalSecurityGroup] }) };
  return { ...toEntry(naming, name, values, initial), nameAttributes: [memberAttribute] };
}

/** What to read of an entry to compare it, and to decide about its password. */
export function attributesOf(kind: 'user' | 'group', schema: LdapSchema): string[] {
  if (kind === 'group') return Object.keys(describeGroup({ name: 'x', members: [] }, schema).values);
  const names = { username: 'x', first_name: 'x', last_name: 'x', email: 'x', phone: 'x' };
  return [...Object.keys(describeUser(names, schema, '').values), controlAttribute];
}

export const controlAttribute = 'userAccountControl';

/** Entries of other people or groups with the same name. */
export function sameNameFilter(
  { value, attribute }: WantedEntry['naming'],
  kind: 'user' | 'group',
  schema: LdapSchema,
): LdapFilter {
  const further = kind === 'user' ? schema.usernameAttribute : schema.groupNameAttribute;
  const account = schema.isActiveDirectory ? ['sAMAccountName'] : [];
  const attributes = [...new Set([attribute, further, ...account])];
  return LdapFilter.or(...attributes.map((name) => LdapFilter.equal(name, value)));
}

function toEntry(attribute: string, value: string, values: LdapValues, initial: LdapValues): WantedEntry {
  return { naming: { attribute, value }, values, nameAttributes: [], initial };
}

function listOf(value: string): readonly string[] {
  return value === '' ? [] : [value];
}

/** Later values replace former ones of the same attribute, whose name is compared without case. */
function merge(...parts: readonly LdapValues[]): LdapValues {
  const merged = new Map<string, [string, readonly string[]]>();
  for (const part of parts)
    for (const [name, values] of Object.entries(part)) merged.set(name.toLowerCase(), [name, values]);
  return Object.fromEntries(merged.values());
}

function isNaming(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The DNS name of the domain that the entries are in. */
function domainOf({ userBase }: LdapSchema): string {
  return userBase.valuesOf('dc').join('.');
}
