// Reads directory_link, user and group; directory-sync, users and groups write them.
import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

export interface ManagedCounts {
  readonly users: number;
  readonly groups: number;
}

/** Accounts and groups that the directory manages, and all others. */
export async function countManaged(db: Database): Promise<{ managed: ManagedCounts; local: ManagedCounts }> {
  const { rows } = await sql<ManagedCounts & { is_managed: boolean }>`
    select is_managed, count(*) filter (where is_user) as users, count(*) filter (where not is_user) as groups
    from (select managed_by is not distinct from 'ldap' as is_managed, true as is_user from "user"
      union all select managed_by is not distinct from 'ldap', false from "group") objects
    group by is_managed`.execute(db);
  const countsOf = (isManaged: boolean) => {
    const { users, groups } = rows.find(({ is_managed }) => is_managed === isManaged) ?? { users: 0, groups: 0 };
    return { users, groups };
  };
  return { managed: countsOf(true), local: countsOf(false) };
}

/**
 * Links the accounts that the directory manages to the entries that they come from. Returns the ids of all accounts that it
 * manages. Those without a password here sign in with that of the directory, which the entry has.
 */
export async function linkManagedUsers(tx: Tx): Promise<number[]> {
  await link(
    tx,
    'user',
    sql`select o.id, l.external_id, o.password_hash is null as has_password
    from "user" o join directory_link l on l.user_id = o.id where o.managed_by = 'ldap' and l.source = 'ldap'`,
  );
  const rows = await tx.selectFrom('user').select('id').where('managed_by', '=', 'ldap').execute();
  return rows.map(({ id }) => id);
}

/** As `linkManagedUsers` for groups. */
export async function linkManagedGroups(tx: Tx): Promise<number[]> {
  await link(
    tx,
    'group',
    sql`select o.id, l.external_id, false as has_password
    from "group" o join directory_link l on l.group_id = o.id where o.managed_by = 'ldap' and l.source = 'ldap'`,
  );
  const rows = await tx.selectFrom('group').select('id').where('managed_by', '=', 'ldap').execute();
  return rows.map(({ id }) => id);
}

/** The names of the entries are found by the next comparison. One that this instance created remains such an entry. */
async function link(tx: Tx, kind: 'user' | 'group', objects: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into ldap_entry (kind, object_id, external_id, dn, is_created, has_password)
    select ${kind}, id, external_id, '', false, has_password from (${objects}) linked
    on conflict (kind, object_id) do update
      set external_id = excluded.external_id, has_password = excluded.has_password, is_revoked = false,
        is_created = ldap_entry.is_created and ldap_entry.external_id is not distinct from excluded.external_id`.execute(
    tx,
  );
}
