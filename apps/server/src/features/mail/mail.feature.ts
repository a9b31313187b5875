import type { Database, Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { Feature } from '../feature.ts';
import type { SettingsService } from '../settings/index.ts';
import { mailEvents } from './mail.events.ts';
import { addMailRoutes } from './mail.routes.ts';
import { createMailService } from './mail.service.ts';
import { getMailSettings, isMailConfigured } from './mail-settings.ts';
import { purgeMails } from './purge-mails.job.ts';
import { sendSummariesOfChanges } from './send-summaries.job.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Pick<Jobs, 'enqueue' | 'isWaiting'>;
  readonly mailer: Mailer;
  readonly address: { readonly url: string };
  readonly settings: Pick<SettingsService, 'get'>;
}

/** Mails to users, sent by a job. */
export function createMail(dependencies: Dependencies) {
  const isConfigured = async (tx?: Tx) => isMailConfigured(await dependencies.settings.get(tx));
  const mail = createMailService({ ...dependencies, mailSettings: () => getMailSettings(dependencies), isConfigured });
  const feature: Feature = {
    name: 'mail',
    addRoutes: (router) => addMailRoutes(router, mail),
    jobs: [mail.job, purgeMails, sendSummariesOfChanges(mail)],
    events: mailEvents,
    attention: {
      mail_not_set_up: async () => ((await isConfigured()) ? [] : [{ severity: 'info', since: null }]),
    },
    checklist: { mail: () => isConfigured() },
  };
  return { ...mail, feature };
}
