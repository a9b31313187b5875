// Reads history_epoch for the last restore.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

/** What is signed: that a key was added, or that whoever has the session has the key. */
export type Purpose = 'add' | 'prove';

interface SessionChallenge {
  readonly sessionId: number;
  readonly purpose: Purpose;
  readonly challenge: Buffer;
  readonly expiresAt: Date;
}

/** Takes the place of the one of before, if any. False when the session is gone. */
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

/** Undefined when none waits (any more): of two answers at the same instant one gets it. */
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
 * Records that a challenge of a passkey was answered. False when it was before: of two at the same instant one gets true.
 * Also false when the database was restored since the challenge was made, since its use may be among what was lost. A
 * restore of the future is from before the clock was set back, and refuses no challenge.
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

/** Removes all that wait for an answer. */
export async function deleteAllChallenges(tx: Tx): Promise<void> {
  await tx.deleteFrom('webauthn_challenge').execute();
}

/** Used challenges are stored for longer than they are valid, so that a clock that is set back makes none of them new. */
const retentionDays = 1;

/** Removes what cannot be answered any more. */
export async function deleteOldChallenges(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('webauthn_challenge').where('expires_at', '<=', now).execute();
  const old = new Date(now.getTime() - retentionDays * 86_400_000);
  await db.deleteFrom('used_passkey_challenge').where('expires_at', '<=', old).execute();
}
