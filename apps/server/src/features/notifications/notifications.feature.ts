import type { AttentionKind } from '@gatewarden/contract/home';
import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Feature, FindAttention } from '../feature.ts';
import type { MailService } from '../mail/index.ts';
import type { SettingsService } from '../settings/index.ts';
import { announceExpiries } from './announce-expiries.job.ts';
import { announceGateways } from './announce-gateways.job.ts';
import { createOutageMails } from './mail-outages.ts';
import { notificationEvents } from './notifications.events.ts';
import { addNotificationsRoutes } from './notifications.routes.ts';
import { createNotificationsService, createNotify } from './notifications.service.ts';
import { notifyAccountOwners } from './notify-account-owners.ts';
import {
  notifyFinishedImports,
  notifyStoppedRemovals,
  notifyUpdates,
  recordGatewayOutages,
} from './notify-administrators.ts';
import { notifyDeviceOwners } from './notify-device-owners.ts';
import { notifyNewSignIns } from './notify-new-sign-ins.ts';
import { notifyStoppedDeliveries } from './notify-stopped-deliveries.ts';
import { purgeNotifications } from './purge-notifications.job.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly mail: Pick<MailService, 'sendMail' | 'isConfigured'>;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly findAttention: (kind: AttentionKind) => FindAttention | undefined;
}

/** What happened to the instance or to an account, for the people whom it concerns. */
export function createNotifications(dependencies: Dependencies): { readonly feature: Feature } {
  const { events, clock, findAttention } = dependencies;
  const notify = createNotify(dependencies);
  const announceGatewaysJob = announceGateways(notify, createOutageMails(dependencies));
  recordGatewayOutages({ ...dependencies, announceGateways: announceGatewaysJob });
  notifyFinishedImports(events, notify);
  notifyStoppedRemovals(events, notify);
  notifyUpdates(events, notify);
  notifyStoppedDeliveries({ ...dependencies, notify });
  notifyAccountOwners(events, notify);
  notifyDeviceOwners(events, notify);
  notifyNewSignIns(events, clock, notify);
  const findCertificate = () => findAttention('certificate_expires');
  const feature: Feature = {
    name: 'notifications',
    addRoutes: (router) => addNotificationsRoutes(router, createNotificationsService(dependencies)),
    jobs: [announceGatewaysJob, announceExpiries({ notify, findCertificate }), purgeNotifications],
    events: notificationEvents,
  };
  return { feature };
}
