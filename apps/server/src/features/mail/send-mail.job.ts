import { bySystem } from '../../platform/actor.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { MailFailure } from '../../ports/mailer.ts';
import { type OutgoingMail, QueuedMail, queuedMailSecret } from './outgoing-mail.ts';

interface Dependencies {
  readonly secrets: Secrets;
  readonly events: Events;
  /** False while SMTP is not configured. @throws MailFailure */
  readonly deliver: (mail: OutgoingMail) => Promise<boolean>;
  readonly firstDelaySeconds: number;
}

/**
 * Sends a mail. If core ends after the mail server accepted the mail and before that was recorded, the mail is sent again:
 * SMTP has no query for it. Both have the same Message-ID, by which most mailboxes discard the duplicate.
 */
export function defineSendMailJob({
  secrets,
  events,
  deliver,
  firstDelaySeconds,
}: Dependencies): Job<typeof QueuedMail> {
  /** Undefined if an earlier run has finished with the mail. */
  async function findMail(db: Database, queued: QueuedMail): Promise<OutgoingMail | undefined> {
    const text = await secrets.get(db, queuedMailSecret(queued));
    return text === undefined ? undefined : (JSON.parse(text) as OutgoingMail);
  }

  async function giveUp(db: Database, queued: QueuedMail, reason: string): Promise<void> {
    const mail = await findMail(db, queued);
    if (!mail) return;
    const { template, to } = mail;
    await inTransaction(db, async (tx) => {
      await secrets.delete(tx, queuedMailSecret(queued));
      await events.publish(tx, 'mail.given-up', bySystem, { template, to, reason });
    });
  }

  /** Returns why the mail server refused the mail permanently; undefined if it is sent or dropped. */
  async function send(mail: OutgoingMail, now: Date, log: Log): Promise<string | undefined> {
    const { template, sendBefore } = mail;
    if (sendBefore && new Date(sendBefore) <= now) {
      log.info({ template }, 'a mail was dropped: it has expired');
      return undefined;
    }
    try {
      if (!(await deliver(mail))) log.info({ template }, 'a mail was dropped: SMTP is not configured');
      return undefined;
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error;
      log.warn({ template, reason: error.message }, 'a mail could not be sent');
      if (!error.isFinal) throw error;
      return error.message;
    }
  }

  return defineJob({
    name: 'mail.send',
    input: QueuedMail,
    retry: { attempts: 5, firstDelaySeconds },
    concurrency: 3,
    timeoutSeconds: 120,
    async run({ db, clock, log }, queued) {
      const mail = await findMail(db, queued);
      if (!mail) return;
      const refusal = await send(mail, clock.now(), log);
      if (refusal !== undefined) await giveUp(db, queued, refusal);
      else await inTransaction(db, (tx) => secrets.delete(tx, queuedMailSecret(queued)));
    },
    giveUp: ({ db }, queued, reason) => giveUp(db, queued, reason),
  });
}
