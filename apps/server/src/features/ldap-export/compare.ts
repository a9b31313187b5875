import { type ExportCounts, type ExportDifferences, maxExportDifferences } from '@gatewarden/contract/ldap-export';
import { inSnapshot, inTransaction } from '../../platform/database/database.ts';
import { LdapFilter } from '../../platform/ldap/filter.ts';
import type { LdapSchema } from '../../ports/ldap-directory.ts';
import type { LdapEntry } from '../../ports/ldap-writer.ts';
import { markChanged, markGroupsOf, type ObjectKind } from './changes.queries.ts';
import { attributesOf, describeGroup, describeUser } from './describe-entries.ts';
import { type LinkedEntry, listEntries, setEntryName } from './entries.queries.ts';
import { changedAttributes, findChanges, isUnchanged, type WantedEntry } from './entry-changes.ts';
import {
  type ExportedGroup,
  type ExportedUser,
  listExportedGroups,
  listExportedUsers,
} from './exported-objects.queries.ts';
import { passwordDifference, statusDifference } from './user-status.ts';
import { baseOf, type WriteContext } from './write-entry.ts';

export interface Comparison {
  readonly counts: ExportCounts;
  readonly differences: ExportDifferences;
}

/** An object that the directory should have. */
interface Expected {
  readonly id: number;
  readonly name: string;
  readonly wanted: WantedEntry;
  /** What else differs. */
  readonly findFurther: (entry: LdapEntry) => string[];
}

interface Found {
  readonly missing: { id: number; name: string }[];
  readonly changed: { id: number; name: string; attributes: string[] }[];
  readonly extra: string[];
  /** Entries whose name is another one than stored. */
  readonly moved: { id: number; dn: string }[];
}

/**
 * Compares all users and groups with their entries, and marks what differs as changed, so that it is written. Entries that
 * this instance does not manage are counted and never changed. @throws DirectoryFailure
 */
export async function compareAll(context: WriteContext): Promise<Comparison> {
  const { db, rules, clock } = context;
  const users = rules.writesUsers ? await compareUsers(context) : undefined;
  // after users: the names of their entries are current
  const groups = rules.writesGroups ? await compareGroups(context) : undefined;
  await inTransaction(db, async (tx) => {
    for (const [kind, result] of [
      ['user', users],
      ['group', groups],
    ] as const) {
      if (!result) continue;
      const ids = [...result.found.missing, ...result.found.changed].map(({ id }) => id);
      await markChanged(tx, kind, [...ids, ...result.orphanIds], clock.now());
    }
  });
  return toComparison(users, groups);
}

interface Result {
  readonly found: Found;
  readonly expected: number;
  /** Ids of objects that the directory should not have any entry of. */
  readonly orphanIds: readonly number[];
}

async function compareUsers(context: WriteContext): Promise<Result> {
  const { db, rules, clock } = context;
  const { users, links } = await inSnapshot(db, async (tx) => ({
    users: await listExportedUsers(tx, rules),
    links: await listEntries(tx, 'user'),
  }));
  const expected = users
    .filter((user) => isExpected(user, links, rules.removal))
    .map((user) => toExpected(user, links.get(user.id), context));
  const found = await compareKind('user', expected, links, context);
  await inTransaction(db, async (tx) => {
    for (const { id, dn } of found.moved) await setEntryName(tx, { kind: 'user', id }, dn);
    await markGroupsOf(
      tx,
      found.moved.map(({ id }) => id),
      clock.now(),
    );
  });
  const managed = users.filter(({ is_written }) => !is_written);
  const orphanIds = orphansOf(links, [...expected, ...managed]);
  return { found, expected: expected.length, orphanIds };
}

/** An account out of scope has an entry only if it is to be disabled. */
function isExpected(
  { id, in_scope, is_written }: ExportedUser,
  links: ReadonlyMap<number, LinkedEntry>,
  removal: 'disable' | 'delete',
): boolean {
  return is_written && (in_scope || (removal === 'disable' && links.has(id)));
}

function toExpected(user: ExportedUser, link: LinkedEntry | undefined, { schema }: WriteContext): Expected {
  const isActive = user.is_active && user.in_scope;
  const wanted = describeUser(user, schema, '');
  return {
    id: user.id,
    name: user.username,
    wanted,
    findFurther: (entry) => [
      ...statusDifference(entry, isActive, schema),
      ...(link ? passwordDifference(link, isActive, schema) : []),
    ],
  };
}

async function compareGroups(context: WriteContext): Promise<Result> {
  const { db, rules, schema } = context;
  const { groups, links } = await inSnapshot(db, async (tx) => ({
    groups: await listExportedGroups(tx, rules),
    links: await listEntries(tx, 'group'),
  }));
  const toExpectedGroup = (group: ExportedGroup): Expected => ({
    id: group.id,
    name: group.name,
    wanted: describeGroup(group, schema),
    findFurther: () => [],
  });
  const expected = groups.filter(({ in_scope, is_written }) => in_scope && is_written).map(toExpectedGroup);
  const found = await compareKind('group', expected, links, context);
  const managed = groups.filter(({ is_written }) => !is_written);
  return { found, expected: expected.length, orphanIds: orphansOf(links, [...expected, ...managed]) };
}

function orphansOf(links: ReadonlyMap<number, LinkedEntry>, known: readonly { readonly id: number }[]): number[] {
  const ids = new Set(known.map(({ id }) => id));
  return [...links.keys()].filter((id) => !ids.has(id));
}

/** Groups have many members, so fewer fit in an answer. */
const pageSizes = { user: 200, group: 50 } as const;

async function compareKind(
  kind: ObjectKind,
  expected: readonly Expected[],
  links: ReadonlyMap<number, LinkedEntry>,
  context: WriteContext,
): Promise<Found> {
  const { writer, schema } = context;
  const byExternalId = new Map<string, Expected>();
  for (const each of expected) {
    const externalId = links.get(each.id)?.external_id;
    if (externalId) byExternalId.set(externalId, each);
  }
  const linkedIds = new Set([...links.values()].map(({ external_id }) => external_id));
  const found: Found = { missing: [], changed: [], extra: [], moved: [] };
  const filter = classFilter(kind, schema);
  const attributes = attributesOf(kind, schema);
  const seen = new Set<number>();
  const wanted = { base: baseOf({ kind }, schema), filter, attributes };
  for await (const page of writer.readAll(wanted, pageSizes[kind])) {
    for (const entry of page) {
      const object = byExternalId.get(entry.externalId);
      if (object) {
        seen.add(object.id);
        compareEntry(object, entry, links.get(object.id), found);
      } else if (!linkedIds.has(entry.externalId)) found.extra.push(entry.dn);
    }
  }
  for (const { id, name } of expected) if (!seen.has(id)) found.missing.push({ id, name });
  return found;
}

/** All entries of a kind. In Active Directory, computers are of the class of people too. */
function classFilter(kind: ObjectKind, { userClass, groupClass, isActiveDirectory }: LdapSchema): LdapFilter {
  const ofClass = LdapFilter.equal('objectClass', kind === 'user' ? userClass : groupClass);
  if (kind === 'group' || !isActiveDirectory) return ofClass;
  return LdapFilter.and(ofClass, LdapFilter.not(LdapFilter.equal('objectClass', 'computer')));
}

function compareEntry(
  { id, name, wanted, findFurther }: Expected,
  entry: LdapEntry,
  link: LinkedEntry | undefined,
  found: Found,
) {
  if (link && link.dn !== entry.dn) found.moved.push({ id, dn: entry.dn });
  const change = findChanges(wanted, entry);
  const attributes = [...changedAttributes(change, wanted), ...findFurther(entry)];
  if (!isUnchanged(change) || attributes.length > 0) found.changed.push({ id, name, attributes });
}

function toComparison(users: Result | undefined, groups: Result | undefined): Comparison {
  const results = [
    { kind: 'user' as const, result: users },
    { kind: 'group' as const, result: groups },
  ];
  const collect = <Item>(items: (found: Found, kind: ObjectKind) => Item[]): Item[] =>
    results.flatMap(({ kind, result }) => (result ? items(result.found, kind) : []));
  const missing = collect((found, kind) => found.missing.map(({ name }) => ({ kind, name })));
  const changed = collect((found, kind) => found.changed.map(({ name, attributes }) => ({ kind, name, attributes })));
  const extra = collect((found, kind) => found.extra.map((name) => ({ kind, name })));
  const counts = {
    users: users?.expected ?? 0,
    groups: groups?.expected ?? 0,
    ...{ missing: missing.length, changed: changed.length, extra: extra.length },
  };
  const first = <Item>(items: Item[]) => items.slice(0, maxExportDifferences);
  return { counts, differences: { missing: first(missing), changed: first(changed), extra: first(extra) } };
}
