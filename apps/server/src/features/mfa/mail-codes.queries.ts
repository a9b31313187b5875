import type { Database, Tx } from '../../platform/database/database.ts';

/** `connect`: at a client, before a device connects. */
export type Purpose = 'activation' | 'sign-in' | 'connect';

/** A code with this many wrong tries is invalid. */
const maxWrongTries = 5;

interface MailedCode {
  readonly mailId: string;
  readonly sentAt: Date;
}

/**
 * The unused codes that were mailed in this period, newest first. Codes from the future, after the clock was set back,
 * are left out: they would delay the next mail until the clock catches up.
 */
export function listMailedCodes(
  db: Database | Tx,
  userId: number,
  purpose: Purpose,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<MailedCode[]> {
  return db
    .selectFrom('mail_code')
    .select(['mail_id as mailId', 'sent_at as sentAt'])
    .where('user_id', '=', userId)
    .where('purpose', 'in', countedWith(purpose))
    .where('sent_at', '>', since)
    .where('sent_at', '<=', until)
    .orderBy('sent_at', 'desc')
    .limit(maxListed)
    .execute();
}

const maxListed = 100;

/**
 * Codes that share their limits. A public key is enough to ask for those of clients, which must not use up what the owner
 * needs to sign in.
 */
function countedWith(purpose: Purpose): readonly Purpose[] {
  return purpose === 'connect' ? ['connect'] : ['activation', 'sign-in'];
}

interface NewCode {
  readonly purpose: Purpose;
  /** Of the code. */
  readonly signature: Buffer;
  readonly mailId: string;
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

export async function insertCode(tx: Tx, userId: number, code: NewCode): Promise<void> {
  const { purpose, signature, mailId, sentAt, expiresAt } = code;
  await tx
    .insertInto('mail_code')
    .values({
      user_id: userId,
      purpose,
      signature,
      mail_id: mailId,
      sent_at: sentAt,
      expires_at: expiresAt,
    })
    .execute();
}

/** The valid codes. Excludes codes from the future: setting the clock back must not prolong them. */
export function listActiveCodes(
  tx: Tx,
  userId: number,
  purpose: Purpose,
  now: Date,
): Promise<Pick<NewCode, 'mailId' | 'signature'>[]> {
  return tx
    .selectFrom('mail_code')
    .select(['mail_id as mailId', 'signature'])
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('sent_at', '<=', now)
    .where('expires_at', '>', now)
    .where('wrong_tries', '<', maxWrongTries)
    .execute();
}

/** Counts at all codes of the user that share limits with the purpose, because each input is compared with all of them. */
export async function countWrongTry(tx: Tx, userId: number, purpose: Purpose): Promise<void> {
  await tx
    .updateTable('mail_code')
    .set((update) => ({ wrong_tries: update('wrong_tries', '+', 1) }))
    .where('user_id', '=', userId)
    .where('purpose', 'in', countedWith(purpose))
    .execute();
}

/** Those that share limits with the purpose; all when absent. */
export async function deleteCodes(tx: Tx, userId: number, purpose?: Purpose): Promise<void> {
  const codes = tx.deleteFrom('mail_code').where('user_id', '=', userId);
  await (purpose ? codes.where('purpose', 'in', countedWith(purpose)) : codes).execute();
}

/** Deletes codes that are neither valid nor count towards the limit of mails. */
export async function deleteCodesBefore(tx: Tx, userId: number, before: Date): Promise<void> {
  await tx.deleteFrom('mail_code').where('user_id', '=', userId).where('sent_at', '<=', before).execute();
}

export async function setEmailEnabled(tx: Tx, userId: number, isEnabled: boolean): Promise<void> {
  await tx.updateTable('mfa').set({ email_enabled: isEnabled }).where('user_id', '=', userId).execute();
}

/** Of all users. */
export async function deleteAllCodes(tx: Tx): Promise<void> {
  await tx.deleteFrom('mail_code').execute();
}
