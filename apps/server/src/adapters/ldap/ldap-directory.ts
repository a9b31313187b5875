import { LdapFilter } from '../../platform/ldap/filter.ts';
import type { Clock } from '../../ports/clock.ts';
import { type Directory, DirectoryFailure, type DirectoryUser } from '../../ports/directory.ts';
import type { LdapSchema, LdapServer } from '../../ports/ldap-directory.ts';
import { isUsable, stateAttributes } from './account-state.ts';
import { EntryValues } from './entry-values.ts';
import { externalIdAttributes, externalIdOf, guidAttribute } from './external-id.ts';
import { connectLdap, type LdapConnection, type LdapTimes, maxPersonBytes } from './ldap-connection.ts';
import { createMemberships } from './memberships.ts';
import { readAllValues } from './read-all-values.ts';
import { primaryGroupAttribute, primaryGroupOf, securityIdAttribute, securityIdOf } from './security-id.ts';
import { toClientFilter } from './to-client-filter.ts';

const pageSize = 500;
/** Groups have many members, so fewer fit in a page. */
const groupPageSize = 50;
/** What a directory may have before a synchronization is refused; bounds memory. */
const maxEntries = 200_000;
const binaryAttributes = [guidAttribute, securityIdAttribute];

interface Options {
  readonly times: LdapTimes;
  /** For accounts that expire. */
  readonly clock: Clock;
}

/** Reads people and groups over one connection. `readGroups` uses what `readUsers` found, so it must run after it. */
export function createLdapDirectory(server: LdapServer, schema: LdapSchema, { times, clock }: Options): Directory {
  let opened: Promise<LdapConnection> | undefined;
  const memberships = createMemberships(maxEntries);

  const connection = () => {
    opened ??= openBound(server, times);
    return opened;
  };

  function addUser(entry: EntryValues): DirectoryUser {
    const user = toUser(entry, schema, clock.now());
    const primaryGroup = schema.isActiveDirectory ? primaryGroupOf(entry) : undefined;
    const memberOf = entry.texts(schema.memberOfAttribute);
    memberships.addUser({ entryName: entry.name, ...user, memberOf, primaryGroup });
    return user;
  }

  /** Of an entry that is too large to be read as a whole, at least who it is and whether the account may be used. */
  async function withState(open: LdapConnection, entry: EntryValues): Promise<EntryValues> {
    if (externalIdOf(entry, schema.isActiveDirectory) !== '') return entry;
    const options = { scope: 'base', explicitBufferAttributes: binaryAttributes } as const;
    const attributes = [...externalIdAttributes, ...stateAttributes];
    const [found] = await open.search(entry.name, { ...options, attributes, maxEntryBytes: maxPersonBytes });
    return found ? new EntryValues(found) : entry;
  }

  async function addGroup(open: LdapConnection, entry: EntryValues): Promise<void> {
    memberships.addGroup({
      entryName: entry.name,
      externalId: requireId(externalIdOf(entry, schema.isActiveDirectory)),
      name: entry.text(schema.groupNameAttribute),
      members: await readAllValues(open, entry, schema.memberAttribute),
      memberOf: entry.texts(schema.memberOfAttribute),
      securityId: schema.isActiveDirectory ? securityIdOf(entry) : undefined,
    });
  }

  return {
    async *readUsers(signal) {
      const open = await connection();
      const options = {
        ...{ filter: toClientFilter(userFilter(schema)), attributes: userAttributes(schema) },
        ...{ explicitBufferAttributes: binaryAttributes, maxEntryBytes: maxPersonBytes },
      };
      for await (const page of open.searchPages(String(schema.userBase), options, pageSize)) {
        signal.throwIfAborted();
        const users: DirectoryUser[] = [];
        for (const found of page) users.push(addUser(await withState(open, new EntryValues(found))));
        yield users;
      }
    },
    async *readGroups(signal) {
      if (!schema.groupBase) return;
      const open = await connection();
      const filter = toClientFilter(LdapFilter.equal('objectClass', schema.groupClass));
      const options = { filter, attributes: groupAttributes(schema), explicitBufferAttributes: binaryAttributes };
      for await (const page of open.searchPages(String(schema.groupBase), options, groupPageSize)) {
        for (const found of page) {
          signal.throwIfAborted();
          await addGroup(open, new EntryValues(found));
        }
      }
      yield memberships.resolve();
    },
    async close() {
      await (await opened?.catch(() => undefined))?.close();
    },
  };
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

/** All people in scope. In Active Directory, computers are of the class of people too, and have passwords. */
export function userFilter({ isActiveDirectory, userClass, userFilter: further }: LdapSchema): LdapFilter {
  const ofClass = LdapFilter.equal('objectClass', userClass);
  const computer = LdapFilter.equal('objectClass', 'computer');
  const parts = [...(isActiveDirectory ? [LdapFilter.not(computer)] : []), ...(further ? [further] : [])];
  return parts.length > 0 ? LdapFilter.and(ofClass, ...parts) : ofClass;
}

function userAttributes({ usernameAttribute, memberOfAttribute }: LdapSchema): string[] {
  const details = ['cn', 'givenName', 'sn', 'mail', 'mobile', 'telephoneNumber'];
  const ids = [...externalIdAttributes, securityIdAttribute, primaryGroupAttribute];
  return [...ids, usernameAttribute, memberOfAttribute, ...details, ...stateAttributes];
}

function groupAttributes({ groupNameAttribute, memberAttribute, memberOfAttribute }: LdapSchema): string[] {
  return [...externalIdAttributes, securityIdAttribute, groupNameAttribute, memberAttribute, memberOfAttribute];
}

function toUser(entry: EntryValues, { isActiveDirectory, usernameAttribute }: LdapSchema, now: Date): DirectoryUser {
  return {
    externalId: requireId(externalIdOf(entry, isActiveDirectory)),
    username: entry.text(usernameAttribute),
    firstName: entry.text('givenName', 'cn', usernameAttribute),
    lastName: entry.text('sn'),
    email: entry.text('mail'),
    phone: entry.text('mobile', 'telephoneNumber'),
    isActive: isUsable(entry, isActiveDirectory, now),
  };
}

function requireId(externalId: string): string {
  if (externalId === '') throw new DirectoryFailure('permission', 'an entry has no permanent identifier');
  return externalId;
}
