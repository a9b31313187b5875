import { Dn } from '../../platform/ldap/dn.ts';
import { LdapFilter } from '../../platform/ldap/filter.ts';
import { type Directory, DirectoryFailure, type DirectoryGroup, type DirectoryUser } from '../../ports/directory.ts';
import type { LdapSchema, LdapServer } from '../../ports/ldap-directory.ts';
import { EntryValues } from './entry-values.ts';
import { binaryAttributes, externalIdAttributes, externalIdOf } from './external-id.ts';
import { connectLdap, type LdapConnection, type LdapTimes } from './ldap-connection.ts';
import { type DirectMembers, resolveMembers } from './resolve-members.ts';
import { toClientFilter } from './to-client-filter.ts';

const pageSize = 500;
/** Groups have many members, so fewer fit in a page. */
const groupPageSize = 50;
/** What a directory may have before a synchronization is refused; bounds memory. */
const maxEntries = 200_000;

interface FoundUser {
  readonly externalId: string;
  /** Indexes of names of groups. */
  readonly memberOf: readonly number[];
}

interface FoundGroup {
  readonly externalId: string;
  readonly name: string;
  readonly direct: DirectMembers;
}

/** Reads people and groups over one connection. `readGroups` uses what `readUsers` found, so it must run after it. */
export function createLdapDirectory(server: LdapServer, schema: LdapSchema, times: LdapTimes): Directory {
  let opened: Promise<LdapConnection> | undefined;
  const users: FoundUser[] = [];
  const usersByName = new Map<string, number>();
  const usersByUsername = new Map<string, number>();
  const groupNames = createNumbering();

  const connection = () => {
    opened ??= openBound(server, times);
    return opened;
  };

  function addUser(entry: EntryValues, user: DirectoryUser): void {
    const index = users.length;
    if (index >= maxEntries) throw new DirectoryFailure('limit', 'the directory has too many people');
    users.push({ externalId: user.externalId, memberOf: entry.texts(schema.memberOfAttribute).map(groupNames.of) });
    usersByName.set(nameKey(entry.name), index);
    usersByUsername.set(user.username, index);
  }

  function toGroup(entry: EntryValues): FoundGroup {
    const externalId = requireId(externalIdOf(entry, schema.isActiveDirectory));
    const direct = { users: new Set<number>(), groups: new Set<number>() };
    return { externalId, name: entry.text(schema.groupNameAttribute), direct };
  }

  /** `byName` has the indexes of all groups by the key of their name. */
  function addDirectMembers(
    groups: readonly FoundGroup[],
    entries: readonly GroupLinks[],
    byName: Map<string, number>,
  ) {
    for (const [index, { members, memberOf }] of entries.entries()) {
      for (const member of members) {
        const key = nameKey(member);
        const user = usersByName.get(key) ?? usersByUsername.get(member);
        const group = byName.get(key);
        if (user !== undefined) groups[index]?.direct.users.add(user);
        else if (group !== undefined) groups[index]?.direct.groups.add(group);
      }
      for (const parent of memberOf) groups[byName.get(nameKey(parent)) ?? -1]?.direct.groups.add(index);
    }
    const parents = groupNames.all().map((name) => groups[byName.get(nameKey(name)) ?? -1]);
    for (const [index, { memberOf }] of users.entries()) {
      for (const parent of memberOf) parents[parent]?.direct.users.add(index);
    }
  }

  return {
    async *readUsers(signal) {
      const open = await connection();
      const options = { filter: toClientFilter(userFilter(schema)), attributes: userAttributes(schema) };
      const pages = open.searchPages(
        String(schema.userBase),
        { ...options, explicitBufferAttributes: binaryAttributes },
        pageSize,
      );
      for await (const page of pages) {
        signal.throwIfAborted();
        yield page.map((found) => {
          const entry = new EntryValues(found);
          const user = toUser(entry, schema);
          addUser(entry, user);
          return user;
        });
      }
    },
    async *readGroups(signal) {
      if (!schema.groupBase) return;
      const open = await connection();
      const { groupNameAttribute, memberAttribute, memberOfAttribute } = schema;
      const attributes = [...externalIdAttributes, groupNameAttribute, memberAttribute, memberOfAttribute];
      const filter = toClientFilter(LdapFilter.equal('objectClass', schema.groupClass));
      const options = { filter, attributes, explicitBufferAttributes: binaryAttributes };
      const groups: FoundGroup[] = [];
      const links: GroupLinks[] = [];
      const byName = new Map<string, number>();
      for await (const page of open.searchPages(String(schema.groupBase), options, groupPageSize)) {
        signal.throwIfAborted();
        for (const entry of page.map((found) => new EntryValues(found))) {
          if (groups.length >= maxEntries) throw new DirectoryFailure('limit', 'the directory has too many groups');
          byName.set(nameKey(entry.name), groups.length);
          groups.push(toGroup(entry));
          links.push({ members: entry.texts(memberAttribute), memberOf: entry.texts(memberOfAttribute) });
        }
      }
      addDirectMembers(groups, links, byName);
      const members = resolveMembers(groups.map(({ direct }) => direct));
      yield groups.map(({ externalId, name }, index): DirectoryGroup => {
        const memberIds = [...(members[index] ?? [])].map((user) => users[user]?.externalId ?? '');
        return { externalId, name, memberIds };
      });
    },
    async close() {
      await (await opened?.catch(() => undefined))?.close();
    },
  };
}

interface GroupLinks {
  readonly members: readonly string[];
  readonly memberOf: readonly string[];
}

/** Connects and signs in with the service account. @throws DirectoryFailure */
export async function openBound(server: LdapServer, times: LdapTimes): Promise<LdapConnection> {
  const connection = await connectLdap(server, times);
  try {
    await connection.bind(server.bindName, server.bindPassword.reveal());
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** All people in scope. */
export function userFilter({ userClass, userFilter: further }: LdapSchema): LdapFilter {
  const ofClass = LdapFilter.equal('objectClass', userClass);
  return further ? LdapFilter.and(ofClass, further) : ofClass;
}

function userAttributes({ usernameAttribute, memberOfAttribute }: LdapSchema): string[] {
  const details = ['cn', 'givenName', 'sn', 'mail', 'mobile', 'telephoneNumber', 'userAccountControl', 'nsAccountLock'];
  return [...externalIdAttributes, usernameAttribute, memberOfAttribute, ...details];
}

/** Bit of `userAccountControl` in Active Directory. */
const accountDisabled = 0x2;

function toUser(entry: EntryValues, { isActiveDirectory, usernameAttribute }: LdapSchema): DirectoryUser {
  const control = isActiveDirectory ? Number(entry.text('userAccountControl') || 0) : 0;
  const isLocked = entry.text('nsAccountLock').toLowerCase() === 'true';
  return {
    externalId: requireId(externalIdOf(entry, isActiveDirectory)),
    username: entry.text(usernameAttribute),
    firstName: entry.text('givenName', 'cn', usernameAttribute),
    lastName: entry.text('sn'),
    email: entry.text('mail'),
    phone: entry.text('mobile', 'telephoneNumber'),
    isActive: (control & accountDisabled) === 0 && !isLocked,
  };
}

function requireId(externalId: string): string {
  if (externalId === '') throw new DirectoryFailure('permission', 'an entry has no permanent identifier');
  return externalId;
}

/** Equal for two spellings of a name; servers also send values that are not names. */
function nameKey(name: string): string {
  try {
    return Dn.parse(name).key;
  } catch {
    return `\0${name}`;
  }
}

/** Numbers texts, so that the same text is stored once. */
function createNumbering() {
  const numbers = new Map<string, number>();
  return {
    of(text: string): number {
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      return number;
    },
    all: () => [...numbers.keys()],
  };
}
