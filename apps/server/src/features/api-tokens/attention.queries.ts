// Reads user, group and group_member for the owners of tokens.
import { maxAttentionPerKind } from '@gatewarden/contract/home';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { AttentionFacts } from '../feature.ts';

const noticeMilliseconds = 14 * 24 * 3_600_000;

interface ExpiringRow {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly expires_at: Date;
}

/** Tokens of active administrators that expire within 14 days, the next first. */
export async function listExpiringTokens(db: Database, now: Date): Promise<AttentionFacts[]> {
  const until = new Date(now.getTime() + noticeMilliseconds);
  const { rows } = await sql<ExpiringRow>`
    select t.id, t.name, u.username, t.expires_at
    from api_token t join "user" u on u.id = t.user_id
    where t.expires_at > ${now} and t.expires_at <= ${until} and u.is_active
      and exists (select from group_member m join "group" g on g.id = m.group_id where m.user_id = u.id and g.is_admin)
    order by t.expires_at, t.id limit ${maxAttentionPerKind}`.execute(db);
  return rows.map(({ id, name, username, expires_at }) => ({
    severity: 'warning',
    since: null,
    subject: { type: 'api_token', id: String(id), name },
    details: { username, expires_at: toNaive(expires_at) },
    occurrence: expires_at,
  }));
}
