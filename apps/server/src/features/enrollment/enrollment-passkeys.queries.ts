import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { PasskeyPlace } from './passkey-place.ts';

interface Challenge {
  readonly challenge: Buffer;
  readonly expiresAt: Date;
}

/** Replaces the former challenge of a session at the edge. The caller has locked the session. */
export async function storeEdgeChallenge(
  tx: Tx,
  sessionId: number,
  { challenge, expiresAt: challenge_expires_at }: Challenge,
): Promise<void> {
  const waiting = { challenge, challenge_expires_at };
  await tx
    .insertInto('enrollment_passkey')
    .values({ account_token_id: sessionId, place: 'edge', ...waiting })
    .onConflict((conflict) => conflict.columns(['account_token_id', 'place']).doUpdateSet(waiting))
    .execute();
}

interface NewHandOver {
  readonly sessionId: number;
  readonly hash: Buffer;
  readonly phone: string | null;
}

/** Replaces the former hand-over of the session, and its challenge. The caller has locked the session. */
export async function storeHandOver(tx: Tx, { sessionId, hash, phone }: NewHandOver): Promise<void> {
  const values = { token_hash: hash, phone, challenge: null, challenge_expires_at: null };
  await tx
    .insertInto('enrollment_passkey')
    .values({ account_token_id: sessionId, place: 'console', ...values })
    .onConflict((conflict) => conflict.columns(['account_token_id', 'place']).doUpdateSet(values))
    .execute();
}

export interface HandOverRow {
  readonly sessionId: number;
  readonly phone: string | null;
}

/** Undefined for an unknown, used or replaced token. */
export function findHandOver(db: Database | Tx, hash: Buffer): Promise<HandOverRow | undefined> {
  return db
    .selectFrom('enrollment_passkey')
    .select(['account_token_id as sessionId', 'phone'])
    .where('token_hash', '=', hash)
    .executeTakeFirst();
}

export async function storeConsoleChallenge(tx: Tx, hash: Buffer, { challenge, expiresAt }: Challenge): Promise<void> {
  await tx
    .updateTable('enrollment_passkey')
    .set({ challenge, challenge_expires_at: expiresAt })
    .where('token_hash', '=', hash)
    .execute();
}

/** Undefined if none waits. Of two concurrent answers, one gets it. The caller has locked the session. */
export async function consumeChallenge(
  tx: Tx,
  sessionId: number,
  place: PasskeyPlace,
  now: Date,
): Promise<Buffer | undefined> {
  const waiting = tx
    .selectFrom('enrollment_passkey')
    .select(['challenge', 'challenge_expires_at'])
    .where('account_token_id', '=', sessionId)
    .where('place', '=', place);
  const row = await waiting.forUpdate().executeTakeFirst();
  if (!row?.challenge || !row.challenge_expires_at) return undefined;
  await tx
    .updateTable('enrollment_passkey')
    .set({ challenge: null, challenge_expires_at: null })
    .where('account_token_id', '=', sessionId)
    .where('place', '=', place)
    .execute();
  return row.challenge_expires_at > now ? row.challenge : undefined;
}

/** What is pending in the session is worthless afterwards. */
export async function deletePasskeyOffers(tx: Tx, sessionId: number): Promise<void> {
  await tx.deleteFrom('enrollment_passkey').where('account_token_id', '=', sessionId).execute();
}

/** Deletes what was pending in sessions that have ended. */
export async function deleteEndedPasskeyOffers(db: Database | Tx, now: Date): Promise<void> {
  await sql`
    delete from enrollment_passkey p using account_token t
    where t.id = p.account_token_id and t.session_ends_at <= ${now}`.execute(db);
}
