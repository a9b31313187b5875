import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { LocationListQuery } from './locations.ts';
import { Id, NaiveTimestamp, PathId, pathInteger, QueryTimestamp } from './primitives.ts';
import { UserInfo, UsernameParam } from './users.ts';

const count = z.int().min(0);

/** Bytes: `upload` to the peer, `download` from the peer. `collected_at` is the start of the bucket. */
const TransferPoint = z.object({
  collected_at: NaiveTimestamp.nullable(),
  upload: count.nullable(),
  download: count.nullable(),
});

export const NetworkStats = z.object({
  current_active_users: count,
  current_active_user_devices: count,
  current_active_network_devices: count,
  active_users: count,
  active_user_devices: count,
  active_network_devices: count,
  upload: count,
  download: count,
  transfer_series: z.array(TransferPoint),
});
export type NetworkStats = z.infer<typeof NetworkStats>;

export const DeviceStats = z.object({
  id: Id,
  user_id: Id,
  name: z.string(),
  wireguard_ips: z.array(z.string()),
  public_ip: z.string().nullable(),
  connected_at: NaiveTimestamp.nullable(),
  /** Ours: until when it can connect after a second factor; null: it has no session, or the location requires none. */
  mfa_expires_at: NaiveTimestamp.nullable(),
  stats: z.array(z.object({ device_id: Id, collected_at: NaiveTimestamp, upload: count, download: count })),
});
export type DeviceStats = z.infer<typeof DeviceStats>;

export const ConnectedUsers = z.object({
  user_devices: z.array(z.object({ user: UserInfo, devices: z.array(DeviceStats) })),
  network_devices: z.array(DeviceStats),
  /** Only with `page` or `search`: number of users and network devices on all pages. */
  total_items: count.optional(),
});
export type ConnectedUsers = z.infer<typeof ConnectedUsers>;

/** Default: one hour ago. Buckets are minutes, or hours if `from` is at least six hours ago; at most 360 buckets. */
const Since = z.object({ from: QueryTimestamp.optional() });
const LocationParam = z.object({ id: PathId });
/** Interface reference §5: for an invalid `from`. */
const errorStatus = { invalid_input: 400 } as const;

/** Largest page of connected users. */
const maxConnectedPage = 1_000;

/** Without `page` and `search`, all of them. A page has users by name, then network devices by name. */
const ConnectedPage = z.object({
  page: pathInteger(9_999_999, 'page').optional(),
  /** Number of users and network devices on a page. Default: 50. */
  page_size: pathInteger(maxConnectedPage, 'page').optional(),
  /** Part of the name or email address of a user, or of the name or an address of a device, ignoring case. */
  search: z.string().max(256).optional(),
});

export const getStats = endpoint({
  method: 'GET',
  path: '/network/stats',
  access: 'admin',
  area: 'traffic',
  summary: 'Show traffic, active users and active devices of all locations',
  query: Since,
  response: NetworkStats,
  errors: ['time_in_future'],
  errorStatus,
});

export const getLocationStats = endpoint({
  method: 'GET',
  path: '/network/:id/stats',
  access: 'admin',
  area: 'traffic',
  summary: 'Show traffic, active users and active devices of a location',
  params: LocationParam,
  query: Since,
  response: NetworkStats,
  errors: ['location_not_found', 'time_in_future'],
  errorStatus,
});

/** Largest number of connected people that `listLocationStats` names per location. */
const maxNamedPeople = 10;

export const LocationStats = z.object({
  location_id: Id,
  current_active_users: count,
  current_active_user_devices: count,
  current_active_network_devices: count,
  upload: count,
  download: count,
  transfer_series: z.array(TransferPoint),
  /** The connected people, those who connected last first. */
  people: z.array(z.object({ username: z.string(), first_name: z.string(), last_name: z.string() })),
});
export type LocationStats = z.infer<typeof LocationStats>;

export const listLocationStats = endpoint({
  method: 'GET',
  path: '/network/stats/locations',
  access: 'admin',
  area: 'traffic',
  summary: 'Show connected people and traffic of each location',
  query: Since.extend({
    /** Number of connected people to name per location. Default: 5. */
    people: pathInteger(maxNamedPeople, 'page').optional(),
  }),
  /** All locations, in the order of their names. */
  response: z.array(LocationStats),
  errors: ['time_in_future'],
  errorStatus,
});

/** Longest period of `listTopDevices`. */
export const maxTopDays = 35;

export const TopDevice = z.object({
  device_id: Id,
  device_name: z.string(),
  device_type: z.enum(['user', 'network']),
  /** The owner; of a network device, who added it. */
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** Bytes to the device; see `TransferPoint`. */
  upload: count,
  /** Bytes from the device. */
  download: count,
});
export type TopDevice = z.infer<typeof TopDevice>;

/**
 * A device counts in those parts of the period in which it is among the 25 devices with the most traffic of a location:
 * days, and hours and five minutes at its ends.
 */
export const TopDevices = z.object({
  /** The period that is ranked: `from` and `to`, extended to whole buckets. Equal times: nothing is ranked yet. */
  from: NaiveTimestamp,
  /** Up to six minutes ago. */
  until: NaiveTimestamp,
  /** Bytes to and from all devices in this period. */
  upload: count,
  download: count,
  /** The ten with the most traffic, without removed ones. */
  devices: z.array(TopDevice),
});
export type TopDevices = z.infer<typeof TopDevices>;

export const listTopDevices = endpoint({
  method: 'GET',
  path: '/network/stats/top',
  access: 'admin',
  area: 'traffic',
  summary: 'List the devices with the most traffic in a period of up to 35 days',
  query: z.object({
    /** Default: an hour before `to`. Before the last day, the period has whole hours. */
    from: QueryTimestamp.optional(),
    /** Default: now. */
    to: QueryTimestamp.optional(),
    /** Default: all locations. */
    location: PathId.optional(),
  }),
  response: TopDevices,
  errors: ['location_not_found', 'time_in_future', 'time_range_invalid'],
  errorStatus,
});

export const getConnectedUsers = endpoint({
  method: 'GET',
  path: '/network/:id/stats/users',
  access: 'admin',
  area: 'traffic',
  summary: 'Show who is connected to a location now, with their traffic, all or by page',
  params: LocationParam,
  query: Since.extend(ConnectedPage.shape),
  response: ConnectedUsers,
  errors: ['location_not_found', 'time_in_future'],
  errorStatus,
});

export const LocationDevice = z.object({
  id: Id,
  name: z.string(),
  device_type: z.enum(['user', 'network']),
  /** The owner; of a network device, who added it. */
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** In the order of the networks of the location. */
  wireguard_ips: z.array(z.string()),
  /** When it was switched off, so that it cannot connect; null: it is switched on. */
  stopped_at: NaiveTimestamp.nullable(),
  /** The last handshake with the location; null: none yet. */
  last_connected_at: NaiveTimestamp.nullable(),
  last_connected_ip: z.string().nullable(),
  /** Whether it is connected now. */
  is_active: z.boolean(),
});
export type LocationDevice = z.infer<typeof LocationDevice>;

/** A device in the list of all users' devices. */
export const ListedDevice = z.object({
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  wireguard_pubkey: z.string(),
  created: NaiveTimestamp,
  /** When it was switched off, so that it cannot connect; null: it is switched on. */
  stopped_at: NaiveTimestamp.nullable(),
  /** When an emergency stop suspended it, so that only an administrator can switch it on; null: its owner can. */
  suspended_at: NaiveTimestamp.nullable(),
  /** The owner. */
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** Whether the owner's account is enabled. */
  is_user_active: z.boolean(),
  /** The last handshake with any location; null: none yet. */
  last_connected_at: NaiveTimestamp.nullable(),
  /** Program and version of its client, as it calls itself; null: no client has asked for the configuration. */
  client: z.string().nullable(),
  /** When the client last asked for the configuration, with an accuracy of five minutes. */
  last_polled_at: NaiveTimestamp.nullable(),
  /** The locations that it may connect to, by id. */
  networks: z.array(
    z.object({
      network_id: Id,
      /** In the order of the networks of the location. */
      wireguard_ips: z.array(z.string()),
      /** Whether it is connected now. */
      is_active: z.boolean(),
    }),
  ),
});
export type ListedDevice = z.infer<typeof ListedDevice>;

export const listAllDevices = endpoint({
  method: 'GET',
  path: '/network/devices',
  access: 'admin',
  area: 'devices',
  summary: "List all users' devices with owner, addresses and last connection",
  response: z.array(ListedDevice),
});

export const listLocationDevices = endpoint({
  method: 'GET',
  path: '/network/:id/devices',
  access: 'admin',
  area: 'devices',
  summary: 'List the devices of a location with owner, addresses and last connection',
  params: LocationParam,
  query: LocationListQuery.extend({
    sort_by: z.enum(['name', 'owner', 'last_connected']).default('name'),
    sort_order: z.enum(['asc', 'desc']).default('asc'),
    /** Only devices that are connected through this gateway now. */
    connected_through: z.uuid().optional(),
  }),
  /** `total_items`: number of devices on all pages. */
  response: z.object({ data: z.array(LocationDevice), total_items: count }),
  errors: ['location_not_found'],
});

/** A device that is connected to a location now. */
export const Connection = z.object({
  device_id: Id,
  device_name: z.string(),
  location_id: Id,
  location_name: z.string(),
  connected_since: NaiveTimestamp,
  /** Public address without port; null if the gateway did not report it. */
  public_ip: z.string().nullable(),
  /** Bytes of the last 24 hours to the device; see `TransferPoint`. */
  upload: count,
  /** Bytes of the last 24 hours from the device. */
  download: count,
});
export type Connection = z.infer<typeof Connection>;

/** Longest first; the 50 of them that have been connected longest. */
export const listUserConnections = endpoint({
  method: 'GET',
  path: '/user/:username/connections',
  access: 'self',
  area: 'devices',
  summary: 'List the devices of a user that are connected now, with their traffic of the last 24 hours',
  params: UsernameParam,
  response: z.array(Connection),
  errors: ['user_not_found'],
});
