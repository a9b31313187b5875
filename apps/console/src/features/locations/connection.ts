import type { GatewayStatus } from '@gatewarden/contract/gateways';

/** How many gateways are connected. `missing`: there are no gateways. */
export interface Connection {
  kind: 'missing' | 'none' | 'some' | 'all';
  connected: number;
  total: number;
  /** Gateways that could not apply their state. */
  faulty: number;
}

/** Connection of the gateways of one location or of all. Revoked gateways do not count. */
export function connectionOf(gateways: readonly GatewayStatus[]): Connection {
  const inService = gateways.filter(({ revoked }) => !revoked);
  const connected = inService.filter((gateway) => gateway.connected).length;
  const total = inService.length;
  const faulty = inService.filter(({ last_error }) => last_error !== null).length;
  const kind = total === 0 ? 'missing' : connected === 0 ? 'none' : connected < total ? 'some' : 'all';
  return { kind, connected, total, faulty };
}

/** When the gateway disconnected that has been away longest; undefined if all are connected or never were. */
export function disconnectedSince(gateways: readonly GatewayStatus[]): string | undefined {
  const times = gateways.filter(({ revoked, connected }) => !revoked && !connected).map((one) => one.disconnected_at);
  return times.filter((at) => at !== null).toSorted()[0];
}
