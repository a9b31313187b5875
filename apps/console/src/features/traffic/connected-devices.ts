import type { ConnectedUsers, DeviceStats } from '@gatewarden/contract/traffic';
import type { UserInfo } from '@gatewarden/contract/users';
import type { Direction } from '../../ui/chart/direction.ts';

/** A user with the connected devices; without a user, a network device. */
export interface ConnectedOwner {
  key: string;
  user: UserInfo | undefined;
  devices: readonly DeviceStats[];
}

/** A connected device with its user; undefined for a network device. */
export interface ConnectedDevice {
  user: UserInfo | undefined;
  device: DeviceStats;
}

/** Users first, then network devices, each in the order of the response. */
export function connectedOwners({ user_devices, network_devices }: ConnectedUsers): ConnectedOwner[] {
  return [
    ...user_devices.map(({ user, devices }) => ({ key: `user:${user.username}`, user, devices })),
    ...network_devices.map((device) => ({ key: `device:${device.id}`, user: undefined, devices: [device] })),
  ];
}

/** One row per device. */
export function deviceRows(owners: readonly ConnectedOwner[]): ConnectedDevice[] {
  return owners.flatMap(({ user, devices }) => devices.map((device) => ({ user, device })));
}

/** Bytes in the window: `down` to the device, which the API calls upload, `up` from it. */
export function transferred({ stats }: DeviceStats): Record<Direction, number> {
  return {
    down: stats.reduce((sum, { upload }) => sum + upload, 0),
    up: stats.reduce((sum, { download }) => sum + download, 0),
  };
}
