import { isEndpointHost } from '@gatewarden/net/endpoint';
import { z } from 'zod';
import { hostSchema, networkListSchema } from './address-schemas.ts';
import { documented } from './documented.ts';
import { endpoint } from './endpoint.ts';
import { GatewayStatus } from './gateways.ts';
import { Cidr, Id, line, NaiveTimestamp, Name, PathId, Port, pathInteger } from './primitives.ts';
import { UsernameParam } from './users.ts';

export const LocationMfaMode = z.enum(['disabled', 'internal', 'external']);

export const Location = z.object({
  id: Id,
  name: z.string(),
  address: z.array(Cidr),
  port: Port,
  pubkey: z.string(),
  endpoint: z.string(),
  dns: z.string().nullable(),
  allowed_ips: z.array(Cidr),
  connected_at: NaiveTimestamp.nullable(),
  acl_enabled: z.boolean(),
  acl_default_allow: z.boolean(),
  keepalive_interval: z.int(),
  peer_disconnect_threshold: z.int(),
  location_mfa_mode: LocationMfaMode,
  /** Ours. Hours for which a second factor lets a device connect, at most. */
  mfa_session_hours: z.int(),
  /** Ours. */
  masquerade: z.boolean(),
});
export type Location = z.infer<typeof Location>;

export const LocationInfo = Location.extend({
  connected: z.boolean(),
  gateways: z.array(GatewayStatus),
  allowed_groups: z.array(z.string()),
});
export type LocationInfo = z.infer<typeof LocationInfo>;

/** The fields of a new or edited location. `address` and `allowed_ips` are comma-separated; spaces are allowed. */
export const EditLocation = z.object({
  name: Name,
  /** The gateway's address in each network, such as `10.1.0.1/24, fd00:1::1/64`; the first is primary. */
  address: documented(line(2048, 1), networkListSchema(2048, 1)),
  /** Host name or address that clients connect to, without the port. */
  endpoint: documented(line(255, 1).refine(isEndpointHost, { error: 'host' }), hostSchema()),
  port: Port,
  /** Networks that clients route into the tunnel; empty or absent: none. */
  allowed_ips: documented(line(8192), networkListSchema(8192, 0)).nullish(),
  /** Passed to clients unchanged; empty or absent: none. */
  dns: line(1024).nullish(),
  /** Names; empty: all users. */
  allowed_groups: z.array(line(128)).max(1000),
  /** Seconds, sent to gateways; 0 disables it. WireGuard stores 16 bits. */
  keepalive_interval: z.int().min(0).max(65_535),
  /** Seconds without a handshake after which a client counts as disconnected. */
  peer_disconnect_threshold: z.int().min(120).max(86_400),
  /** Whether gateways enforce access rules; without, devices reach everything that gateways forward. */
  acl_enabled: z.boolean(),
  /** What happens to connections that no access rule matches. */
  acl_default_allow: z.boolean(),
  /**
   * With `internal`, devices connect after a second factor of this instance. `external` is refused; a location that has it
   * may retain it.
   */
  location_mfa_mode: LocationMfaMode,
  /** Ours. Hours, 24 in a new location; absent: as it is. */
  mfa_session_hours: z.int().min(1).max(720).optional(),
  /**
   * Ours. Whether connections of devices leave gateways with the gateway's address; absent: as it is, and off in a new
   * location.
   */
  masquerade: z.boolean().optional(),
});

const LocationParam = z.object({ id: PathId });
export const locationRules = [
  'enterprise_required',
  'group_name_unknown',
  'address_invalid',
  'allowed_ips_invalid',
  'networks_overlap',
  'gateway_address_unusable',
  'network_too_small',
  'address_pool_exhausted',
  'location_mfa_unavailable',
  'access_rules_too_complex',
] as const;

export const listLocations = endpoint({
  method: 'GET',
  path: '/network',
  access: 'admin',
  area: 'locations',
  summary: 'List all locations with their gateways',
  response: z.array(LocationInfo),
});

export const addLocation = endpoint({
  method: 'POST',
  path: '/network',
  access: 'admin',
  area: 'locations',
  summary: 'Add a location; core generates its key pair',
  body: EditLocation,
  response: Location,
  status: 201,
  errors: locationRules,
});

export const getLocation = endpoint({
  method: 'GET',
  path: '/network/:id',
  access: 'admin',
  area: 'locations',
  summary: 'Show a location with its gateways',
  params: LocationParam,
  response: LocationInfo,
  errors: ['location_not_found'],
});

export const updateLocation = endpoint({
  method: 'PUT',
  path: '/network/:id',
  access: 'admin',
  area: 'locations',
  summary: 'Change a location; devices whose addresses no longer fit get new ones',
  params: LocationParam,
  body: EditLocation,
  response: Location,
  errors: ['location_not_found', ...locationRules],
});

export const deleteLocation = endpoint({
  method: 'DELETE',
  path: '/network/:id',
  access: 'admin',
  area: 'locations',
  summary: 'Delete a location with its network devices; its gateways stop',
  params: LocationParam,
  response: z.null(),
  errors: ['location_not_found'],
});

/** Why a user may use a location: all users may, a group of theirs is allowed, or they are an administrator. */
export const AccessReason = z.enum(['everyone', 'group', 'admin']);
export type AccessReason = z.infer<typeof AccessReason>;

/** What keeps a user out of a location, the first that applies. */
export const AccessObstacle = z.enum(['not_in_group', 'account_disabled', 'second_factor_required']);
export type AccessObstacle = z.infer<typeof AccessObstacle>;

/** Whether devices can connect to a location: `none` has no gateway yet. */
export const GatewayPresence = z.enum(['connected', 'disconnected', 'none']);
export type GatewayPresence = z.infer<typeof GatewayPresence>;

export const UserAccess = z.object({
  location_id: Id,
  location_name: z.string(),
  reasons: z.array(AccessReason),
  /** Groups of the user that are allowed, by name. */
  groups: z.array(z.string()),
  /** Null: the devices of the user can connect. */
  obstacle: AccessObstacle.nullable(),
  gateway: GatewayPresence,
  /** Groups that are allowed, by name; none: all users. Only for administrators. */
  allowed_groups: z.array(z.string()).optional(),
});
export type UserAccess = z.infer<typeof UserAccess>;

/** By name. Administrators see all locations; other callers only those that they may use. */
export const listUserAccess = endpoint({
  method: 'GET',
  path: '/user/:username/access',
  access: 'self',
  area: 'devices',
  summary: 'List the locations that a user may use, and why',
  params: UsernameParam,
  response: z.array(UserAccess),
  errors: ['user_not_found'],
});

/** Page and search of a list of people or devices of a location. */
export const LocationListQuery = z.object({
  page: pathInteger(9_999_999, 'page').prefault('1'),
  page_size: pathInteger(200, 'page').prefault('50'),
  /** Part of a name or address, ignoring case. */
  search: z.string().max(256).optional(),
});

const count = z.int().min(0);

export const LocationPerson = z.object({
  user_id: Id,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  reasons: z.array(AccessReason),
  /** Groups of the user that are allowed, by name. */
  groups: z.array(z.string()),
});
export type LocationPerson = z.infer<typeof LocationPerson>;

export const listLocationPeople = endpoint({
  method: 'GET',
  path: '/network/:id/people',
  access: 'admin',
  area: 'locations',
  summary: 'List the active users who may use a location, by user name, and why',
  params: LocationParam,
  query: LocationListQuery,
  /** `total_items`: number of users on all pages. */
  response: z.object({ data: z.array(LocationPerson), total_items: count }),
  errors: ['location_not_found'],
});

/** Active users and their devices; `devices_connected` are those of the lost ones that are connected now. */
export const AccessPreview = z.object({
  people_lost: count,
  people_gained: count,
  devices_lost: count,
  devices_connected: count,
});
export type AccessPreview = z.infer<typeof AccessPreview>;

/** Changes nothing. `allowed_groups` as of the location; none: all users. Names of unknown groups are ignored. */
export const previewAccess = endpoint({
  method: 'POST',
  path: '/network/:id/access/preview',
  access: 'admin',
  area: 'locations',
  summary: 'Count who would lose and gain access to a location with other groups',
  params: LocationParam,
  body: z.object({ allowed_groups: z.array(line(128)).max(1000) }),
  response: AccessPreview,
  errors: ['location_not_found'],
});
