import type { Tx } from '../../platform/database/database.ts';
import type { MailService, MailValues, Template } from '../mail/index.ts';
import type { SettingsService } from '../settings/index.ts';
import type { GatewayOutage } from './gateway-outages.queries.ts';
import * as queries from './gateway-outages.queries.ts';
import { listAdministrators } from './notifications.queries.ts';

interface Dependencies {
  readonly mail: Pick<MailService, 'sendMail' | 'isConfigured'>;
  readonly settings: Pick<SettingsService, 'get'>;
}

/** Of one run; the next one mails about the others. */
const gatewaysPerRun = 100;
/** Turning the mails on does not report what has been known for longer. */
const oldestMilliseconds = 24 * 3_600_000;

/**
 * Mails all active administrators, once for each outage and once for its end, as the settings say at that time. The
 * transaction that marks the outage queues the mails.
 */
export function createOutageMails({ mail, settings }: Dependencies) {
  async function mailOutages<T extends Template>(
    tx: Tx,
    outages: readonly GatewayOutage[],
    { template, valuesFor }: { template: T; valuesFor: (name: string, outage: GatewayOutage) => MailValues<T> },
  ): Promise<void> {
    if (outages.length === 0) return;
    const administrators = await listAdministrators(tx);
    for (const outage of outages) {
      for (const { email: to, language, first_name: name } of administrators) {
        await mail.sendMail(tx, { to, language, template, values: valuesFor(name, outage) });
      }
    }
  }

  return {
    /** Marks and mails outages that last longer than the settings say, at most 100. Safe to repeat. */
    async mailDisconnections(tx: Tx, now: Date, staleBefore: Date): Promise<void> {
      const {
        gateway_disconnect_notifications_enabled: isOn,
        gateway_disconnect_notifications_inactivity_threshold: minutes,
      } = await settings.get(tx);
      if (!isOn || !(await mail.isConfigured(tx))) return;
      const since = {
        notBefore: new Date(now.getTime() - oldestMilliseconds),
        dueBefore: new Date(now.getTime() - minutes * 60_000),
      };
      const outages = await queries.markMailedOutages(tx, { ...since, staleBefore, limit: gatewaysPerRun });
      await mailOutages(tx, outages, {
        template: 'gateway_disconnected',
        valuesFor: (name, outage) => ({ name, ...valuesOf(outage) }),
      });
    },
    /** Mails the end of these outages, which the caller has deleted: repeated with the same ones, it mails again. */
    async mailReconnections(tx: Tx, now: Date, outages: readonly GatewayOutage[]): Promise<void> {
      if (outages.length === 0) return;
      const { gateway_disconnect_notifications_reconnect_notification_enabled: isOn } = await settings.get(tx);
      if (!isOn || !(await mail.isConfigured(tx))) return;
      await mailOutages(tx, outages, {
        template: 'gateway_connected',
        valuesFor: (name, outage) => ({ name, ...valuesOf(outage), at: now.toISOString() }),
      });
    },
  };
}

export type OutageMails = ReturnType<typeof createOutageMails>;

function valuesOf({ name, hostname, location, location_id, since }: GatewayOutage) {
  return { gateway: name, hostname, location, location_id, since: since.toISOString() };
}
