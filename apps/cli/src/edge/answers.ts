import { type Address, formatAddress, parseAddress } from '@gatewarden/net/address';
import { isReservedAddress } from '@gatewarden/net/check-networks';
import { parseEndpoint } from '@gatewarden/net/endpoint';
import { parsePublicKey } from '@gatewarden/net/public-key';
import { parseSubnet } from '@gatewarden/net/subnet';
import { z } from 'zod';
import type { TunnelConfig } from '../ports/tunnel.ts';

const maxItems = 256;
/** Shown at a terminal: control characters are left out. */
export const Text = z
  .string()
  .max(1024)
  .transform((text) => text.replaceAll(/\p{C}+/gu, ' '));

/** Texts separated by commas; the whole list is refused if one of them is not valid. */
function listOf(parse: (text: string) => string | undefined) {
  return z.string().transform((text, context): string[] => {
    const items = text === '' ? [] : text.split(',');
    const parsed = items.flatMap((item) => parse(item) ?? []);
    if (parsed.length === items.length && items.length <= maxItems) return parsed;
    context.addIssue({ code: 'custom', message: 'invalid list' });
    return z.NEVER;
  });
}

const Endpoint = z.string().transform((text, context) => {
  const endpoint = parseEndpoint(text);
  if (endpoint) return endpoint;
  context.addIssue({ code: 'custom', message: 'invalid endpoint' });
  return z.NEVER;
});

/** Whether an interface can have the address: no loopback, multicast, unspecified or broadcast address. */
function isUsableAddress(address: Address): boolean {
  return !isReservedAddress(address) && formatAddress(address) !== '255.255.255.255';
}

/** What core configures for one location. */
export const LocationFields = z.object({
  network_name: Text,
  endpoint: Endpoint,
  assigned_ip: listOf((text) => {
    const address = parseAddress(text);
    return address && isUsableAddress(address) ? formatAddress(address) : undefined;
  }),
  pubkey: z.string().refine((text) => parsePublicKey(text) !== undefined),
  allowed_ips: listOf((text) => parseSubnet(text)?.text),
  keepalive_interval: z.int().min(0).max(65_535),
});

export function toTunnelConfig(config: z.output<typeof LocationFields>): TunnelConfig {
  return {
    locationName: config.network_name,
    addresses: config.assigned_ip,
    publicKey: config.pubkey,
    ...config.endpoint,
    networks: config.allowed_ips,
    keepaliveSeconds: config.keepalive_interval,
  };
}

const DeviceConfig = LocationFields.transform(toTunnelConfig);

/** A network device has exactly one configuration. */
export const DeviceAnswer = z
  .object({
    device: z.object({ name: Text }),
    configs: z.tuple([DeviceConfig]),
    instance: z.object({ name: Text }),
    token: z.string().nullable(),
  })
  .transform(({ device, configs: [tunnel], instance, token }) => ({
    deviceName: device.name,
    instanceName: instance.name,
    tunnel,
    pollToken: token,
  }));
export type DeviceAnswer = z.infer<typeof DeviceAnswer>;

export const PollAnswer = z.object({ device_config: DeviceAnswer }).transform(({ device_config: device }) => device);

/** Errors of core. Proxies in between answer with other bodies. */
export const ErrorAnswer = z.object({ error: Text, code: z.string().optional() });
