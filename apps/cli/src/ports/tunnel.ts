import type { Secret } from '@gatewarden/process/secret';
import { z } from 'zod';

/** What core configures for this device: one tunnel to the gateways of one location. */
export const TunnelConfig = z.object({
  locationName: z.string(),
  /** Canonical addresses without prefix. */
  addresses: z.array(z.string()),
  /** Key of the location, 32 bytes in canonical base64. */
  publicKey: z.string(),
  /** Host name or address of the gateways, IPv6 without brackets. */
  host: z.string(),
  /** UDP. */
  port: z.int(),
  /** Canonical networks that are reached through the tunnel. */
  networks: z.array(z.string()),
  /** 0: off. */
  keepaliveSeconds: z.int(),
});
export type TunnelConfig = z.infer<typeof TunnelConfig>;

/** The interface of this device. Calls must not overlap; each may throw TunnelError. */
export interface Tunnel {
  /**
   * Creates the interface without a configuration, or takes over the one that an earlier run of this folder created.
   * Returns whether it existed.
   */
  open(): Promise<boolean>;
  /**
   * Configures the open interface. Returns the networks that cannot be reached through it, with the reasons.
   * @param presharedKey of the session after a second factor, 32 bytes in base64; without it, an earlier one is removed
   */
  apply(config: TunnelConfig, presharedKey?: Secret): Promise<readonly string[]>;
  /** Undefined if the interface does not exist. */
  read(): Promise<TunnelStatus | undefined>;
  /** Removes the interface; does nothing if it does not exist. */
  remove(): Promise<void>;
}

export interface TunnelStatus {
  /** Undefined if there was none. */
  readonly lastHandshakeAt: Date | undefined;
}
