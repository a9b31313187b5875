import { inTransaction } from '../../platform/database/database.ts';
import { WriteRefused } from '../../ports/ldap-writer.ts';
import { type ClaimedChange, finishChange } from './changes.queries.ts';
import { describeGroup } from './describe-entries.ts';
import { deleteEntry, findEntry, type LinkedEntry, saveEntry } from './entries.queries.ts';
import type { WantedEntry } from './entry-changes.ts';
import { findExportedGroup } from './exported-objects.queries.ts';
import { findLinked, replaceValues, type WriteContext, writeEntry } from './write-entry.ts';

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
    // a name that the directory refuses must not retain former members
    if (error instanceof WriteRefused && link) await writeMembers(change, wanted, link, context);
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

/** Only the members of a group, if its entry exists. */
async function writeMembers(
  change: ClaimedChange,
  wanted: WantedEntry,
  link: LinkedEntry,
  context: WriteContext,
): Promise<void> {
  const { writer, schema } = context;
  // an entry that was never confirmed may be that of others
  const entry = link.external_id === null ? undefined : await findLinked(change, link, context);
  if (!entry) return;
  const members = wanted.values[schema.memberAttribute] ?? [];
  await replaceValues(writer, entry.dn, { [schema.memberAttribute]: members }, wanted);
}

/** Deletes an entry that this instance created. Another one, or one that cannot be deleted, loses its members. */
async function removeGroup(change: ClaimedChange, link: LinkedEntry, context: WriteContext): Promise<void> {
  const { writer, schema } = context;
  const empty = () => writeMembers(change, describeGroup({ name: '', members: [] }, schema), link, context);
  if (!link.is_created) return empty();
  const entry = link.external_id === null ? undefined : await findLinked(change, link, context);
  if (!entry) return;
  try {
    await writer.delete(entry.dn);
  } catch (error) {
    if (error instanceof WriteRefused) await empty();
    throw error;
  }
}
