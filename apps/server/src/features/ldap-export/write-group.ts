import { inTransaction } from '../../platform/database/database.ts';
import { type ClaimedChange, finishChange } from './changes.queries.ts';
import { describeGroup } from './describe-entries.ts';
import { deleteEntry, findEntry, type LinkedEntry, saveEntry } from './entries.queries.ts';
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
  const written = await writeEntry(change, describeGroup(group, schema), link, context);
  await complete(change, written.link, context);
}

async function complete(change: ClaimedChange, link: LinkedEntry | undefined, { db }: WriteContext): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (link) await saveEntry(tx, change, link);
    else await deleteEntry(tx, change);
    await finishChange(tx, change);
  });
}

/** Deletes an entry that this instance created. Another one loses its members, so that it grants nothing. */
async function removeGroup(change: ClaimedChange, link: LinkedEntry, context: WriteContext): Promise<void> {
  const { writer, schema } = context;
  // an entry that was never confirmed may be that of others
  const entry = link.external_id === null ? undefined : await findLinked(change, link, context);
  if (!entry) return;
  if (link.is_created) return writer.delete(entry.dn);
  const wanted = describeGroup({ name: '', members: [] }, schema);
  await replaceValues(writer, entry.dn, { [schema.memberAttribute]: [] }, wanted);
}
