export type { DeviceSnapshot } from './devices.events.ts';
export { createDevices } from './devices.feature.ts';
export { type LastSeen, presentUserDevice } from './devices.present.ts';
export { userDevicesAsJson } from './devices.queries.ts';
export type { DevicesService } from './devices.service.ts';
