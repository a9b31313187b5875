import { parsePublicKey } from '@gatewarden/net/public-key';
import { z } from 'zod';
import type { StoredLocation } from '../state-folder/stored-client.ts';
import { LocationFields, Text, toTunnelConfig } from './answers.ts';
import { parseDns } from './parse-dns.ts';

/** A person has a device in a few locations; more would not be a list to choose from. */
const maxLocations = 256;
const maxDeviceNames = 10_000;
/** A UUID of core; it becomes the name of a folder. */
const InstanceId = z.string().regex(/^[A-Za-z0-9-]{1,64}$/);
const PollToken = z.string().regex(/^[A-Za-z0-9]{1,128}$/);

/** Numbers of the interface (wire §11.1). */
const factorModes = new Map([
  [1, 'none'],
  [2, 'internal'],
  [3, 'external'],
] as const);

const Location = LocationFields.extend({
  // part of the name of the interface
  network_id: z.int().min(0).max(2_147_483_647),
  dns: z.string().max(4096).nullish(),
  location_mfa_mode: z.union([z.literal(1), z.literal(2), z.literal(3)]).nullish(),
  mfa_enabled: z.boolean().default(false),
}).transform(
  (location): StoredLocation => ({
    id: location.network_id,
    factor: factorModes.get(location.location_mfa_mode ?? (location.mfa_enabled ? 2 : 1)) ?? 'none',
    tunnel: toTunnelConfig(location),
    dns: parseDns(location.dns ?? ''),
  }),
);

/** What core says about the person who has the token. */
export const StartAnswer = z
  .object({
    user: z.object({ login: Text, enrolled: z.boolean(), device_names: z.array(Text).max(maxDeviceNames) }),
    instance: z.object({ id: InstanceId, name: Text }),
  })
  .transform(({ user, instance }) => ({
    username: user.login,
    /** Whether the account has something to sign in with. */
    isActivated: user.enrolled,
    deviceNames: user.device_names,
    instanceId: instance.id,
    instanceName: instance.name,
  }));
export type StartAnswer = z.infer<typeof StartAnswer>;

const DeviceFields = z.object({
  device: z.object({ name: Text }),
  configs: z.array(Location).max(maxLocations),
  instance: z.object({ id: InstanceId, name: Text, username: Text }),
});

function toClient({ device, configs, instance }: z.output<typeof DeviceFields>) {
  return {
    instanceId: instance.id,
    instanceName: instance.name,
    username: instance.username,
    deviceName: device.name,
    locations: configs,
  };
}

/** The device of a person with all its locations, after the person added it. */
export const EnrolledAnswer = DeviceFields.extend({ token: PollToken }).transform(({ token, ...rest }) => ({
  ...toClient(rest),
  pollToken: token,
}));
export type EnrolledAnswer = z.infer<typeof EnrolledAnswer>;

/** The same later; the client has its token. */
export const ClientAnswer = z
  .object({ device_config: DeviceFields })
  .transform(({ device_config: device }) => toClient(device));
export type ClientAnswer = z.infer<typeof ClientAnswer>;

/** A page that the person opens. It is printed, and control characters are encoded in it. */
const PageUrl = z
  .url({ protocol: /^https?$/ })
  .max(2048)
  .transform((text) => new URL(text).href);

export const ConnectStarted = z.object({
  token: z.string().min(1).max(4096),
  url: PageUrl.nullish(),
});
export type ConnectStarted = z.infer<typeof ConnectStarted>;

/** The preshared key has the format of a public key: 32 bytes in base64. */
export const ConnectFinished = z.object({
  preshared_key: z.string().refine((text) => parsePublicKey(text) !== undefined),
});
