import type { Origin } from '../../platform/actor.ts';
import { classifyDatabaseError } from '../../platform/database/classify-database-error.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import {
  type AccountMailKind,
  claimAccountMail,
  listUsersWithWaitingChanges,
  takeWaitingChanges,
  type WaitingChanges,
} from './account-mails.queries.ts';
import type { NewMail } from './outgoing-mail.ts';
import type { ChangeAuthor, Template } from './templates.ts';

type SendMail = <T extends Template>(tx: Tx, mail: NewMail<T>) => Promise<string>;

/**
 * Sends a mail about a change of an account, up to five an hour for the same user, change and author, so that repeating a change neither fills
 * the mailbox nor hides the changes of another author. The fifth announces a summary; later changes are counted in it. The activity log
 * contains all changes. Without mail settings, changes are not counted: people would get summaries of them once a mail server is set up.
 */
export type SendAccountMail = <T extends Template>(tx: Tx, about: AccountMailKind, mail: NewMail<T>) => Promise<void>;

export function createSendAccountMail(
  sendMail: SendMail,
  clock: Clock,
  isConfigured: (tx: Tx) => Promise<boolean>,
): SendAccountMail {
  return async (tx, about, mail) => {
    if (!(await isConfigured(tx))) return;
    const claim = await claimAccountMail(tx, about, mail.to, clock.now());
    if (claim.kind === 'wait') return;
    await sendMail(tx, claim.kind === 'send' ? mail : { ...mail, summaryAt: claim.summaryAt.toISOString() });
  };
}

/** Of one run of the job; the next ones send the others. */
const usersPerRun = 1_000;

interface Context {
  readonly db: Database;
  readonly log: Log;
  readonly now: Date;
}

/** Mails how many changes waited in the hours that are over. */
export async function sendSummaries({ db, log, now }: Context, sendMail: SendMail): Promise<void> {
  const users = await listUsersWithWaitingChanges(db, now, usersPerRun);
  await mailToEach(users, { db, log }, (tx, userId) => sendSummariesOfUser(tx, userId, sendMail, now));
}

/**
 * Sends a summary to each user in a transaction of its own: one that fails is logged and tried again by the next run, and
 * does not stop the others.
 */
export async function mailToEach(
  userIds: readonly number[],
  { db, log }: Pick<Context, 'db' | 'log'>,
  send: (tx: Tx, userId: number) => Promise<void>,
): Promise<void> {
  for (const user_id of userIds) {
    try {
      await inTransaction(db, (tx) => send(tx, user_id));
    } catch (error) {
      // others would fail too
      if (classifyDatabaseError(error)) throw error;
      log.warn({ err: error, user_id }, 'a summary of changes was not mailed; trying again');
    }
  }
}

/** A summary goes to each address that a mail would have been sent to, and to the present one. */
async function sendSummariesOfUser(tx: Tx, userId: number, sendMail: SendMail, now: Date): Promise<void> {
  const waiting = await takeWaitingChanges(tx, userId, now);
  for (const to of new Set(waiting.flatMap(({ recipients, email }) => [...recipients, email]))) {
    await sendMail(tx, summaryFor(to, waiting));
  }
}

function summaryFor(to: string, waiting: readonly WaitingChanges[]): NewMail<'more_account_changes'> {
  const own = waiting.filter(({ recipients, email }) => recipients.includes(to) || to === email);
  const { name = '', language = 'en' } = waiting[0] ?? {};
  const changes = own.map(({ change, by, count }) => ({ change, by, count }));
  return { to, language, template: 'more_account_changes', values: { name, changes } };
}

/** Who made a change of the account: its owner, an administrator, or a command in a shell of the server. */
export function authorOf({ by }: Origin, userId: number): ChangeAuthor {
  if (by === 'system') return 'shell';
  return by.userId === userId ? 'owner' : 'administrator';
}
