import { randomUUID } from 'node:crypto';
import { DomainError } from '@gatewarden/contract/errors';
import type { MailLanguage } from '@gatewarden/contract/mail';
import type { Origin } from '../../platform/actor.ts';
import { runWithoutCaller } from '../../platform/database/caller-check.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import { type Attachment, type Mailer, MailFailure } from '../../ports/mailer.ts';
import { createSendAccountMail, type SendAccountMail } from './account-mails.ts';
import type {} from './mail.events.ts';
import type { MailSettings } from './mail-settings.ts';
import { type NewMail, type OutgoingMail, type QueuedMail, queuedMailSecret } from './outgoing-mail.ts';
import { renderMail } from './render-mail.ts';
import { defineSendMailJob } from './send-mail.job.ts';
import type { Template } from './templates.ts';

export interface MailService {
  /**
   * Sends the mail after the transaction commits, and retries failures; when it gives up, it publishes `mail.given-up`.
   * Drops the mail while SMTP is not configured. Does not wait for the mail server. Returns the id for `isWaiting`.
   *
   * A mail with `sendBefore` is sent before others. Others are notices: while the instance key of this core is replaced,
   * they are logged and dropped, because what they report, such as the end of a session, must not fail.
   * @throws instance_key_replaced only with `sendBefore`
   */
  sendMail<T extends Template>(tx: Tx, mail: NewMail<T>): Promise<string>;
  readonly sendAccountMail: SendAccountMail;
  /** Whether the mail server has not accepted the mail yet and sending is retried. */
  isWaiting(id: string): Promise<boolean>;
  /** Whether mails can be sent at all. Within a transaction, its state counts. */
  isConfigured(tx?: Tx): Promise<boolean>;
  /**
   * Waits for the mail server; a mail that it accepts is logged, even if the session of the caller ends meanwhile.
   * @throws smtp_not_configured; mail_not_sent with the text of the server; both as `reason`
   */
  sendTest(origin: Origin, to: string, language: MailLanguage): Promise<void>;
  /**
   * Waits for the mail server. Stores and logs nothing.
   * @throws smtp_not_configured; mail_not_sent with the text of the server; both as `reason`
   */
  sendNow<T extends Template>(mail: NewMail<T>, attachments?: readonly Attachment[]): Promise<void>;
  /** The job that sends the mails. */
  readonly job: Job<typeof QueuedMail>;
}

interface Dependencies {
  readonly db: Database;
  /** Undefined while SMTP is not configured. */
  readonly mailSettings: () => Promise<MailSettings | undefined>;
  readonly isConfigured: (tx?: Tx) => Promise<boolean>;
  readonly mailer: Mailer;
  readonly secrets: Secrets;
  readonly events: Events;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Pick<Jobs, 'enqueue' | 'isWaiting'>;
  readonly address: { readonly url: string };
  /** Delay before the second attempt. */
  readonly firstDelaySeconds?: number;
}

export function createMailService(dependencies: Dependencies): MailService {
  const {
    db,
    mailSettings,
    isConfigured,
    mailer,
    secrets,
    events,
    clock,
    jobs,
    log,
    address,
    firstDelaySeconds = 30,
  } = dependencies;

  async function deliver(mail: OutgoingMail, attachments: readonly Attachment[] = []): Promise<boolean> {
    const settings = await mailSettings();
    if (!settings) return false;
    const { id, to } = mail;
    const { server, sender, instanceName } = settings;
    const rendered = renderMail(mail, { name: instanceName, url: address.url });
    const from = { name: instanceName, address: sender };
    await mailer.send(server, { id, from, to, ...rendered, attachments });
    return true;
  }

  const job = defineSendMailJob({ secrets, events, deliver, firstDelaySeconds });
  const sendMail: MailService['sendMail'] = async (tx, mail) => {
    const outgoing = { id: randomUUID(), ...mail };
    // checks that the mail can be rendered: the job could not report an error to the sender
    renderMail(outgoing, { name: '', url: '' });
    const { id } = outgoing;
    const isAwaited = mail.sendBefore !== undefined;
    try {
      await secrets.set(tx, queuedMailSecret({ id }), JSON.stringify(outgoing));
    } catch (error) {
      if (isAwaited || !(error instanceof DomainError)) throw error;
      log.error({ template: mail.template, reason: error.code }, 'a notice was not mailed');
      return id;
    }
    return jobs.enqueue(tx, job, { id }, { priority: isAwaited ? 1 : 0 });
  };

  const sendNow: MailService['sendNow'] = async (mail, attachments) => {
    const delivered = await deliver({ id: randomUUID(), ...mail }, attachments).catch(orThrowMailNotSent);
    if (!delivered) throw new DomainError('smtp_not_configured', { reason: 'SMTP is not configured' });
  };

  return {
    job,
    sendMail,
    sendNow,
    sendAccountMail: createSendAccountMail(sendMail, clock, isConfigured),
    isWaiting: (id) => jobs.isWaiting(job, id),
    isConfigured,
    async sendTest(origin, to, language) {
      await sendNow({ to, language, template: 'test', values: {} });
      // also if the session of the caller has ended meanwhile: the mail cannot be taken back
      await runWithoutCaller(() => inTransaction(db, (tx) => events.publish(tx, 'mail.test-sent', origin, { to })));
    },
  };
}

function orThrowMailNotSent(error: unknown): never {
  if (!(error instanceof MailFailure)) throw error;
  throw new DomainError('mail_not_sent', { reason: error.message }, { cause: error });
}
