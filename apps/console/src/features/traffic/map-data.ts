import type { ConnectedUsers, DeviceStats, NetworkStats } from '@gatewarden/contract/traffic';
import { instantOf } from '../../lib/format/instant.ts';
import { personName } from '../../lib/format/person-name.ts';

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
  devices: number;
  /** Both directions together. */
  bitsPerSecond: number;
}

/** People and network devices of a response, those with the highest throughput first. */
export function mapPeople({ user_devices, network_devices }: ConnectedUsers, at: Date): MapPerson[] {
  const rateOf = (devices: readonly DeviceStats[]) =>
    devices.reduce((sum, { stats }) => {
      const { down, up } = currentRates(stats, at);
      return sum + down + up;
    }, 0);
  const people = user_devices.map(({ user, devices }) => ({
    key: `user:${user.username}`,
    name: personName(user),
    username: user.username,
    devices: devices.length,
    bitsPerSecond: rateOf(devices),
  }));
  const others = network_devices.map((device) => ({
    key: `device:${device.id}`,
    name: device.name,
    devices: 1,
    bitsPerSecond: rateOf([device]),
  }));
  return [...people, ...others].toSorted((one, other) => other.bitsPerSecond - one.bitsPerSecond);
}

/** Number of connected people and network devices. */
export function countConnected(stats: NetworkStats): number {
  return stats.current_active_users + stats.current_active_network_devices;
}
