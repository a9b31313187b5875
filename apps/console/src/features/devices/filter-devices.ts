import type { ListedDevice } from '@gatewarden/contract/traffic';
import { instantOf } from '../../lib/format/instant.ts';
import { personName } from '../../lib/format/person-name.ts';

/** States that the list can be limited to. `idle`: neither connected nor added in the last 30 days. */
export const deviceStates = ['connected', 'never', 'idle', 'off', 'no_location', 'owner_disabled'] as const;
type DeviceState = (typeof deviceStates)[number];

const idleMilliseconds = 30 * 86_400_000;

export interface DeviceFilter {
  /** Words that must all occur in names, owner, addresses or key; ignores case and accents. */
  readonly search?: string | undefined;
  readonly state?: DeviceState | undefined;
  /** Id of a location that the device may connect to. */
  readonly location?: number | undefined;
}

/** Devices that match the filter, in the given order. */
export function filterDevices(
  devices: readonly ListedDevice[],
  { search = '', state, location }: DeviceFilter,
  now: Date,
): readonly ListedDevice[] {
  const words = normalize(search).split(/\s+/).filter(Boolean);
  return devices.filter((device) => {
    if (state !== undefined && !stateChecks[state](device, now)) return false;
    if (location !== undefined && !device.networks.some(({ network_id: id }) => id === location)) return false;
    if (words.length === 0) return true;
    const text = textOf(device);
    return words.every((word) => text.includes(word));
  });
}

/** Ids of the locations to which the device is connected now. */
export function connectedTo({ networks }: ListedDevice): readonly number[] {
  return networks.filter(({ is_active }) => is_active).map(({ network_id }) => network_id);
}

const stateChecks: Readonly<Record<DeviceState, (device: ListedDevice, now: Date) => boolean>> = {
  connected: (device) => connectedTo(device).length > 0,
  never: (device) => device.last_connected_at === null,
  idle: ({ last_connected_at: at, created }, now) =>
    instantOf(at ?? created).getTime() < now.getTime() - idleMilliseconds,
  off: ({ stopped_at, suspended_at }) => stopped_at !== null || suspended_at !== null,
  no_location: ({ networks, is_user_active }) => networks.length === 0 && is_user_active,
  owner_disabled: ({ is_user_active }) => !is_user_active,
};

/** Searched texts; with thousands of devices, finding them takes longer than searching. */
const texts = new WeakMap<ListedDevice, string>();

function textOf(device: ListedDevice): string {
  const known = texts.get(device);
  if (known !== undefined) return known;
  const { name, description, username, wireguard_pubkey: key, networks } = device;
  const addresses = networks.flatMap(({ wireguard_ips: ips }) => ips);
  const text = normalize([name, description, personName(device), username, ...addresses, key].join(' '));
  texts.set(device, text);
  return text;
}

function normalize(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
