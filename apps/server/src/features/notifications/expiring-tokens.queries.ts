// Reads api_token, and user, group and group_member for the owners of tokens.
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export interface ExpiringToken {
  readonly id: number;
  readonly name: string;
  readonly user_id: number;
  readonly username: string;
  readonly is_admin: boolean;
  readonly expires_at: Date;
}

interface Period {
  readonly now: Date;
  readonly until: Date;
  /** Tokens created later are left out: their owners know. */
  readonly createdBefore: Date;
  readonly limit: number;
}

/** Tokens of active users that expire within the period and that the owner was not notified of; the next first. */
export async function listExpiringTokens(
  db: Database,
  { now, until, createdBefore, limit }: Period,
): Promise<ExpiringToken[]> {
  const { rows } = await sql<ExpiringToken>`
    select t.id, t.name, u.id as user_id, u.username, t.expires_at, exists (
      select from group_member m join "group" g on g.id = m.group_id where m.user_id = u.id and g.is_admin) as is_admin
    from api_token t join "user" u on u.id = t.user_id
    where t.expires_at > ${now} and t.expires_at <= ${until} and t.created_at <= ${createdBefore} and u.is_active
      and not exists (select from notification n where n.user_id = u.id and n.key = 'api_token:' || t.id)
    order by t.expires_at, t.id limit ${limit}`.execute(db);
  return rows;
}
