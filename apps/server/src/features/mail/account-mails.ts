import type { MailLanguage } from '@gatewarden/contract/mail';
import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import {
  type AccountMailKind,
  claimAccountMail,
  takeWaitingChanges,
  type WaitingChanges,
} from './account-mails.queries.ts';
import type { NewMail } from './outgoing-mail.ts';
import type { ChangeAuthor, Template } from './templates.ts';

type SendMail = <T extends Template>(tx: Tx, mail: NewMail<T>) => Promise<string>;

/**
 * Sends a mail about a change of an account, up to five an hour for the same user, change and author, so that repeating a change neither fills
 * the mailbox nor hides the changes of another author. The fifth announces a summary; later changes are counted in it. The activity log
 * contains all changes.
 */
export type SendAccountMail = <T extends Template>(tx: Tx, about: AccountMailKind, mail: NewMail<T>) => Promise<void>;

export function createSendAccountMail(sendMail: SendMail, clock: Clock): SendAccountMail {
  return async (tx, about, mail) => {
    const claim = await claimAccountMail(tx, about, mail.to, clock.now());
    if (claim.kind === 'wait') return;
    await sendMail(tx, claim.kind === 'send' ? mail : { ...mail, summaryAt: claim.summaryAt.toISOString() });
  };
}

/**
 * Mails how many changes waited in the hours that are over. A summary goes to the address that the first of them would have been sent to, also
 * if the address of the user has changed since, and to the present address.
 */
export async function sendSummaries(tx: Tx, sendMail: SendMail, now: Date): Promise<void> {
  const byUser = Map.groupBy(await takeWaitingChanges(tx, now), ({ userId }) => userId);
  for (const waiting of byUser.values()) {
    for (const to of new Set(waiting.flatMap(({ recipient, email }) => [recipient, email]))) {
      await sendMail(tx, summaryFor(to, waiting));
    }
  }
}

function summaryFor(to: string, waiting: readonly WaitingChanges[]): NewMail<'more_account_changes'> {
  const own = waiting.filter(({ recipient, email }) => to === recipient || to === email);
  const name = waiting[0]?.name ?? '';
  const language = (waiting[0]?.language ?? 'en') as MailLanguage;
  const changes = own.map(({ change, by, count }) => ({ change, by, count }));
  return { to, language, template: 'more_account_changes', values: { name, changes } };
}

/** Who made a change of the account: its owner, an administrator, or a command in a shell of the server. */
export function authorOf({ by }: Origin, userId: number): ChangeAuthor {
  if (by === 'system') return 'shell';
  return by.userId === userId ? 'owner' : 'administrator';
}
