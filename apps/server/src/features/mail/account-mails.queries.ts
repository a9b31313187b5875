// Reads the address, name and language of users.
import type { MailLanguage } from '@gatewarden/contract/mail';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { AccountChange, ChangeAuthor } from './templates.ts';

/** Emails about the same kind of change of one account per hour: more would only fill the mailbox and the queue. */
const hourlyLimit = 5;
const hour = 3_600_000;
/** Clocks of replicas differ by less. A row that is further ahead was written before the clock was set back. */
const skew = 60_000;
/** Addresses that an account had in an hour; only administrators change addresses. */
const maxRecipients = 100;

/** Language of mails to the user `u`: the chosen one, or that of the browser of the last sign-in. */
export const mailLanguage = "coalesce(u.preferences->>'language', u.language, 'en')";

const isHourOver = (now: Date) =>
  sql<boolean>`(m.since <= ${new Date(now.getTime() - hour)} or m.since > ${new Date(now.getTime() + skew)})`;

export interface AccountMailKind {
  readonly userId: number;
  readonly change: AccountChange;
  readonly by: ChangeAuthor;
}

/** An email beyond the limit waits: its change is counted for the summary. */
export type AccountMailClaim =
  | { readonly kind: 'send' }
  | { readonly kind: 'send-last'; readonly summaryAt: Date }
  | { readonly kind: 'wait' };

/** Counts the email. Changes that wait for a summary make later ones wait too, until `takeWaitingChanges` returns them. */
export async function claimAccountMail(
  tx: Tx,
  { userId, change, by }: AccountMailKind,
  recipient: string,
  now: Date,
): Promise<AccountMailClaim> {
  const startsHour = sql<boolean>`(m.waiting = 0 and ${isHourOver(now)})`;
  const isWithinLimit = sql<boolean>`(m.waiting = 0 and m.mailed < ${hourlyLimit})`;
  const { rows } = await sql<{ since: Date; mailed: number; waiting: number }>`
    insert into account_mail as m (user_id, change, author, since, mailed, waiting)
    values (${userId}, ${change}, ${by}, ${now}, 1, 0)
    on conflict (user_id, change, author) do update set
      since = case when ${startsHour} then ${now} else m.since end,
      mailed = case when ${startsHour} then 1 when ${isWithinLimit} then m.mailed + 1 else m.mailed end,
      waiting = case when ${startsHour} or ${isWithinLimit} then 0 else m.waiting + 1 end,
      recipients = case
        when ${startsHour} or ${isWithinLimit} then '{}'
        when ${recipient} = any(m.recipients) or cardinality(m.recipients) >= ${maxRecipients} then m.recipients
        else m.recipients || ${recipient}::text end
    returning since, mailed, waiting`.execute(tx);
  const [row] = rows;
  if (!row || row.waiting > 0) return { kind: 'wait' };
  if (row.mailed < hourlyLimit) return { kind: 'send' };
  return { kind: 'send-last', summaryAt: new Date(row.since.getTime() + hour) };
}

export interface WaitingChanges {
  readonly change: AccountChange;
  readonly by: ChangeAuthor;
  readonly count: number;
  /** Where the emails would have been sent, each address once. */
  readonly recipients: readonly string[];
  /** The present address, first name and chosen language of the user. */
  readonly email: string;
  readonly name: string;
  readonly language: MailLanguage;
}

/** Users whose changes have waited until now, at most `limit`, those who have waited longest first. */
export async function listUsersWithWaitingChanges(db: Database, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select m.user_id from account_mail m where m.waiting > 0 and ${isHourOver(now)}
    group by m.user_id order by min(m.since), m.user_id limit ${limit}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/**
 * Changes of the user whose emails waited until now; none if another replica takes them. Starts the next hour of these
 * kinds.
 */
export async function takeWaitingChanges(tx: Tx, userId: number, now: Date): Promise<WaitingChanges[]> {
  const { rows } = await sql<WaitingChanges>`
    with due as (
      select m.user_id, m.change, m.author from account_mail m
      where m.user_id = ${userId} and m.waiting > 0 and ${isHourOver(now)}
      order by m.change, m.author for update skip locked
    ), taken as (
      delete from account_mail m using due d
      where m.user_id = d.user_id and m.change = d.change and m.author = d.author
      returning m.user_id, m.change, m.author, m.waiting, m.recipients
    )
    select t.change, t.author as by, t.waiting as count, t.recipients, u.email,
      u.first_name as name, ${sql.raw(mailLanguage)} as language
    from taken t join "user" u on u.id = t.user_id order by t.change, t.author`.execute(tx);
  return rows;
}

/** Deletes rows that no longer have an effect. */
export async function purgeAccountMails(db: Database, now: Date): Promise<void> {
  await sql`delete from account_mail m where m.waiting = 0 and ${isHourOver(now)}`.execute(db);
}
