import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { MailService } from '../mail/index.ts';
import { listAdministrators } from './notifications.queries.ts';
import type { Notify } from './notifications.service.ts';

interface Dependencies {
  readonly events: Pick<Events, 'on'>;
  readonly mail: Pick<MailService, 'sendMail' | 'isConfigured'>;
  readonly notify: Notify;
}

interface Stopped {
  readonly kind: 'webhook' | 'stream';
  readonly id: number;
  /** As the administrator named it. */
  readonly name: string;
  readonly error: string;
  readonly since: string;
}

/** Notifies and mails administrators when core turns off a webhook or a stream of the activity log. */
export function notifyStoppedDeliveries({ events, mail, notify }: Dependencies): void {
  async function announce(tx: Tx, { kind, id, name: destination, error, since }: Stopped): Promise<void> {
    const type = kind === 'webhook' ? 'webhook' : 'activity_stream';
    await notify(tx, 'administrators', {
      kind: 'delivery_stopped',
      key: `delivery_stopped:${id}`,
      forAdministrators: true,
      subject: { type, id: String(id), name: destination },
      details: { destination: kind, error },
    });
    if (!(await mail.isConfigured(tx))) return;
    for (const { email: to, language, first_name: name } of await listAdministrators(tx)) {
      const values = { name, kind, destination, error, since };
      await mail.sendMail(tx, { to, language, template: 'delivery_stopped', values });
    }
  }

  events.on('webhook.stopped', (tx, { payload: { webhook, error, since } }) =>
    announce(tx, { kind: 'webhook', id: webhook.id, name: webhook.description, error, since }),
  );
  events.on('activity-stream.stopped', (tx, { payload: { stream, error, since } }) =>
    announce(tx, { kind: 'stream', id: stream.id, name: stream.name, error, since }),
  );
}
