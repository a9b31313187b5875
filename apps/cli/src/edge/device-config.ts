import { parseAddress } from '@gatewarden/net/address';
import { parseSubnetList } from '@gatewarden/net/address-list';
import { parseEndpoint } from '@gatewarden/net/endpoint';
import { parsePublicKey } from '@gatewarden/net/public-key';
import { z } from 'zod';

/** Addresses, or nothing else: wg-quick runs as root, so no value from the network may become a command. */
const addresses = z
  .string()
  .max(1024)
  .transform((text) => text.split(','))
  .refine((list) => list.every((each) => parseAddress(each) !== undefined));

const networks = z
  .string()
  .max(16_384)
  .transform((text, context) => {
    const list = parseSubnetList(text);
    if (list.kind === 'list') return list.items.map(({ text: network }) => network);
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  });

const endpoint = z
  .string()
  .max(300)
  .transform((text, context) => {
    const parsed = parseEndpoint(text);
    if (parsed?.port !== undefined) return { host: parsed.host, port: parsed.port };
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  });

/** What a device needs to connect to its location; everything else of the answer is ignored. */
export const DeviceConfig = z.object({
  network_name: z.string().max(256),
  assigned_ip: addresses,
  pubkey: z.string().refine((key) => parsePublicKey(key) !== undefined),
  endpoint,
  allowed_ips: networks,
  dns: z
    .string()
    .max(1024)
    .regex(/^[0-9A-Za-z.:,\- ]*$/)
    .nullable(),
  keepalive_interval: z.int().min(0).max(65_535),
});
export type DeviceConfig = z.infer<typeof DeviceConfig>;

export const Device = z.object({ id: z.int(), name: z.string().max(256) });

const Configured = z.object({
  device: Device,
  configs: z.array(DeviceConfig).length(1),
});
/** The answer to the public key. */
export const Enrolled = Configured.extend({ token: z.string().min(1).max(128) });
/** The answer to a poll. */
export const Polled = z.object({ device_config: Configured });
export const Failure = z.object({ error: z.string().max(1024) });
