// Reads history_epoch for the last restore.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

/** What the response proves: the creation of a key, or that the holder of the session has the key. */
export type Purpose = 'add' | 'prove';

interface SessionChallenge {
  readonly sessionId: number;
  readonly purpose: Purpose;
  readonly challenge: Buffer;
  readonly expiresAt: Date;
}

/** Replaces the former challenge, if any. False if the session has ended. */
export async function storeSessionChallenge(
  db: Database | Tx,
  { sessionId, purpose, challenge, expiresAt }: SessionChallenge,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into webauthn_challenge (challenge, purpose, session_id, expires_at)
    select ${challenge}, ${purpose}, id, ${expiresAt} from session where id = ${sessionId} for key share
    on conflict (session_id, purpose) do update set challenge = excluded.challenge, expires_at = excluded.expires_at`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

/** Undefined if no challenge is pending. Of two concurrent responses, one gets it. */
export async function consumeSessionChallenge(
  tx: Tx,
  sessionId: number,
  purpose: Purpose,
  now: Date,
): Promise<Buffer | undefined> {
  const taken = await tx
    .deleteFrom('webauthn_challenge')
    .where('session_id', '=', sessionId)
    .where('purpose', '=', purpose)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst();
  return taken && taken.expires_at > now ? taken.challenge : undefined;
}

interface AnsweredChallenge {
  readonly nonce: Buffer;
  readonly madeAt: Date;
  readonly expiresAt: Date;
  readonly now: Date;
}

/**
 * Records the use of a passkey challenge. False if it was used before; of two concurrent uses, one gets true. Also
 * false if the database was restored after the challenge was issued, because the record of its use may have been lost.
 * A restore in the future is from before the clock was set back and is ignored.
 */
export async function consumePasskeyChallenge(
  tx: Tx,
  { nonce, madeAt, expiresAt, now }: AnsweredChallenge,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into used_passkey_challenge (nonce, expires_at)
    select ${nonce}, ${expiresAt}::timestamptz where not exists (
      select from history_epoch where lost_until is not null and started_at > ${madeAt} and started_at <= ${now})
    on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** Deletes all pending challenges. */
export async function deleteAllChallenges(tx: Tx): Promise<void> {
  await tx.deleteFrom('webauthn_challenge').execute();
}

/** Used challenges are stored longer than they are valid, so that setting the clock back makes none usable again. */
const retentionDays = 1;

/** Deletes expired challenges. */
export async function deleteOldChallenges(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('webauthn_challenge').where('expires_at', '<=', now).execute();
  const old = new Date(now.getTime() - retentionDays * 86_400_000);
  await db.deleteFrom('used_passkey_challenge').where('expires_at', '<=', old).execute();
}
