import type { Database } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Dn } from '../../platform/ldap/dn.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import { DirectoryFailure, type DirectoryFailureReason } from '../../ports/directory.ts';
import type { LdapSchema } from '../../ports/ldap-directory.ts';
import {
  type LdapEntry,
  type LdapSearch,
  type LdapValues,
  type LdapWriter,
  WriteRefused,
} from '../../ports/ldap-writer.ts';
import { markGroupsOf, type ObjectRef } from './changes.queries.ts';
import { attributesOf, sameNameFilter } from './describe-entries.ts';
import { deleteEntry, isLinked, type LinkedEntry, saveEntry, setEntryName } from './entries.queries.ts';
import { findChanges, placeholder, type WantedEntry } from './entry-changes.ts';
import type { ExportRules } from './export-rules.ts';

/** What the writing of one change needs. */
export interface WriteContext {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly writer: LdapWriter;
  readonly schema: LdapSchema;
  readonly rules: ExportRules;
}

export interface WrittenEntry {
  readonly link: LinkedEntry;
  /** As it was before the change; undefined for a new one. */
  readonly before: LdapEntry | undefined;
  /** Whether its name is another one than before. */
  readonly isMoved: boolean;
}

/**
 * Makes the entry of a user or group as wanted, and adds it if it does not exist. Idempotent. An entry that this instance
 * does not manage is never changed.
 * @throws WriteRefused; `exists` if another entry has the name; DirectoryFailure
 */
export async function writeEntry(
  ref: ObjectRef,
  wanted: WantedEntry,
  link: LinkedEntry | undefined,
  context: WriteContext,
): Promise<WrittenEntry> {
  const entry = link && (await findLinked(ref, link, attributesOf(ref.kind, context.schema), context));
  if (!link || !entry) return { link: await addEntry(ref, wanted, link, context), before: undefined, isMoved: true };
  const { isRenamed, values } = findChanges(wanted, entry);
  // after a crash or a broken connection, only an entry that is as it was added can be ours
  if (link.external_id === null && (isRenamed || Object.keys(values).length > 0)) {
    throw new WriteRefused('exists', 'another entry has the name');
  }
  if (isRenamed || changesName(ref, values, context.schema)) await requireFreeName(ref, wanted, entry, context);
  const dn = isRenamed ? await renameEntry(ref, wanted, entry, context) : entry.dn;
  if (Object.keys(values).length > 0) await replaceValues(context.writer, dn, values, wanted);
  return {
    link: { ...link, external_id: entry.externalId, dn },
    before: entry,
    isMoved: entry.dn !== link.dn || link.external_id === null,
  };
}

function changesName({ kind }: ObjectRef, values: LdapValues, schema: LdapSchema): boolean {
  const attribute = kind === 'user' ? schema.usernameAttribute : schema.groupNameAttribute;
  return attribute in values;
}

/** Names of our own entries are exchanged when both are renamed. @throws WriteRefused `exists` if another one has the name */
async function requireFreeName(
  ref: ObjectRef,
  { naming }: WantedEntry,
  { externalId }: LdapEntry,
  { db, writer, schema }: WriteContext,
): Promise<void> {
  const filter = sameNameFilter(naming, ref.kind, schema);
  const found = await writer.search({ base: baseOf(ref, schema), filter, attributes: [] }, sameNames);
  for (const other of found)
    if (other.externalId !== externalId && !(await isLinked(db, other.externalId)))
      throw new WriteRefused('exists', 'another entry has the name');
}

export function baseOf({ kind }: Pick<ObjectRef, 'kind'>, { userBase, groupBase }: LdapSchema): Dn {
  return kind === 'user' ? userBase : (groupBase ?? userBase);
}

/**
 * The entry by its permanent identifier, wherever it is; after a crash while it was added, by its name. Undefined if it does not
 * exist.
 */
async function findLinked(
  ref: ObjectRef,
  { external_id, dn }: LinkedEntry,
  attributes: readonly string[],
  { writer, schema }: WriteContext,
): Promise<LdapEntry | undefined> {
  if (external_id === null) return writer.read(dn, attributes);
  const base = baseOf(ref, schema);
  const found = await writer.find(external_id, { base, attributes });
  return found ?? findElsewhere(external_id, { base: base.suffix, attributes }, writer);
}

/**
 * The entry if it was confirmed as ours, with its identifier and these attributes; undefined if it does not exist.
 * @throws WriteRefused `exists` for one that was never confirmed, as after a crash: it may be that of others; DirectoryFailure
 */
export async function findConfirmed(
  ref: ObjectRef,
  link: LinkedEntry,
  attributes: readonly string[],
  context: WriteContext,
): Promise<LdapEntry | undefined> {
  const entry = await findLinked(ref, link, attributes, context);
  if (entry && link.external_id === null)
    throw new WriteRefused('exists', 'an entry of this name may be that of others');
  return entry;
}

const brokenConnection: ReadonlySet<DirectoryFailureReason> = new Set(['unreachable', 'timeout']);

/**
 * Searches the whole directory: an entry that was moved, or whose search base changed, is still ours. Undefined also if the
 * service account cannot search there. @throws DirectoryFailure
 */
async function findElsewhere(
  externalId: string,
  search: Omit<LdapSearch, 'filter'>,
  writer: LdapWriter,
): Promise<LdapEntry | undefined> {
  try {
    return await writer.find(externalId, search);
  } catch (error) {
    // the service account may be limited to its part of the directory, and another server may have the rest
    if (error instanceof DirectoryFailure && !brokenConnection.has(error.reason)) return undefined;
    throw error;
  }
}

/** How many entries of the same name are looked at. */
const sameNames = 10;

/** `unfound`: the link of an entry that was not found. */
async function addEntry(
  ref: ObjectRef,
  wanted: WantedEntry,
  unfound: LinkedEntry | undefined,
  { db, writer, schema }: WriteContext,
): Promise<LinkedEntry> {
  const base = baseOf(ref, schema);
  // it may only be hidden from the service account: its link remains until another entry exists
  const former = unfound?.external_id ? unfound : undefined;
  const filter = sameNameFilter(wanted.naming, ref.kind, schema);
  const dn = base.child(wanted.naming.attribute, wanted.naming.value);
  const others = await writer.search({ base, filter, attributes: [] }, sameNames);
  if (others.length > 0 || (await writer.read(String(dn), [])))
    throw new WriteRefused('exists', 'another entry has the name');
  // until a password is written
  const access = { has_password: false, is_revoked: false, is_outdated: ref.kind === 'user' };
  const link = { external_id: null, dn: String(dn), is_created: true, ...access };
  // recorded before: if core ends now, the entry of this name is ours
  if (!former) await inTransaction(db, (tx) => saveEntry(tx, ref, link));
  try {
    const externalId = await addWithPlaceholder(writer, dn, { ...wanted.initial, ...wanted.values }, wanted);
    const added = { ...link, external_id: externalId };
    await inTransaction(db, (tx) => saveEntry(tx, ref, added));
    return added;
  } catch (error) {
    if (error instanceof WriteRefused && !former) await inTransaction(db, (tx) => deleteEntry(tx, ref));
    throw error;
  }
}

/** Returns the new name. If two entries exchange their names, one gets a temporary name, and the change fails for now. */
async function renameEntry(
  ref: ObjectRef,
  { naming }: WantedEntry,
  entry: LdapEntry,
  { db, writer, schema, clock }: WriteContext,
): Promise<string> {
  const rename = async (value: string) => {
    const dn = await writer.rename(entry.dn, naming.attribute, value);
    // at once, also if other values are refused: the next owner of the former name must not be in the groups
    await inTransaction(db, async (tx) => {
      await setEntryName(tx, ref, dn);
      if (ref.kind === 'user') await markGroupsOf(tx, [ref.id], clock.now());
    });
    return dn;
  };
  try {
    return await rename(naming.value);
  } catch (error) {
    if (!(error instanceof WriteRefused) || error.reason !== 'exists') throw error;
    const filter = sameNameFilter(naming, ref.kind, schema);
    const others = await writer.search({ base: baseOf(ref, schema), filter, attributes: [] }, sameNames);
    for (const { externalId } of others) {
      if (externalId === entry.externalId || !(await isLinked(db, externalId))) continue;
      await rename(`${naming.value}-${entry.externalId.slice(0, 8)}`);
      break;
    }
    throw error;
  }
}

/**
 * Deletes an entry. If the directory refuses, runs `endAccess` before it throws the refusal. @throws WriteRefused,
 * DirectoryFailure
 */
export async function deleteOrEndAccess(
  writer: LdapWriter,
  dn: string,
  endAccess: () => Promise<unknown>,
): Promise<void> {
  try {
    await writer.delete(dn);
  } catch (error) {
    if (error instanceof WriteRefused) await endAccess();
    throw error;
  }
}

/** Classes of groups may require a member. @throws WriteRefused, DirectoryFailure */
export async function replaceValues(
  writer: LdapWriter,
  dn: string,
  values: LdapValues,
  wanted: Pick<WantedEntry, 'nameAttributes'>,
): Promise<void> {
  await withPlaceholder(values, wanted, (written) => writer.replace(dn, written));
}

function addWithPlaceholder(writer: LdapWriter, dn: Dn, values: LdapValues, wanted: WantedEntry): Promise<string> {
  return withPlaceholder(values, wanted, (written) => writer.add(dn, written));
}

async function withPlaceholder<T>(
  values: LdapValues,
  { nameAttributes }: Pick<WantedEntry, 'nameAttributes'>,
  write: (values: LdapValues) => Promise<T>,
): Promise<T> {
  try {
    return await write(values);
  } catch (error) {
    const empty = nameAttributes.filter((attribute) => values[attribute]?.length === 0);
    if (!(error instanceof WriteRefused) || error.reason !== 'schema' || empty.length === 0) throw error;
    return write({ ...values, ...Object.fromEntries(empty.map((attribute) => [attribute, [placeholder]])) });
  }
}
