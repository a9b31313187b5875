import type {
  ConnectedUsers,
  Connection,
  DeviceStats,
  ListedDevice,
  LocationDevice,
  LocationStats,
  NetworkStats,
  TopDevices,
} from '@gatewarden/contract/traffic';
import { parseEndpoint } from '@gatewarden/net/endpoint';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import { presentUser, type UserRow } from '../users/index.ts';
import type { ConnectedRow } from './connected.queries.ts';
import type { ConnectionRow } from './connections.queries.ts';
import type { Bucket } from './device-series.ts';
import type { ListedDeviceRow } from './listed-devices.queries.ts';
import type { LocationDeviceRow } from './location-devices.queries.ts';
import type { ConnectedCounts } from './location-stats.queries.ts';
import type { ActiveCounts } from './stats.queries.ts';
import type { TopDeviceRow, TrafficSum } from './top-devices.queries.ts';

export function presentStats(series: readonly Bucket[], counts: ActiveCounts): NetworkStats {
  return { ...counts, ...presentSeries(series) };
}

export function presentLocationStats(connected: ConnectedCounts, series: readonly Bucket[]): LocationStats {
  return {
    location_id: connected.locationId,
    current_active_users: connected.users,
    current_active_user_devices: connected.userDevices,
    current_active_network_devices: connected.networkDevices,
    ...presentSeries(series),
    people: [...connected.people],
  };
}

function presentSeries(series: readonly Bucket[]): Pick<NetworkStats, 'upload' | 'download' | 'transfer_series'> {
  return {
    upload: series.reduce((sum, bucket) => sum + bucket.upload, 0),
    download: series.reduce((sum, bucket) => sum + bucket.download, 0),
    transfer_series: series.map(({ startsAt, upload, download }) => ({
      collected_at: toNaive(startsAt),
      upload,
      download,
    })),
  };
}

/** Users with at least one device each; users and devices in the order of the devices. */
export function presentConnectedUsers(
  users: readonly UserRow[],
  devices: readonly ConnectedRow[],
  series: ReadonlyMap<number, readonly Bucket[]>,
): ConnectedUsers {
  const wireTimes = new Map<number, string>();
  const present = (device: ConnectedRow) => presentDevice(device, series.get(device.device_id) ?? [], wireTimes);
  const userOf = new Map(users.map((user) => [user.id, user]));
  const byUser = Map.groupBy(
    devices.filter(({ kind }) => kind === 'user'),
    (device) => userOf.get(device.user_id),
  );
  return {
    // a user who was deleted meanwhile has no row
    user_devices: [...byUser].flatMap(([user, own]) =>
      user ? [{ user: presentUser(user), devices: own.map(present) }] : [],
    ),
    network_devices: devices.filter(({ kind }) => kind === 'network').map(present),
  };
}

/** `wireTimes` caches formatted times: all devices share the same few hundred. */
function presentDevice(device: ConnectedRow, buckets: readonly Bucket[], wireTimes: Map<number, string>): DeviceStats {
  return {
    id: device.device_id,
    user_id: device.user_id,
    name: device.name,
    wireguard_ips: [...device.addresses],
    public_ip: hostOf(device.endpoint),
    connected_at: toNaive(device.connected_since),
    mfa_expires_at: device.mfa_expires_at && toNaive(device.mfa_expires_at),
    stats: buckets.map(({ startsAt, upload, download }) => {
      const time = startsAt.getTime();
      const collected_at = wireTimes.get(time) ?? toNaive(startsAt);
      wireTimes.set(time, collected_at);
      return { device_id: device.device_id, collected_at, upload, download };
    }),
  };
}

/** A device of a location; it is connected if its last handshake was not before `currentSince`. */
export function presentLocationDevice(row: LocationDeviceRow, currentSince: Date): LocationDevice {
  const { latest_handshake: at } = row;
  return {
    id: row.id,
    name: row.name,
    device_type: row.kind === 'network' ? 'network' : 'user',
    username: row.username,
    first_name: row.first_name,
    last_name: row.last_name,
    wireguard_ips: [...row.addresses],
    stopped_at: row.stopped_at && toNaive(row.stopped_at),
    last_connected_at: at && toNaive(at),
    last_connected_ip: hostOf(row.endpoint),
    is_active: at !== null && !row.removed && at >= currentSince,
  };
}

export function presentListedDevice(row: ListedDeviceRow): ListedDevice {
  const { created_at, stopped_at, suspended_at, latest_handshake, polled_at, ...same } = row;
  return {
    ...same,
    created: toNaive(created_at),
    stopped_at: stopped_at && toNaive(stopped_at),
    suspended_at: suspended_at && toNaive(suspended_at),
    last_connected_at: latest_handshake && toNaive(latest_handshake),
    last_polled_at: polled_at && toNaive(polled_at),
  };
}

export function presentConnection({ endpoint, connected_since, ...row }: ConnectionRow): Connection {
  return { ...row, connected_since: toNaive(connected_since), public_ip: hostOf(endpoint) };
}

export function presentTopDevices(
  { from, until }: { readonly from: Date; readonly until: Date },
  total: TrafficSum,
  devices: readonly TopDeviceRow[],
): TopDevices {
  return {
    from: toNaive(from),
    until: toNaive(until),
    upload: total.upload,
    download: total.download,
    devices: devices.map(({ kind, ...row }) => ({ ...row, device_type: kind === 'network' ? 'network' : 'user' })),
  };
}

/** The address of `address:port` without brackets; null if there is none. */
export function hostOf(endpoint: string | null): string | null {
  return (endpoint && parseEndpoint(endpoint)?.host) || null;
}
