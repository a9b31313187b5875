import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

/** Wrong codes since the last success that cause no wait. */
const freeAttempts = 5;
const firstWaitSeconds = 300;
/** docs/sign-in.md states the probability of a successful guess that follows from these values. */
const longestWaitSeconds = 3 * 86_400;
const retentionDays = 30;

/**
 * The key that counts attempts of an account: in all unrecognized browsers, in a recognized one, in sessions, or of devices
 * that connect.
 */
export function codeAttemptKey(userId: number, browserId: number | 'other' | 'session' | 'connect'): string {
  return `${userId}:${browserId}`;
}

export interface AllowedCodeAttempt {
  readonly isAllowed: true;
  /** Since the last success, including this attempt. */
  readonly failures: number;
  /** Before the next attempt. */
  readonly waitSeconds: number;
}

export type CodeAttempt = AllowedCodeAttempt | { readonly isAllowed: false; readonly waitSeconds: number };

interface NewAttempt {
  readonly key: string;
  readonly userId: number;
  readonly now: Date;
}

interface Row {
  readonly is_allowed: boolean;
  readonly failures: number;
  readonly wait_seconds: number;
}

/**
 * Counts a failure before the code is checked, so that simultaneous attempts are limited like consecutive ones;
 * `clearCodeAttempts` resets the count after a success. From the fifth failure on, the next attempt has to wait, each
 * time twice as long. A refused attempt is not counted: no client can prolong the wait of another.
 */
export async function recordCodeAttempt(db: Database, { key, userId, now }: NewAttempt): Promise<CodeAttempt> {
  const { rows } = await sql<Row>`
    insert into code_attempts as a (key, user_id, failures, last_at) values (${key}, ${userId}, 1, ${now})
    on conflict (key) do update set (failures, last_at, blocked_until, is_allowed) = (
      select
        case when not f.is_allowed then a.failures else f.failures end,
        case when not f.is_allowed then a.last_at else ${now}::timestamptz end,
        case when not f.is_allowed then least(a.blocked_until, ${now}::timestamptz + make_interval(secs => ${longestWaitSeconds}))
          when f.failures >= ${freeAttempts} then ${now}::timestamptz + make_interval(secs =>
            least(${longestWaitSeconds}::float8, ${firstWaitSeconds}::float8 * 2 ^ least(f.failures - ${freeAttempts}, 20)))
          end,
        f.is_allowed
      from (select
        coalesce(a.blocked_until <= ${now}, true) as is_allowed,
        case when a.last_at < ${now}::timestamptz - make_interval(days => ${retentionDays}) then 1
          else a.failures + 1 end as failures) f)
    returning is_allowed, failures,
      coalesce(ceil(extract(epoch from blocked_until - ${now}::timestamptz)), 0)::integer as wait_seconds`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the insert of an attempt returned no row');
  const { is_allowed: isAllowed, failures, wait_seconds: waitSeconds } = row;
  return isAllowed ? { isAllowed, failures, waitSeconds } : { isAllowed, waitSeconds };
}

/**
 * Removes an attempt from the count that turned out to be no guess, with the wait that it caused. `failures` is the count that it
 * was given.
 */
export async function refundCodeAttempt(
  db: Database,
  { key, failures }: { readonly key: string; readonly failures: number },
): Promise<void> {
  // a wait that a later attempt caused remains
  await sql`
    update code_attempts set failures = failures - 1,
      blocked_until = case when failures > ${freeAttempts} and failures <> ${failures} then blocked_until end
    where key = ${key} and failures > 0`.execute(db);
}

export async function clearCodeAttempts(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('code_attempts').where('key', '=', key).execute();
}

/** In all browsers and sessions. */
export async function clearCodeAttemptsOfUser(db: Database | Tx, userId: number): Promise<void> {
  await db.deleteFrom('code_attempts').where('user_id', '=', userId).execute();
}

const mailPauseHours = 24;

/** True once a day; then the caller mails the owner. Of two concurrent calls, one gets true. */
export async function claimCodeAttemptsMail(tx: Tx, key: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('code_attempts')
    .set({ mailed_at: now })
    .where('key', '=', key)
    .where((is) =>
      is.or([
        is('mailed_at', 'is', null),
        is('mailed_at', '<=', new Date(now.getTime() - mailPauseHours * 3_600_000)),
        is('mailed_at', '>', now),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The ids of users who currently have to wait in unrecognized browsers. */
export async function listBlocked(db: Database, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('code_attempts')
    .select('user_id')
    .where('blocked_until', '>', now)
    .where('key', 'like', '%:other')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Deletes rows that no longer have an effect. */
export async function deleteOldCodeAttempts(db: Database, now: Date): Promise<void> {
  const old = new Date(now.getTime() - retentionDays * 86_400_000);
  await db.deleteFrom('code_attempts').where('last_at', '<', old).execute();
}
