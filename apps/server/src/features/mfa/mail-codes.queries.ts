import type { Database, Tx } from '../../platform/database/database.ts';

export type Purpose = 'activation' | 'sign-in';

/** More wrong tries make a code void. */
const maxWrongTries = 5;

interface MailedCode {
  readonly mailId: string;
  readonly sentAt: Date;
}

/**
 * The codes that were mailed in that time and not used, the newest first. Those that seem to be of the future, because
 * the clock was set back, are left out: they would put off the next mail until the clock has caught up.
 */
export function listMailedCodes(
  db: Database | Tx,
  userId: number,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<MailedCode[]> {
  return db
    .selectFrom('mail_code')
    .select(['mail_id as mailId', 'sent_at as sentAt'])
    .where('user_id', '=', userId)
    .where('sent_at', '>', since)
    .where('sent_at', '<=', until)
    .orderBy('sent_at', 'desc')
    .limit(maxListed)
    .execute();
}

const maxListed = 100;

interface NewCode {
  readonly purpose: Purpose;
  readonly sealed: Buffer;
  readonly mailId: string;
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

export async function insertCode(tx: Tx, userId: number, code: NewCode): Promise<void> {
  const { purpose, sealed, mailId, sentAt, expiresAt } = code;
  await tx
    .insertInto('mail_code')
    .values({
      user_id: userId,
      purpose,
      code: sealed,
      mail_id: mailId,
      sent_at: sentAt,
      expires_at: expiresAt,
    })
    .execute();
}

/** Those that are valid, sealed. None of the future, or a clock that is set back would prolong them. */
export async function listActiveCodes(tx: Tx, userId: number, purpose: Purpose, now: Date): Promise<Buffer[]> {
  const rows = await tx
    .selectFrom('mail_code')
    .select('code')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('sent_at', '<=', now)
    .where('expires_at', '>', now)
    .where('wrong_tries', '<', maxWrongTries)
    .execute();
  return rows.map(({ code }) => code);
}

/** Counted at all of the user's codes: each is tried at once. */
export async function countWrongTry(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('mail_code')
    .set((update) => ({ wrong_tries: update('wrong_tries', '+', 1) }))
    .where('user_id', '=', userId)
    .execute();
}

export async function deleteCodes(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('mail_code').where('user_id', '=', userId).execute();
}

/** Those that neither hold nor count any more. */
export async function deleteCodesBefore(tx: Tx, userId: number, before: Date): Promise<void> {
  await tx.deleteFrom('mail_code').where('user_id', '=', userId).where('sent_at', '<=', before).execute();
}

export async function setEmailEnabled(tx: Tx, userId: number, isEnabled: boolean): Promise<void> {
  await tx.updateTable('mfa').set({ email_enabled: isEnabled }).where('user_id', '=', userId).execute();
}

/** Those of all users. */
export async function deleteAllCodes(tx: Tx): Promise<void> {
  await tx.deleteFrom('mail_code').execute();
}
