// Reads user, mfa, group and group_member: an application learns the current data of the user.
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { mayUse } from '../consents.queries.ts';

export interface AccountRow {
  readonly id: number;
  readonly subject: string;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string | null;
  /** False if an identity provider reported the address without having verified it, and codes were never sent to it. */
  readonly is_email_verified: boolean;
  readonly is_active: boolean;
  readonly is_admin: boolean;
  /** Those that the application may learn, sorted. */
  readonly groups: readonly string[];
  readonly may_use: boolean;
}

/** The fields of an `AccountRow`: of user `u` for the application `a`, with `accountJoins`. */
export const accountColumns = sql<AccountRow>`u.id, u.subject, u.username, u.first_name, u.last_name, u.email, u.phone,
  u.is_active, coalesce(f.email_enabled, false) or u.unverified_email is distinct from u.email as is_email_verified,
  coalesce(m.is_admin, false) as is_admin, coalesce(m.groups, '{}') as groups, ${mayUse} as may_use`;

export const accountJoins = sql`
  left join mfa f on f.user_id = u.id
  left join lateral (
    select bool_or(g.is_admin) as is_admin, array_agg(g.name order by g.name) filter (where not a.filters_groups
      or exists (select from openid_app_shown_group s where s.app_id = a.id and s.group_id = g.id)) as groups
    from group_member gm join "group" g on g.id = gm.group_id where gm.user_id = u.id) m on true`;

/** The user with this subject, as an application sees them; undefined if there is no such user or application. */
export async function findAccount(db: Database, subject: string, clientId: string): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select ${accountColumns} from openid_app a join "user" u on u.subject = ${subject} ${accountJoins}
    where a.client_id = ${clientId}`.execute(db);
  return rows[0];
}
