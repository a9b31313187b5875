// Reads activity_entry for refused sign-ins, and user for the names of accounts that exist.
import { maxAttentionPerKind } from '@gatewarden/contract/home';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { AttentionFacts } from '../feature.ts';

const windowMilliseconds = 24 * 3_600_000;
const dayMilliseconds = 24 * 3_600_000;
/** Fewer are typing mistakes. */
const minimumOfUser = 5;
/** An office behind one address makes some mistakes a day. */
const minimumOfAddress = 10;
const minimumUsersOfAddress = 3;
/** Entries of each event that are read, the newest: the log limits how many a flood adds. */
const maxEntries = 1_000;

interface ClusterRow {
  readonly type: 'user' | 'address';
  readonly id: string;
  readonly name: string;
  readonly count: number;
  /** Addresses of a user, users of an address. */
  readonly sources: number;
  readonly first_at: Date;
  readonly last_at: Date;
}

/** Accounts and addresses with many refused sign-ins in 24 hours, the latest first. */
export async function listFailedSignIns(db: Database, now: Date): Promise<AttentionFacts[]> {
  const since = new Date(now.getTime() - windowMilliseconds);
  const newest = (event: string) => sql`(select user_id, ip, at from activity_entry
    where event = ${event} and at >= ${since} order by at desc, id desc limit ${maxEntries})`;
  const { rows } = await sql<ClusterRow>`
    with refused as (${newest('user_login_failed')} union all ${newest('user_mfa_login_failed')}),
    clusters as (
      select 'user' as type, u.username as id, u.first_name || ' ' || u.last_name as name, count(*) as count,
        count(distinct r.ip) as sources, min(r.at) as first_at, max(r.at) as last_at
      from refused r join "user" u on u.id = r.user_id group by u.id having count(*) >= ${minimumOfUser}
      union all
      select 'address', host(r.ip), host(r.ip), count(*), count(distinct r.user_id), min(r.at), max(r.at)
      from refused r where r.ip is not null group by r.ip
      having count(*) >= ${minimumOfAddress} and count(distinct r.user_id) >= ${minimumUsersOfAddress}
    )
    select * from clusters order by last_at desc, type, id limit ${maxAttentionPerKind}`.execute(db);
  return rows.map(({ type, id, name, count, sources, first_at, last_at }) => ({
    severity: 'warning',
    since: first_at,
    subject: { type, id, name },
    details: { count, [type === 'user' ? 'addresses' : 'users']: sources },
    // the window moves: attempts of another day are news, those of the same day are not
    occurrence: new Date(Math.floor(last_at.getTime() / dayMilliseconds) * dayMilliseconds),
  }));
}
