import { z } from 'zod';
import { documentedAs } from './documented.ts';
import { Empty, endpoint } from './endpoint.ts';
import { LocationMfaMode } from './locations.ts';
import { Cidr, Id, Ip, NaiveTimestamp, Name, Note, PathId, PublicKey } from './primitives.ts';
import { UsernameParam } from './users.ts';

export const Device = z.object({
  id: Id,
  name: z.string(),
  wireguard_pubkey: z.string(),
  user_id: Id,
  created: NaiveTimestamp,
  device_type: z.enum(['user', 'network']),
  description: z.string().nullable(),
  configured: z.boolean(),
  /** When it was switched off, so that it cannot connect; null: it is switched on. */
  stopped_at: NaiveTimestamp.nullable(),
  /** When an emergency stop suspended it, so that only an administrator can switch it on; null: its owner can. */
  suspended_at: NaiveTimestamp.nullable(),
});
export type Device = z.infer<typeof Device>;

/** How a device connects to one location; `config` is the WireGuard file with a placeholder for the private key. */
export const DeviceConfig = z.object({
  network_id: Id,
  network_name: z.string(),
  config: z.string(),
  address: z.array(Ip),
  endpoint: z.string(),
  allowed_ips: z.array(Cidr),
  pubkey: z.string(),
  dns: z.string().nullable(),
  keepalive_interval: z.int(),
  location_mfa_mode: LocationMfaMode,
});
export type DeviceConfig = z.infer<typeof DeviceConfig>;

/** The fields of the form for a new device. */
export const NewDevice = z.object({ name: Name, wireguard_pubkey: PublicKey });
// The reference answers 400 for an invalid key and 422 for a value that is not a text, so the service checks the key.
const DeviceBody = NewDevice.extend({ wireguard_pubkey: documentedAs(z.string().max(256), PublicKey) });
const DeviceParam = z.object({ id: PathId });
const restrictions = ['device_management_restricted', 'client_activation_only'] as const;
const deviceRules = ['device_name_taken', 'public_key_invalid', 'public_key_taken', 'public_key_of_location'] as const;

export const addDevice = endpoint({
  method: 'POST',
  path: '/device/:username',
  access: 'self',
  area: 'devices',
  summary: 'Add a device; it gets an address in every location that admits its owner',
  params: UsernameParam,
  body: DeviceBody,
  response: z.object({ device: Device, configs: z.array(DeviceConfig) }),
  status: 201,
  errors: [
    'user_not_found',
    'user_disabled',
    'device_limit_reached',
    'no_location',
    'address_pool_exhausted',
    'device_suspended',
    'proof_required',
    ...restrictions,
    ...deviceRules,
  ],
});

export const listDevices = endpoint({
  method: 'GET',
  path: '/device',
  access: 'admin',
  area: 'devices',
  summary: 'List all devices',
  response: z.array(Device),
});

export const listUserDevices = endpoint({
  method: 'GET',
  path: '/device/user/:username',
  access: 'self',
  area: 'devices',
  summary: "List a user's devices",
  params: UsernameParam,
  response: z.array(Device),
});

/**
 * Also not found for a device of another user, and for a network device unless the caller is an administrator, so that ids
 * cannot be probed.
 */
export const getDevice = endpoint({
  method: 'GET',
  path: '/device/:id',
  access: 'user',
  area: 'devices',
  summary: 'Show a device',
  params: DeviceParam,
  response: Device,
  errors: ['device_not_found'],
});

/**
 * An absent description clears it. A new key for another user's device requires a recent proof in a session, or an API
 * token.
 */
export const updateDevice = endpoint({
  method: 'PUT',
  path: '/device/:id',
  access: 'user',
  area: 'devices',
  summary: "Change a device's name, description or key",
  params: DeviceParam,
  body: DeviceBody.extend({ description: Note }),
  response: Device,
  errors: ['device_not_found', 'device_suspended', 'no_location', 'proof_required', ...restrictions, ...deviceRules],
});

export const deleteDevice = endpoint({
  method: 'DELETE',
  path: '/device/:id',
  access: 'user',
  area: 'devices',
  summary: 'Remove a device; its tunnels end immediately',
  params: DeviceParam,
  response: z.null(),
  errors: ['device_not_found', 'device_management_restricted', 'device_suspended'],
});

/** All or none; each can be restored as after `deleteDevice`. Not for network devices. */
export const deleteDevices = endpoint({
  method: 'POST',
  path: '/devices/delete',
  access: 'admin',
  area: 'devices',
  summary: 'Remove many devices, all or none; their tunnels end immediately',
  body: z.object({ devices: z.array(Id).max(20_000) }),
  response: Empty,
  errors: ['device_not_found'],
  errorStatus: { device_not_found: 400 },
});

/**
 * The id is the former one, as are the key and, where they are still free, the addresses. Only the session that removed
 * the device can restore it, for two minutes, and only if its user may add it now. Not for network devices.
 */
export const restoreDevice = endpoint({
  method: 'POST',
  path: '/device/:id/restore',
  access: 'user',
  area: 'devices',
  summary: 'Restore a device that this session removed in the last two minutes',
  params: DeviceParam,
  /** `readdressed_locations`: names of the locations in which it has another address than before. */
  response: z.object({ device: Device, readdressed_locations: z.array(z.string()) }),
  status: 201,
  errors: [
    'undo_expired',
    'user_disabled',
    'device_limit_reached',
    'no_location',
    'address_pool_exhausted',
    'proof_required',
    'device_name_taken',
    'public_key_taken',
    'public_key_of_location',
    ...restrictions,
  ],
});

/** For a device that was switched off by an emergency stop of its owner, or by signing out everywhere. */
export const switchOnDevice = endpoint({
  method: 'POST',
  path: '/device/:id/switch_on',
  access: 'user',
  area: 'devices',
  requiresReauthentication: true,
  summary: 'Switch on a device that was switched off',
  params: DeviceParam,
  response: Device,
  errors: ['device_not_found', 'device_management_restricted', 'device_suspended'],
});

const count = z.int().min(0);

/** What deleting or renumbering a location would affect. */
export const getLocationUsage = endpoint({
  method: 'GET',
  path: '/network/:id/usage',
  access: 'admin',
  area: 'devices',
  summary: 'Count the users and devices of a location',
  params: z.object({ id: PathId }),
  /** `users`: users with a device in the location. */
  response: z.object({ users: count, user_devices: count, network_devices: count }),
  errors: ['location_not_found'],
});

export const getDeviceConfig = endpoint({
  method: 'GET',
  path: '/network/:networkId/device/:deviceId/config',
  access: 'user',
  area: 'devices',
  summary: "Show a device's WireGuard configuration for a location, without its private key",
  params: z.object({ networkId: PathId, deviceId: PathId }),
  response: z.string(),
  answer: { kind: 'text' },
  errors: ['device_not_found', 'location_not_found', 'client_activation_only'],
});
