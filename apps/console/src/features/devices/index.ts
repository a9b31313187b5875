export { AddFirstDevice } from './components/add-first-device.tsx';
export { DeviceConfigurations } from './components/device-configurations.tsx';
export { DeviceList } from './components/device-list.tsx';
export { FirstDeviceStep } from './components/first-device-step.tsx';
export { connectionsQuery } from './connections.queries.ts';
export { devicesOfUserQuery, useSwitchOnDevice } from './devices.queries.ts';
export { generateKeyPair } from './wireguard-keys.ts';
