import type { ConnectedUsers, DeviceStats } from '@gatewarden/contract/traffic';
import type { UserInfo } from '@gatewarden/contract/users';
import { personName } from '../../lib/format/person-name.ts';

/** One person with those devices that are connected; without a person, a network device. */
export interface ConnectedParty {
  key: string;
  user: UserInfo | undefined;
  devices: readonly DeviceStats[];
}

/** A connected device and whose it is; a network device is nobody's. */
export interface ConnectedDevice {
  user: UserInfo | undefined;
  device: DeviceStats;
}

/** People first, then network devices, each in the order of the answer; what does not fit the text is left out. */
export function findParties({ user_devices, network_devices }: ConnectedUsers, text: string): ConnectedParty[] {
  const wanted = text.trim().toLowerCase();
  const people = user_devices.flatMap(({ user, devices }): ConnectedParty[] => {
    const names = [user.username, personName(user), user.email];
    const found = names.some((name) => name.toLowerCase().includes(wanted))
      ? devices
      : devices.filter((device) => fits(device, wanted));
    return found.length > 0 ? [{ key: `user:${user.username}`, user, devices: found }] : [];
  });
  const machines = network_devices
    .filter((device) => fits(device, wanted))
    .map((device): ConnectedParty => ({ key: `device:${device.id}`, user: undefined, devices: [device] }));
  return [...people, ...machines];
}

/** A row for each device. */
export function deviceRows(parties: readonly ConnectedParty[]): ConnectedDevice[] {
  return parties.flatMap(({ user, devices }) => devices.map((device) => ({ user, device })));
}

/** Bytes of the window: `in` came from the device, `out` went to it. */
export function transferred({ stats }: DeviceStats): { in: number; out: number } {
  return {
    in: stats.reduce((sum, { download }) => sum + download, 0),
    out: stats.reduce((sum, { upload }) => sum + upload, 0),
  };
}

function fits({ name, wireguard_ips, public_ip }: DeviceStats, wanted: string): boolean {
  return [name, ...wireguard_ips, public_ip ?? ''].some((part) => part.toLowerCase().includes(wanted));
}
