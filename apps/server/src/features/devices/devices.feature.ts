import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Feature } from '../feature.ts';
import type { MailService } from '../mail/index.ts';
import type { SettingsService } from '../settings/index.ts';
import { deviceEvents } from './devices.events.ts';
import type { LastSeen } from './devices.present.ts';
import { addDevicesRoutes } from './devices.routes.ts';
import { createDevicesService } from './devices.service.ts';
import { mailPendingChanges } from './mail-pending-changes.job.ts';
import { notifyDeviceOwners } from './notify-device-owners.ts';
import { deleteDependentDevices, updateAssignmentsOnChange } from './update-assignments-on-change.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly mail: Pick<MailService, 'sendMail'>;
  readonly settings: Pick<SettingsService, 'restrictions'>;
  readonly lastSeen: (deviceIds: readonly number[]) => Promise<LastSeen[]>;
}

/** Devices of users, and their addresses in locations. */
export function createDevices({ db, events, clock, mail, settings, lastSeen }: Dependencies) {
  const devices = createDevicesService({ db, events, clock, restrictions: settings.restrictions, lastSeen });
  updateAssignmentsOnChange(events);
  notifyDeviceOwners({ events, clock, mail });
  deleteDependentDevices(events);
  const feature: Feature = {
    name: 'devices',
    addRoutes: (router) => addDevicesRoutes(router, devices),
    jobs: [mailPendingChanges(mail)],
    events: deviceEvents,
  };
  return { ...devices, feature };
}
