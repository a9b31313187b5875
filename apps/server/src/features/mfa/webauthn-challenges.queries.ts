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
export async function giveChallenge(
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
export async function takeChallenge(
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

interface BrowserChallenge {
  readonly browserHash: Buffer;
  readonly challenge: Buffer;
  readonly expiresAt: Date;
}

/** Beside those that the browser was given before. */
export async function giveBrowserChallenge(
  db: Database,
  { browserHash, challenge, expiresAt }: BrowserChallenge,
): Promise<void> {
  await db
    .insertInto('webauthn_challenge')
    .values({ challenge, purpose: 'sign-in', browser_hash: browserHash, expires_at: expiresAt })
    .execute();
}

/** Undefined when the browser was not given it, or it was answered: of two answers at the same instant one gets it. */
export async function takeBrowserChallenge(
  tx: Tx,
  browserHash: Buffer,
  challenge: Buffer,
  now: Date,
): Promise<Buffer | undefined> {
  const taken = await tx
    .deleteFrom('webauthn_challenge')
    .where('challenge', '=', challenge)
    .where('browser_hash', '=', browserHash)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst();
  return taken && taken.expires_at > now ? taken.challenge : undefined;
}

/** Removes all that wait for an answer. */
export async function deleteAllChallenges(tx: Tx): Promise<void> {
  await tx.deleteFrom('webauthn_challenge').execute();
}

/** Removes what nobody can answer any more. */
export async function deleteOldChallenges(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('webauthn_challenge').where('expires_at', '<=', now).execute();
}
