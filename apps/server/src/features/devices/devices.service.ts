import type { Database, Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { createDeviceEditor, type DeviceEditor } from './device-editor.ts';
import { createDeviceReader, type DeviceReader } from './device-reader.ts';
import { createDeviceSwitch, type DeviceSwitch } from './device-switch.ts';
import type { Restrictions } from './devices.policy.ts';
import { createDeviceImport, type DeviceImport } from './import-devices.ts';
import { createDeviceRemoval, type DeviceRemoval } from './remove-devices.ts';
import { createDeviceRestoration, type DeviceRestoration } from './restore-device.ts';

export interface DevicesService
  extends DeviceReader,
    DeviceEditor,
    DeviceSwitch,
    DeviceRemoval,
    DeviceRestoration,
    DeviceImport {}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly restrictions: (tx?: Tx) => Promise<Restrictions>;
}

export function createDevicesService(dependencies: Dependencies): DevicesService {
  return {
    ...createDeviceReader(dependencies),
    ...createDeviceEditor(dependencies),
    ...createDeviceSwitch(dependencies),
    ...createDeviceRemoval(dependencies),
    ...createDeviceRestoration(dependencies),
    ...createDeviceImport(dependencies),
  };
}
