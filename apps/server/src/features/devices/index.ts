export type { AssignedAddress } from './addresses.queries.ts';
export type { DeviceSnapshot } from './devices.events.ts';
export { createDevices } from './devices.feature.ts';
export { type LastSeen, presentUserDevice } from './devices.present.ts';
export { type DeviceRow, userDevicesAsJson } from './devices.queries.ts';
export type { DevicesService } from './devices.service.ts';
export type { PeerOfUser } from './import-devices.ts';
export { type KeyOwner, listDevicesOfKeys, listKeysOfLocations } from './imported-devices.queries.ts';
export { assignImportedAddresses, reassignDevices } from './reassign-devices.ts';
