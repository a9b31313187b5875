import { z } from 'zod';
import { documentedAs } from './documented.ts';
import { endpoint } from './endpoint.ts';
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
  /** Since when it is switched off and may connect nowhere; null: it is in service. */
  stopped_at: NaiveTimestamp.nullable(),
  /** Since when only an administrator can switch it on again, after an emergency stop; null: its owner can. */
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

/** A new device, as the form asks for it. */
export const NewDevice = z.object({ name: Name, wireguard_pubkey: PublicKey });
// The reference answers 400 where the key is none and 422 where it is no text, so the rule is the service's.
const DeviceBody = NewDevice.extend({ wireguard_pubkey: documentedAs(z.string().max(256), PublicKey) });
const DeviceParam = z.object({ id: PathId });
/** The interface has calls for network devices here, not `:id` or `:username`; there are none yet. */
export const networkDevicesPath = '/device/network';
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

/** Not found also for somebody else's device, so that ids cannot be probed. */
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

/** An absent description clears it. Another user's device gets a new key only in a session with a recent proof, or by an API token. */
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
  summary: 'Remove a device; its tunnels end at once',
  params: DeviceParam,
  response: z.null(),
  errors: ['device_not_found', 'device_management_restricted', 'device_suspended'],
});

/** It was switched off when its owner was stopped, or signed out everywhere. */
export const switchOnDevice = endpoint({
  method: 'POST',
  path: '/device/:id/switch_on',
  access: 'user',
  area: 'devices',
  requiresReauthentication: true,
  summary: 'Let a device connect again that was switched off',
  params: DeviceParam,
  response: Device,
  errors: ['device_not_found', 'device_management_restricted', 'device_suspended'],
});

const count = z.int().min(0);

/** What deleting or renumbering a location would touch. */
export const getLocationUsage = endpoint({
  method: 'GET',
  path: '/network/:id/usage',
  access: 'admin',
  area: 'devices',
  summary: 'Show how many people and devices have a place in a location',
  params: z.object({ id: PathId }),
  /** `users`: those with a device there. */
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
