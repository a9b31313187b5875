import { z } from 'zod';
import { SplitDns } from '../ports/name-resolution.ts';
import { TunnelConfig } from '../ports/tunnel.ts';

/** A location that the device of a person may use. */
export const StoredLocation = z.object({
  id: z.int(),
  /** Who asks for a second factor at each connection: `internal` is core, `external` another provider. */
  factor: z.enum(['none', 'internal', 'external']),
  tunnel: TunnelConfig,
  dns: SplitDns,
});
export type StoredLocation = z.infer<typeof StoredLocation>;

/** What the client stores of one instance. Contains secrets: the private key and the token to poll with. */
export const StoredClient = z.object({
  url: z.string(),
  instanceId: z.string(),
  instanceName: z.string(),
  username: z.string(),
  deviceName: z.string(),
  /** 32 bytes in base64. It never leaves this machine. */
  privateKey: z.string(),
  publicKey: z.string(),
  pollToken: z.string(),
  locations: z.array(StoredLocation),
});
export type StoredClient = z.infer<typeof StoredClient>;
