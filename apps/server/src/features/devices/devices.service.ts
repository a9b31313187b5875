import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { createDeviceEditor, type DeviceEditor } from './device-editor.ts';
import { createDeviceReader, type DeviceReader } from './device-reader.ts';
import { createDeviceSwitch, type DeviceSwitch } from './device-switch.ts';
import type { Restrictions } from './devices.policy.ts';
import type { LastSeen } from './devices.present.ts';

export interface DevicesService extends DeviceReader, DeviceEditor, DeviceSwitch {}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly restrictions: () => Promise<Restrictions>;
  /** The last connections of the devices of the user, at most one per device and location. */
  readonly lastSeen: (userId: number) => Promise<LastSeen[]>;
}

export function createDevicesService(dependencies: Dependencies): DevicesService {
  return {
    ...createDeviceReader(dependencies),
    ...createDeviceEditor(dependencies),
    ...createDeviceSwitch(dependencies),
  };
}
