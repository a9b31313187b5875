import type { ConnectedUsers, DeviceStats, LocationStats } from '@gatewarden/contract/traffic';
import { instantOf } from '../../lib/format/instant.ts';
import { personName } from '../../lib/format/person-name.ts';

/** The map is about now: the shortest window has the throughput of each minute. */
export const mapHours = 1;

interface Bucket {
  collected_at: string | null;
  upload: number | null;
  download: number | null;
}

/** Long enough to be steady, short enough to be now. */
const spanMinutes = 5;
const minuteMilliseconds = 60_000;
const bitsPerByte = 8;

/** Throughput in bit/s of the last five complete minutes, as devices see it. */
export function currentRates(buckets: readonly Bucket[], at: Date): { down: number; up: number } {
  const end = Math.floor(at.getTime() / minuteMilliseconds) * minuteMilliseconds;
  const start = end - spanMinutes * minuteMilliseconds;
  const recent = buckets.filter(({ collected_at }) => {
    const time = collected_at === null ? 0 : instantOf(collected_at).getTime();
    return time >= start && time < end;
  });
  const rate = (field: 'upload' | 'download') =>
    (recent.reduce((sum, bucket) => sum + (bucket[field] ?? 0), 0) * bitsPerByte) / (spanMinutes * 60);
  return { down: rate('upload'), up: rate('download') };
}

/** A connected person with all devices at the location, or a network device. */
export interface MapPerson {
  key: string;
  name: string;
  /** Absent for a network device. */
  username?: string;
  devices: readonly DeviceStats[];
  /** Both directions together. */
  bitsPerSecond: number;
}

/** People, then network devices, in the order of the response. */
export function connectedPeople({ user_devices, network_devices }: ConnectedUsers, at: Date): MapPerson[] {
  const rateOf = (devices: readonly DeviceStats[]) =>
    devices.reduce((sum, { stats }) => {
      const { down, up } = currentRates(stats, at);
      return sum + down + up;
    }, 0);
  const people = user_devices.map(({ user, devices }) => ({
    key: `user:${user.username}`,
    name: personName(user),
    username: user.username,
    devices,
    bitsPerSecond: rateOf(devices),
  }));
  const others = network_devices.map((device) => ({
    key: `device:${device.id}`,
    name: device.name,
    devices: [device],
    bitsPerSecond: rateOf([device]),
  }));
  return [...people, ...others];
}

/** Like `connectedPeople`, those with the highest throughput first. */
export function mapPeople(connected: ConnectedUsers, at: Date): MapPerson[] {
  return connectedPeople(connected, at).toSorted((one, other) => other.bitsPerSecond - one.bitsPerSecond);
}

/** Number of connected people and network devices. */
export function countConnected(stats: LocationStats): number {
  return stats.current_active_users + stats.current_active_network_devices;
}
