import type { GatewayRefusal, GatewayStatus } from '@gatewarden/contract/gateways';

/** Which gateways of a location were connected at some time, and the last rejected connection. */
export interface ConnectionSnapshot {
  readonly connectedUids: ReadonlySet<string>;
  /** Empty if there was none. */
  readonly lastRefusalAt: string;
}

/** `refusals`: newest first. */
export function connectionSnapshot(
  gateways: readonly GatewayStatus[],
  refusals: readonly GatewayRefusal[],
): ConnectionSnapshot {
  const connected = gateways.filter((gateway) => gateway.connected);
  return { connectedUids: new Set(connected.map(({ uid }) => uid)), lastRefusalAt: refusals[0]?.at ?? '' };
}
