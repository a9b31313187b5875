import type { Readable } from 'node:stream';
import { DomainError } from '@gatewarden/contract/errors';
import type { MailLanguage } from '@gatewarden/contract/mail';
import type { SupportConfiguration, SupportOverview } from '@gatewarden/contract/support';
import type { Actor, Origin } from '../../platform/actor.ts';
import { runWithoutCaller } from '../../platform/database/caller-check.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { MailService } from '../mail/index.ts';
import { readConfiguration, type Sources } from './read-configuration.ts';
import { listLogFiles, readLogEnd, streamLogs } from './read-logs.ts';
import type {} from './support.events.ts';

export interface SupportService {
  overview(): Promise<SupportOverview>;
  configuration(): Promise<SupportConfiguration>;
  /** The log files of this core, oldest first. */
  logs(): Readable;
  /**
   * Waits for the mail server; a mail that it accepts is logged, even if the session of the caller ends meanwhile.
   * @param to undefined for the address in the configuration
   * @throws support_email_missing, smtp_not_configured, mail_not_sent
   */
  mail(
    caller: { readonly actor: Actor; readonly origin: Origin },
    to: string | undefined,
    language: MailLanguage,
  ): Promise<void>;
}

export interface SupportDependencies extends Sources {
  readonly events: Events;
  readonly mail: Pick<MailService, 'sendNow' | 'isConfigured'>;
}

/** Mail servers refuse mails of more than 10 MB or more; attachments become a third longer. */
const maxMailedLogBytes = 5 * 1024 * 1024;

export function createSupportService(dependencies: SupportDependencies): SupportService {
  const { db, events, config, mail, version } = dependencies;
  const configuration = () => readConfiguration(dependencies);

  return {
    async overview() {
      const files = await listLogFiles(config.dataDir).catch(() => []);
      return {
        support_email: config.supportEmail ?? null,
        smtp_enabled: await mail.isConfigured(),
        log_files_enabled: config.logFiles,
        log_bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      };
    },
    configuration,
    logs: () => streamLogs(config),
    async mail({ actor, origin }, wanted, language) {
      const to = wanted ?? config.supportEmail;
      if (to === undefined) throw new DomainError('support_email_missing', { field: 'to' });
      if (!(await mail.isConfigured())) {
        throw new DomainError('smtp_not_configured', { reason: 'SMTP is not configured' });
      }
      const attachments = [
        {
          name: 'gatewarden-configuration.json',
          contentType: 'application/json',
          content: Buffer.from(JSON.stringify(await configuration(), null, 2)),
        },
        {
          name: 'gatewarden-log.txt',
          contentType: 'text/plain; charset=utf-8',
          content: await readLogEnd(config, maxMailedLogBytes),
        },
      ];
      const values = { administrator: actor.username, version };
      await mail.sendNow({ to, language, template: 'support_data', values }, attachments);
      // also if the session of the caller has ended meanwhile: the mail cannot be taken back
      await runWithoutCaller(() =>
        inTransaction(db, (tx) => events.publish(tx, 'support.data-mailed', origin, { to })),
      );
    },
  };
}
