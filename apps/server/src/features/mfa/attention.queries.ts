// Reads user, group and group_member for who is an administrator.
import { maxAttentionPerKind } from '@gatewarden/contract/home';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { AttentionFacts } from '../feature.ts';

/** Active administrators whose sign-in asks for no second factor, by name. Only they are required to have one. */
export async function listAdministratorsWithoutFactor(db: Database): Promise<AttentionFacts[]> {
  const { rows } = await sql<{ username: string; name: string }>`
    select u.username, u.first_name || ' ' || u.last_name as name
    from "user" u
    where u.is_active and u.password_hash is not null
      and u.id in (select m.user_id from group_member m join "group" g on g.id = m.group_id where g.is_admin)
      and not exists (select from mfa where mfa.user_id = u.id and mfa.is_enabled)
    order by lower(u.username) limit ${maxAttentionPerKind}`.execute(db);
  return rows.map(({ username, name }) => ({
    severity: 'warning',
    since: null,
    subject: { type: 'user', id: username, name },
  }));
}

/** Whether the user's sign-in asks for a second factor. */
export async function isFactorRequired(db: Database, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom('mfa')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('is_enabled', '=', true)
    .executeTakeFirst();
  return found !== undefined;
}
