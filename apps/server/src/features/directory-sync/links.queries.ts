// Reads managed_by of user and group; users and groups write it.
import { sql } from 'kysely';
import { anyOf } from '../../platform/database/any-of.ts';
import type { Database, Tx } from '../../platform/database/database.ts';

interface Link {
  readonly id: number;
  readonly externalId: string;
}

/**
 * Links accounts that exist. One that is linked already is linked to the other entry; one of another source is left out.
 * Returns the ids of the accounts that are linked now.
 */
export async function linkUsers(tx: Tx, source: string, links: readonly Link[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    insert into directory_link (source, external_id, user_id)
    select ${source}, external_id, id from ${recordset(links)}
    where exists (select from "user" u where u.id = l.id)
    on conflict (user_id) where user_id is not null do update
      set external_id = excluded.external_id where directory_link.source = excluded.source
    returning user_id`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

/** As `linkUsers`, for groups. */
export async function linkGroups(tx: Tx, source: string, links: readonly Link[]): Promise<number[]> {
  const { rows } = await sql<{ group_id: number }>`
    insert into directory_link (source, external_id, group_id)
    select ${source}, external_id, id from ${recordset(links)}
    where exists (select from "group" g where g.id = l.id)
    on conflict (group_id) where group_id is not null do update
      set external_id = excluded.external_id where directory_link.source = excluded.source
    returning group_id`.execute(tx);
  return rows.map(({ group_id }) => group_id);
}

/** Those of the accounts that are linked to the source. */
export async function findLinkedIds(tx: Tx, source: string, userIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from directory_link where source = ${source} and user_id = any(${userIds}::int[])`.execute(tx);
  return new Set(rows.map(({ user_id }) => user_id));
}

export async function isGroupLinked(tx: Tx, source: string, groupId: number): Promise<boolean> {
  const { rows } = await sql`
    select from directory_link where source = ${source} and group_id = ${groupId}`.execute(tx);
  return rows.length > 0;
}

function recordset(links: readonly Link[]) {
  const rows = JSON.stringify(links.map(({ id, externalId }) => ({ id, external_id: externalId })));
  return sql`jsonb_to_recordset(${rows}::jsonb) as l(id integer, external_id text)`;
}

export async function unlinkGroup(tx: Tx, groupId: number): Promise<void> {
  await tx.deleteFrom('directory_link').where('group_id', '=', groupId).execute();
}

export async function setDisabledBySync(tx: Tx, userIds: readonly number[], isDisabled: boolean): Promise<void> {
  await tx
    .updateTable('directory_link')
    .set({ is_disabled_by_sync: isDisabled })
    .where('user_id', '=', anyOf(userIds))
    .execute();
}

/** From now on, no directory enables the account. Returns whether one had disabled it. */
export async function clearDisabledBySync(tx: Tx, userId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('directory_link')
    .set({ is_disabled_by_sync: false })
    .where('user_id', '=', userId)
    .where('is_disabled_by_sync', '=', true)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ids of the accounts of these entries; those that exist. */
export async function findLinkedUsers(
  tx: Tx,
  source: string,
  externalIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ external_id: string; user_id: number }>`
    select external_id, user_id from directory_link
    where source = ${source} and user_id is not null and external_id = any(${externalIds}::text[])`.execute(tx);
  return new Map(rows.map(({ external_id, user_id }) => [external_id, user_id]));
}

/** Ids of the groups of these entries; those that exist. */
export async function findLinkedGroup(tx: Tx, source: string, externalId: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('directory_link')
    .select('group_id')
    .where('source', '=', source)
    .where('external_id', '=', externalId)
    .where('group_id', 'is not', null)
    .executeTakeFirst();
  return row?.group_id ?? undefined;
}

/** Ids of the accounts that the source manages. */
export async function listManagedUsers(tx: Tx, source: string): Promise<number[]> {
  const rows = await tx.selectFrom('user').select('id').where('managed_by', '=', source).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Ids of the groups that the source manages. */
export async function listManagedGroups(tx: Tx, source: string): Promise<number[]> {
  const rows = await tx.selectFrom('group').select('id').where('managed_by', '=', source).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

export async function deleteLinks(tx: Tx, source: string): Promise<void> {
  await tx.deleteFrom('directory_link').where('source', '=', source).execute();
  await tx.deleteFrom('directory_source').where('source', '=', source).execute();
}

export async function countLinks(db: Database, source: string): Promise<{ users: number; groups: number }> {
  const { rows } = await sql<{ users: number; groups: number }>`
    select count(user_id) as users, count(group_id) as groups from directory_link where source = ${source}`.execute(db);
  return rows[0] ?? { users: 0, groups: 0 };
}

export async function setConfiguredBy(tx: Tx, source: string, userId: number): Promise<void> {
  await tx
    .insertInto('directory_source')
    .values({ source, configured_by: userId })
    .onConflict((conflict) => conflict.column('source').doUpdateSet({ configured_by: userId }))
    .execute();
}

/** The next run waits for a confirmation, as if none had been applied. */
export async function requireConfirmation(tx: Tx, source: string): Promise<void> {
  await sql`
    insert into directory_source (source, confirmed_again_after)
    select ${source}, max(id) from directory_sync_run where source = ${source}
    on conflict (source) do update set confirmed_again_after = excluded.confirmed_again_after`.execute(tx);
}

export async function findConfiguredBy(db: Database, source: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('directory_source')
    .select('configured_by')
    .where('source', '=', source)
    .executeTakeFirst();
  return row?.configured_by ?? undefined;
}
