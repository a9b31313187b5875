import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/**
 * Interface reference §1.4: five failures within 60 s of the first lock the account for 5 min after the last attempt.
 */
const limit = 5;
const windowSeconds = 60;
const skewSeconds = 60;

/** Wrong passwords in unrecognized browsers, under any name of the account. */
export function accountAttemptKey(userId: number): string {
  return `user:${userId}`;
}

/** Wrong passwords in one recognized browser of the account. */
export function browserAttemptKey(browserId: number): string {
  return `browser:${browserId}`;
}

/** Wrong passwords in sessions, at re-authentication and at changes of the account's credentials. */
export function sessionAttemptKey(userId: number): string {
  return `sessions:${userId}`;
}

/**
 * A submitted login as `loginName` normalizes it. Hashed, because users sometimes type a password into the name field.
 */
export function nameAttemptKey(login: string): string {
  return `name:${fingerprint(login)}`;
}

/** Replaces the account's key for unknown names, so that they cause the same work as known names. */
export function unknownAccountAttemptKey(login: string): string {
  return `none:${fingerprint(login)}`;
}

function fingerprint(login: string): string {
  return createHash('sha256').update(login).digest('base64url');
}

/** How long a lock lasts after the last attempt. */
export const lockSeconds = 300;

export interface RecordedAttempt {
  readonly isAllowed: boolean;
  /** Whether this is the last allowed attempt: if it fails, the key is locked. */
  readonly isLast: boolean;
}

/**
 * Counts a failure before the password is checked, so that simultaneous attempts on any replicas do not exceed the
 * limit. Not allowed while the key is locked; the lock then restarts. After a right password, `revertAttempt` removes
 * the failure. A window that starts in the future, because the clock was set back by more than the skew of replicas,
 * counts as over.
 */
export async function recordAttempt(db: Database, key: string, now: Date): Promise<RecordedAttempt> {
  const lockedUntil = new Date(now.getTime() + lockSeconds * 1000);
  const windowStart = new Date(now.getTime() - windowSeconds * 1000);
  const latestValidStart = new Date(now.getTime() + skewSeconds * 1000);
  const { rows } = await sql<{ is_allowed: boolean; failures: number }>`
    insert into sign_in_attempts as a (key, first_at, failures) values (${key}, ${now}, 1)
    on conflict (key) do update set
      (first_at, failures, locked_until) = (
        select
          case when r.restart then ${now} else a.first_at end,
          case when r.restart then 1 when r.locked then a.failures else a.failures + 1 end,
          case when r.restart then null when r.locked then ${lockedUntil}::timestamptz else a.locked_until end
        from (select
          (a.locked_until is not null and a.locked_until <= ${now})
            or a.first_at > ${latestValidStart}
            or (a.locked_until is null and a.failures < ${limit} and a.first_at <= ${windowStart})
            or (a.locked_until is null and a.failures >= ${limit} and a.first_at <= ${now}::timestamptz - make_interval(secs => ${lockSeconds})) as restart,
          a.failures >= ${limit} as locked) r)
    returning a.locked_until is null as is_allowed, a.failures`.execute(db);
  const { is_allowed: isAllowed, failures } = rows[0] ?? { is_allowed: false, failures: 0 };
  return { isAllowed, isLast: isAllowed && failures === limit };
}

/**
 * Removes one counted failure and the lock that it caused. Right passwords that arrive at the same time, such as those
 * of scripts, may refuse each other while they are checked, but do not lock the account.
 */
export async function revertAttempt(db: Database, key: string): Promise<void> {
  await db
    .updateTable('sign_in_attempts')
    .set((update) => ({ failures: update('failures', '-', 1), locked_until: null }))
    .where('key', '=', key)
    .where('failures', '>', 0)
    .execute();
}

/** The ids of users whose accounts are currently locked. */
export async function listLocked(db: Database, now: Date): Promise<number[]> {
  const failedAfter = new Date(now.getTime() - lockSeconds * 1000);
  const rows = await db
    .selectFrom('sign_in_attempts')
    .select(sql<number>`substr(key, 6)::integer`.as('id'))
    .where('key', 'like', 'user:%')
    .where('failures', '>=', limit)
    .where((is) =>
      is.or([is('locked_until', '>', now), is.and([is('locked_until', 'is', null), is('first_at', '>', failedAfter)])]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes the counts and thereby the locks. */
export async function deleteAttempts(db: Database, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('key', '=', sql<string>`any(${keys})`).execute();
}

/** Deletes rows that no longer have an effect. */
export async function deleteOldAttempts(db: Database, now: Date): Promise<void> {
  const old = new Date(now.getTime() - 2 * lockSeconds * 1000);
  await db
    .deleteFrom('sign_in_attempts')
    .where('first_at', '<', old)
    .where((is) => is.or([is('locked_until', 'is', null), is('locked_until', '<', now)]))
    .execute();
}
