import { inTransaction } from '../../platform/database/database.ts';
import { type LdapEntry, WriteRefused } from '../../ports/ldap-writer.ts';
import { type ClaimedChange, finishChange } from './changes.queries.ts';
import { describeGroup } from './describe-entries.ts';
import { deleteEntry, findEntry, type LinkedEntry, saveEntry } from './entries.queries.ts';
import type { WantedEntry } from './entry-changes.ts';
import { findExportedGroup } from './exported-objects.queries.ts';
import { deleteOrEndAccess, findConfirmed, replaceValues, type WriteContext, writeEntry } from './write-entry.ts';

/** Makes the entry of a group, with its members, as the group is. @throws WriteRefused, DirectoryFailure */
export async function writeGroup(change: ClaimedChange, context: WriteContext): Promise<void> {
  const { db, rules, schema } = context;
  const group = await findExportedGroup(db, change.id, rules);
  const link = await findEntry(db, change);
  if (!rules.writesGroups || group?.is_written === false) return complete(change, link, context);
  if (!group?.in_scope) {
    if (link) await removeGroup(change, link, context);
    return complete(change, undefined, context);
  }
  const wanted = describeGroup(group, schema);
  try {
    const written = await writeEntry(change, wanted, link, context);
    await complete(change, written.link, context);
  } catch (error) {
    // former members lose the group also if the directory refuses its new name
    const entry = error instanceof WriteRefused && link && (await findConfirmed(change, link, [], context));
    if (entry) await replaceMembers(entry, wanted, context);
    throw error;
  }
}

async function complete(change: ClaimedChange, link: LinkedEntry | undefined, { db }: WriteContext): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (link) await saveEntry(tx, change, link);
    else await deleteEntry(tx, change);
    await finishChange(tx, change);
  });
}

/** Writes the members of a group and nothing else. @throws WriteRefused, DirectoryFailure */
async function replaceMembers(entry: LdapEntry, wanted: WantedEntry, { writer, schema }: WriteContext): Promise<void> {
  const members = wanted.values[schema.memberAttribute] ?? [];
  await replaceValues(writer, entry.dn, { [schema.memberAttribute]: members }, wanted);
}

/**
 * Deletes the entry if this instance created it. Another one, or one that cannot be deleted, loses its members.
 * @throws WriteRefused, DirectoryFailure
 */
async function removeGroup(change: ClaimedChange, link: LinkedEntry, context: WriteContext): Promise<void> {
  const { writer, schema } = context;
  const entry = await findConfirmed(change, link, [], context);
  if (!entry) return;
  const removeMembers = () => replaceMembers(entry, describeGroup({ name: '', members: [] }, schema), context);
  if (link.is_created) await deleteOrEndAccess(writer, entry.dn, removeMembers);
  else await removeMembers();
}
