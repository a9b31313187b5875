export { networkDevicesQuery } from './network-devices.queries.ts';
