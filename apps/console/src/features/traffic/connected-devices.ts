import type { ConnectedUsers, DeviceStats } from '@gatewarden/contract/traffic';
import type { UserInfo } from '@gatewarden/contract/users';
import { personName } from '../../lib/format/person-name.ts';

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

/** Owners that match the text: users first, then network devices, each in the order of the response. */
export function filterConnectedOwners(
  { user_devices, network_devices }: ConnectedUsers,
  text: string,
): ConnectedOwner[] {
  const query = text.trim().toLowerCase();
  const people = user_devices.flatMap(({ user, devices }): ConnectedOwner[] => {
    const names = [user.username, personName(user), user.email];
    const found = names.some((name) => name.toLowerCase().includes(query))
      ? devices
      : devices.filter((device) => matches(device, query));
    return found.length > 0 ? [{ key: `user:${user.username}`, user, devices: found }] : [];
  });
  const networkDevices = network_devices
    .filter((device) => matches(device, query))
    .map((device): ConnectedOwner => ({ key: `device:${device.id}`, user: undefined, devices: [device] }));
  return [...people, ...networkDevices];
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

function matches({ name, wireguard_ips, public_ip }: DeviceStats, query: string): boolean {
  return [name, ...wireguard_ips, public_ip ?? ''].some((part) => part.toLowerCase().includes(query));
}
