import { DomainError } from '@gatewarden/contract/errors';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Feature } from '../feature.ts';
import type { MailService } from '../mail/index.ts';
import type { SettingsService } from '../settings/index.ts';
import { createClientDevices } from './client-devices.ts';
import { deviceEvents } from './devices.events.ts';
import { deviceMetrics } from './devices.metrics.ts';
import { countUserDevices } from './devices.queries.ts';
import { addDevicesRoutes } from './devices.routes.ts';
import { createDevicesService } from './devices.service.ts';
import { mailPendingChanges } from './mail-pending-changes.job.ts';
import { addNetworkDevicesRoutes } from './network-devices.routes.ts';
import { createNetworkDevices } from './network-devices.service.ts';
import { deleteAllEnrollments } from './network-enrollment.queries.ts';
import { createNetworkEnrollment } from './network-enrollment.ts';
import { notifyDeviceOwners } from './notify-device-owners.ts';
import { purgeRemovedDevices } from './purge-removed-devices.job.ts';
import { readRestrictions } from './read-restrictions.ts';
import { recordKeySetters } from './record-key-setters.ts';
import { deleteDependentDevices, updateAssignmentsOnChange } from './update-assignments-on-change.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly mail: Pick<MailService, 'sendMail' | 'isConfigured'>;
  readonly settings: Pick<SettingsService, 'get' | 'patch'>;
  /** Set once core listens. */
  readonly address: { readonly edgeUrl: string };
}

/** Devices of users, and their addresses in locations. */
export function createDevices({ db, events, clock, mail, settings, address }: Dependencies) {
  const restrictions = (tx?: Tx) => readRestrictions(settings, tx);
  const devices = createDevicesService({ db, events, clock, restrictions });
  const networkDevices = createNetworkDevices({ db, events, clock });
  const enrollment = createNetworkEnrollment({ db, events, clock, networkDevices });
  const edgeUrl = () => {
    if (address.edgeUrl === '') throw new DomainError('edge_disabled');
    return `${address.edgeUrl}/`;
  };
  updateAssignmentsOnChange(events);
  notifyDeviceOwners({ events, clock, mail });
  deleteDependentDevices(events);
  recordKeySetters(events);
  // tokens in a backup may have been used since
  events.on('instance.restored', deleteAllEnrollments);
  events.onSignal('users.access-changed', (tx, { userIds }) => enrollment.withdrawOfFormerAdmins(tx, userIds));
  const feature: Feature = {
    name: 'devices',
    addRoutes: (router) => {
      addDevicesRoutes(router, devices, () => restrictions(), settings);
      addNetworkDevicesRoutes(router, { devices: networkDevices, enrollment, edgeUrl });
    },
    jobs: [mailPendingChanges(mail), purgeRemovedDevices],
    events: deviceEvents,
    metrics: deviceMetrics(db),
    checklist: { device: async (userId) => (await countUserDevices(db, userId)) > 0 },
  };
  const clients = createClientDevices({ db, clock, networkDevices, enrollment });
  return { ...devices, clients, withdrawEnrollments: enrollment.withdraw, feature };
}
