import { Attribute, Change, type Client, type Entry } from 'ldapts';
import { Dn } from '../../platform/ldap/dn.ts';
import { DirectoryFailure } from '../../ports/directory.ts';
import type { LdapSchema, LdapServer } from '../../ports/ldap-directory.ts';
import {
  type LdapEntry,
  type LdapSearch,
  type LdapValues,
  type LdapWriter,
  WriteRefused,
} from '../../ports/ldap-writer.ts';
import { EntryValues } from './entry-values.ts';
import { externalIdAttributes, externalIdFilter, externalIdOf, guidAttribute } from './external-id.ts';
import { type LdapConnection, type LdapTimes, maxPersonBytes } from './ldap-connection.ts';
import { openBound } from './ldap-directory.ts';
import { hashPassword, modifyPassword, modifyPasswordRequest, unicodePassword } from './password-change.ts';
import { readAllValues } from './read-all-values.ts';
import { toClientFilter } from './to-client-filter.ts';
import { toWriteRefused } from './write-refusals.ts';

/** How many entries with one identifier are looked at. */
const sameIds = 10;

/** Connects and signs in. @throws DirectoryFailure */
export async function openLdapWriter(
  server: LdapServer,
  { isActiveDirectory, memberAttribute }: Pick<LdapSchema, 'isActiveDirectory' | 'memberAttribute'>,
  times: LdapTimes,
): Promise<LdapWriter> {
  const connection = await openBound(server, times);

  /** Of an entry that is too large, which has no attributes then, at least the identifier. */
  async function withId(entry: EntryValues): Promise<EntryValues> {
    if (externalIdOf(entry, isActiveDirectory) !== '') return entry;
    const options = { scope: 'base', attributes: externalIdAttributes, maxEntryBytes: maxPersonBytes } as const;
    const [found] = await connection.search(entry.name, { ...options, explicitBufferAttributes: [guidAttribute] });
    return found ? new EntryValues(found) : entry;
  }

  async function toEntry(entry: Entry, attributes: readonly string[]): Promise<LdapEntry> {
    const found = await withId(new EntryValues(entry));
    const parts = attributes.filter((attribute) => found.range(attribute) !== undefined);
    const whole = new Map<string, readonly string[]>();
    for (const attribute of parts) whole.set(attribute, await readAllValues(connection, found, attribute));
    return {
      dn: found.name,
      externalId: externalIdOf(found, isActiveDirectory),
      values: (attribute) => whole.get(attribute) ?? found.texts(attribute),
    };
  }

  const toEntries = async (page: readonly Entry[], attributes: readonly string[]): Promise<LdapEntry[]> => {
    const entries: LdapEntry[] = [];
    for (const entry of page) entries.push(await toEntry(entry, attributes));
    return entries;
  };
  const readOptions = (attributes: readonly string[]) => ({
    attributes: [...externalIdAttributes, ...attributes],
    explicitBufferAttributes: [guidAttribute],
    ...(!attributes.includes(memberAttribute) && { maxEntryBytes: maxPersonBytes }),
  });
  const optionsOf = ({ filter, attributes }: Omit<LdapSearch, 'base'>) => ({
    filter: toClientFilter(filter),
    ...readOptions(attributes),
  });

  async function search(wanted: LdapSearch, limit: number): Promise<LdapEntry[]> {
    const options = { ...optionsOf(wanted), sizeLimit: 0 };
    for await (const page of connection.searchPages(String(wanted.base), options, limit))
      return toEntries(page, wanted.attributes);
    return [];
  }

  async function read(dn: string, attributes: readonly string[]): Promise<LdapEntry | undefined> {
    try {
      const [found] = await connection.search(dn, { scope: 'base', ...readOptions(attributes) });
      return found && (await toEntry(found, attributes));
    } catch (error) {
      // RFC 4511: noSuchObject
      if (error instanceof DirectoryFailure && error.reason === 'base') return undefined;
      throw error;
    }
  }

  const change = (request: (client: Client) => Promise<unknown>) => runChange(connection, request);
  const replace = (dn: string, values: Readonly<Record<string, readonly string[] | readonly Buffer[]>>) =>
    change((client) => client.modify(dn, Object.entries(values).map(toReplacement)));

  async function setHashedPassword(dn: string, password: string): Promise<void> {
    const value = modifyPasswordRequest(dn, password);
    if (await offersModifyPassword(connection)) await change((client) => client.exop(modifyPassword, value));
    else await replace(dn, { userPassword: [hashPassword(password)] });
  }

  return {
    find: async (externalId, { base, attributes }) => {
      const filter = externalIdFilter(externalId, isActiveDirectory);
      // another entry may have the same value in another attribute that identifies entries
      const found = await search({ base, filter, attributes }, sameIds);
      return found.find((entry) => entry.externalId === externalId);
    },
    search,
    async *readAll(wanted, pageSize) {
      for await (const page of connection.searchPages(String(wanted.base), optionsOf(wanted), pageSize))
        yield (await toEntries(page, wanted.attributes)).filter(({ externalId }) => externalId !== '');
    },
    read,
    async add(dn, values) {
      await change((client) => client.add(String(dn), toAttributes(values)));
      const externalId = (await read(String(dn), []))?.externalId ?? '';
      if (externalId === '') throw new DirectoryFailure('permission', 'an entry has no permanent identifier');
      return externalId;
    },
    replace,
    async rename(dn, attribute, value) {
      const renamed = Dn.parse(dn).renamed(attribute, value);
      await change((client) => client.modifyDN(dn, renamed.firstPart));
      return String(renamed);
    },
    delete: (dn) => change((client) => client.del(dn)),
    async setPassword(dn, password) {
      if (!isActiveDirectory) return setHashedPassword(dn, password);
      // it would only be refused after it was sent
      if (server.encryption === 'none') throw new WriteRefused('encryption', 'the connection is not encrypted');
      return replace(dn, { unicodePwd: [unicodePassword(password)] });
    },
    close: () => connection.close(),
  };
}

/** @throws WriteRefused, DirectoryFailure */
async function runChange(connection: LdapConnection, request: (client: Client) => Promise<unknown>): Promise<void> {
  try {
    await connection.send(request);
  } catch (error) {
    throw toWriteRefused((error as Error).cause ?? error) ?? error;
  }
}

async function offersModifyPassword(connection: LdapConnection): Promise<boolean> {
  const [root] = await connection.search('', { scope: 'base', attributes: ['supportedExtension'] });
  return root !== undefined && new EntryValues(root).texts('supportedExtension').includes(modifyPassword);
}

function toAttributes(values: LdapValues): Attribute[] {
  return Object.entries(values)
    .filter(([, list]) => list.length > 0)
    .map(([type, list]) => new Attribute({ type, values: [...list] }));
}

function toReplacement([type, values]: [string, readonly string[] | readonly Buffer[]]): Change {
  const modification = new Attribute({ type, values: [...values] as string[] | Buffer[] });
  return new Change({ operation: 'replace', modification });
}
