import type { ConnectedUsers, DeviceStats } from '@gatewarden/contract/traffic';
import type { UserInfo } from '@gatewarden/contract/users';

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

/** Bytes in the window: `in` from the device, `out` to the device. */
export function transferred({ stats }: DeviceStats): { in: number; out: number } {
  return {
    in: stats.reduce((sum, { download }) => sum + download, 0),
    out: stats.reduce((sum, { upload }) => sum + upload, 0),
  };
}
