// Reads user, group and their members; users and groups write them.
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { hasOwnCredential } from '../users/index.ts';
import type { StoredGroup, StoredMember, StoredState, StoredUser } from './sync-state.ts';

type UserRow = Omit<StoredUser, 'externalId'> & { readonly external_id: string | null };
type GroupRow = Omit<StoredGroup, 'externalId'> & { readonly external_id: string | null };

/** All accounts and groups with their links to the source, and the members of the groups that it could manage. */
export async function readStoredState(tx: Tx, source: string, groupNames: readonly string[]): Promise<StoredState> {
  const users = await sql<UserRow>`
    select u.id, u.username, u.first_name, u.last_name, u.email, u.phone, u.is_active, u.managed_by, l.external_id,
      coalesce(l.is_disabled_by_sync, false) as "isDisabledBySync", o.id is not null as "isLinkedElsewhere",
      ${hasOwnCredential} as "canSignIn",
      coalesce(a.ids, '{}') as "adminGroupIds"
    from "user" u
    left join directory_link l on l.user_id = u.id and l.source = ${source}
    left join directory_link o on o.user_id = u.id and o.source <> ${source}
    left join (
      select m.user_id, array_agg(m.group_id order by m.group_id) as ids
      from group_member m join "group" g on g.id = m.group_id where g.is_admin group by m.user_id) a on a.user_id = u.id
    order by u.id`.execute(tx);
  const groups = await sql<GroupRow>`
    select g.id, g.name, g.is_admin, g.managed_by, l.external_id, o.id is not null as "isLinkedElsewhere"
    from "group" g left join directory_link l on l.group_id = g.id and l.source = ${source}
    left join directory_link o on o.group_id = g.id and o.source <> ${source} order by g.id`.execute(tx);
  const members = await sql<StoredMember>`
    select m.group_id as "groupId", m.user_id as "userId"
    from group_member m join "group" g on g.id = m.group_id
    left join directory_link l on l.group_id = g.id and l.source = ${source}
    where l.id is not null or g.name = any(${groupNames}::text[])`.execute(tx);
  return {
    users: users.rows.map(({ external_id, ...user }) => ({ ...user, externalId: external_id ?? undefined })),
    groups: groups.rows.map(({ external_id, ...group }) => ({ ...group, externalId: external_id ?? undefined })),
    members: members.rows,
  };
}
