import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

export const challengeKinds = ['http-01', 'tls-alpn-01'] as const;
export type ChallengeKind = (typeof challengeKinds)[number];

export interface Challenge {
  readonly token: string;
  readonly kind: ChallengeKind;
  readonly host: string;
  /** What proves the host name; contains the token and the fingerprint of the account. */
  readonly keyAuthorization: string;
}

export interface CertificateState {
  readonly failingSince: Date | null;
  readonly error: string | null;
  readonly failures: number;
}

export const challengeChannel = 'gatewarden_acme';
/** An authority validates within seconds. */
const challengeLifetime = sql<string>`interval '1 hour'`;

export async function findState(db: Database): Promise<CertificateState> {
  return db
    .selectFrom('server_certificate')
    .select(['failing_since as failingSince', 'error', 'failures'])
    .executeTakeFirstOrThrow();
}

/** False if another replica tries now, or the time of the next attempt has not come. */
export async function claimAttempt(db: Database, now: Date, until: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('server_certificate')
    .set({ next_attempt_at: until })
    .where((where) => where.or([where('next_attempt_at', 'is', null), where('next_attempt_at', '<=', now)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function recordSuccess(tx: Tx): Promise<void> {
  await tx
    .updateTable('server_certificate')
    .set({ failing_since: null, error: null, failures: 0, next_attempt_at: null })
    .execute();
}

/** Returns whether it is the first failure after a success. */
export async function recordFailure(
  tx: Tx,
  { error, now, nextAttemptAt }: { readonly error: string; readonly now: Date; readonly nextAttemptAt: Date },
): Promise<boolean> {
  const { failures } = await tx
    .updateTable('server_certificate')
    .set((set) => ({
      failing_since: set.fn.coalesce('failing_since', set.val(now)),
      error,
      failures: set('failures', '+', 1),
      next_attempt_at: nextAttemptAt,
    }))
    .returning('failures')
    .executeTakeFirstOrThrow();
  return failures === 1;
}

/** Replicas are notified; proofs that were left behind are deleted. */
export async function insertChallenge(db: Database, challenge: Challenge, now: Date): Promise<void> {
  await db
    .deleteFrom('acme_challenge')
    .where('created_at', '<', sql<Date>`${now}::timestamptz - ${challengeLifetime}`)
    .execute();
  const { token, kind, host, keyAuthorization: key_authorization } = challenge;
  await db
    .insertInto('acme_challenge')
    .values({ token, kind, host, key_authorization, created_at: now })
    .onConflict((conflict) => conflict.columns(['token', 'kind']).doUpdateSet({ key_authorization, created_at: now }))
    .execute();
  await sql`select pg_notify(${challengeChannel}, '')`.execute(db);
}

export async function deleteChallenge(db: Database, token: string): Promise<void> {
  await db.deleteFrom('acme_challenge').where('token', '=', token).execute();
  await sql`select pg_notify(${challengeChannel}, '')`.execute(db);
}

export async function listChallenges(db: Database): Promise<Challenge[]> {
  const rows = await db
    .selectFrom('acme_challenge')
    .select(['token', 'kind', 'host', 'key_authorization as keyAuthorization'])
    .limit(100)
    .execute();
  return rows as Challenge[];
}
