import { bySystem } from '../../platform/actor.ts';
import type { Cipher } from '../../platform/crypto/cipher.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { MailFailure } from '../../ports/mailer.ts';
import { decryptMail, EncryptedMail, type OutgoingMail } from './outgoing-mail.ts';

interface Dependencies {
  readonly cipher: Cipher;
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
  cipher,
  events,
  deliver,
  firstDelaySeconds,
}: Dependencies): Job<typeof EncryptedMail> {
  const giveUp = (db: Database, { template, to }: OutgoingMail, reason: string) =>
    inTransaction(db, (tx) => events.publish(tx, 'mail.given-up', bySystem, { template, to, reason }));

  return defineJob({
    name: 'mail.send',
    input: EncryptedMail,
    retry: { attempts: 5, firstDelaySeconds },
    concurrency: 3,
    timeoutSeconds: 120,
    async run({ db, clock, log }, input) {
      const mail = decryptMail(cipher, input);
      const { template, sendBefore } = mail;
      if (sendBefore && new Date(sendBefore) <= clock.now()) {
        log.info({ template }, 'a mail was dropped: it has expired');
        return;
      }
      try {
        const delivered = await deliver(mail);
        if (!delivered) log.info({ template }, 'a mail was dropped: SMTP is not configured');
      } catch (error) {
        if (!(error instanceof MailFailure)) throw error;
        log.warn({ template, reason: error.message }, 'a mail could not be sent');
        if (!error.isFinal) throw error;
        await giveUp(db, mail, error.message);
      }
    },
    giveUp: ({ db }, input, reason) => giveUp(db, decryptMail(cipher, input), reason),
  });
}
