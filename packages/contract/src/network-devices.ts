import { parseAddress } from '@gatewarden/net/address';
import { z } from 'zod';
import { ipv4Pattern } from './address-schemas.ts';
import { DeviceConfig } from './devices.ts';
import { documented, documentedAs } from './documented.ts';
import { endpoint } from './endpoint.ts';
import { Id, Ip, NaiveTimestamp, Name, Note, PathId, PublicKey } from './primitives.ts';

/** An address as a part that all addresses of its network share, and a part that can be edited. */
export const SplitIp = z.object({
  ip: Ip,
  network_part: z.string(),
  modifiable_part: z.string(),
  /** Digits. */
  network_prefix: z.string(),
});
export type SplitIp = z.infer<typeof SplitIp>;

/** A device of its own, such as a server or a printer, in one location. */
export const NetworkDevice = z.object({
  id: Id,
  name: z.string(),
  /** In the order of the networks of the location. */
  assigned_ips: z.array(Ip),
  description: z.string().nullable(),
  added_by: z.string(),
  added_date: NaiveTimestamp,
  location: z.object({ id: Id, name: z.string() }),
  /** `NOT_CONFIGURED` until it has a key. */
  wireguard_pubkey: z.string(),
  configured: z.boolean(),
  /** Ours. Since when it is turned off, after an emergency stop; then it cannot connect. */
  stopped_at: NaiveTimestamp.nullable(),
  split_ips: z.array(SplitIp),
});
export type NetworkDevice = z.infer<typeof NetworkDevice>;

/** Texts, so that what is no address gets the documented answer. */
const addresses = z.array(z.string().max(64)).max(64);

/** An address of either family. */
const Address = documented(
  z
    .string()
    .max(64)
    .refine((text) => parseAddress(text) !== undefined),
  { type: 'string', format: 'ipv4', maxLength: 64, pattern: ipv4Pattern },
);

export const NewNetworkDevice = z.object({
  name: Name,
  description: Note,
  location_id: Id,
  /** At most one of each network of the location; for the others, the lowest free one. */
  assigned_ips: addresses,
  wireguard_pubkey: PublicKey,
});

const common = { access: 'admin', area: 'devices' } as const;
const params = z.object({ id: PathId });
const locationParams = z.object({ locationId: PathId });
const unknownLocation = { location_not_found: 400 } as const;
const addressErrors = ['device_address_unavailable', 'device_name_taken'] as const;

export const suggestNetworkDeviceIps = endpoint({
  ...common,
  method: 'GET',
  path: '/device/network/ip/:locationId',
  summary: 'Suggest a free address in each network of a location',
  params: locationParams,
  response: z.array(SplitIp),
  errors: ['location_not_found', 'address_pool_exhausted'],
  errorStatus: { ...unknownLocation, address_pool_exhausted: 404 },
});

export const checkNetworkDeviceIps = endpoint({
  ...common,
  method: 'POST',
  path: '/device/network/ip/:locationId',
  summary: 'Tell which addresses a network device of a location could have',
  params: locationParams,
  body: z.object({ ips: addresses }),
  /** In the order of the request. `valid`: in a network of the location. */
  response: z.array(z.object({ available: z.boolean(), valid: z.boolean() })),
  errors: ['location_not_found'],
  errorStatus: unknownLocation,
});

export const addNetworkDevice = endpoint({
  ...common,
  method: 'POST',
  path: '/device/network',
  summary: 'Add a network device with a public key',
  body: NewNetworkDevice.extend({ wireguard_pubkey: documentedAs(z.string().max(256), PublicKey) }),
  response: z.object({ config: DeviceConfig, device: NetworkDevice }),
  status: 201,
  errors: [
    'location_not_found',
    'user_disabled',
    'public_key_invalid',
    'public_key_taken',
    'public_key_of_location',
    'address_pool_exhausted',
    ...addressErrors,
  ],
  errorStatus: unknownLocation,
});

/**
 * The token is shown once, and is valid while its issuer is an active administrator and, if it was issued with an API token,
 * that token exists. `enrollment_url` is where the device's program sends it.
 */
const StartedEnrollment = z.object({ enrollment_token: z.string(), enrollment_url: z.string() });

export const startNetworkDevice = endpoint({
  ...common,
  method: 'POST',
  path: '/device/network/start_cli',
  summary: 'Add a network device that a program on it configures, and issue a token for that',
  body: NewNetworkDevice.omit({ wireguard_pubkey: true }),
  response: StartedEnrollment,
  status: 201,
  errors: ['location_not_found', 'user_disabled', 'edge_disabled', 'address_pool_exhausted', ...addressErrors],
  errorStatus: { ...unknownLocation, user_disabled: 401 },
});

/** For another user's device, this requires a recent proof in a session, or an API token. */
export const restartNetworkDevice = endpoint({
  ...common,
  method: 'POST',
  path: '/device/network/start_cli/:id',
  summary: 'Issue a new token to configure a network device',
  params,
  response: StartedEnrollment,
  status: 201,
  errors: ['device_not_found', 'edge_disabled', 'proof_required'],
  errorStatus: { device_not_found: 400 },
});

export const listNetworkDevices = endpoint({
  ...common,
  method: 'GET',
  path: '/device/network',
  summary: 'List all network devices, by name',
  response: z.array(NetworkDevice),
});

export const getNetworkDevice = endpoint({
  ...common,
  method: 'GET',
  path: '/device/network/:id',
  summary: 'Show a network device',
  params,
  response: NetworkDevice,
  errors: ['device_not_found'],
});

/**
 * An absent description clears it. In networks for which no address is given, the device retains its address. Location
 * and key cannot change.
 */
export const updateNetworkDevice = endpoint({
  ...common,
  method: 'PUT',
  path: '/device/network/:id',
  summary: "Change a network device's name, description or addresses",
  params,
  body: z.object({ name: Name, description: Note, assigned_ips: z.array(Address).max(64) }),
  response: NetworkDevice,
  errors: ['device_not_found', ...addressErrors],
});

export const deleteNetworkDevice = endpoint({
  ...common,
  method: 'DELETE',
  path: '/device/network/:id',
  summary: 'Delete a network device; its tunnel ends immediately',
  params,
  response: z.null(),
  errors: ['device_not_found'],
});

export const getNetworkDeviceConfig = endpoint({
  ...common,
  method: 'GET',
  path: '/device/network/:id/config',
  summary: "Show a network device's WireGuard configuration, without its private key",
  params,
  response: z.string(),
  answer: { kind: 'text' },
  errors: ['device_not_found'],
});
