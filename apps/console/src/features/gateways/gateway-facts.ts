import type { GatewayStatus } from '@gatewarden/contract/gateways';

/** Display name. */
export function gatewayName({ name, hostname }: GatewayStatus): string {
  return name || hostname;
}

/** Parameters of the page of a gateway. */
export function paramsOf({ network_id, uid }: GatewayStatus) {
  return { locationId: String(network_id), gatewayId: uid };
}

/** Whether a gateway in service was connected and is not. */
export function isDown({ connected, revoked, disconnected_at }: GatewayStatus): boolean {
  return !connected && !revoked && disconnected_at !== null;
}

/** Whether the machine of a connected gateway does not forward packets; false while it is unknown. */
export function lacksForwarding({ connected, forwarding_off: families }: GatewayStatus): boolean {
  return connected && families !== null && families.length > 0;
}

const names = { ipv4: 'IPv4', ipv6: 'IPv6' } as const;

/** Address families whose packets it does not forward, such as "IPv4, IPv6". */
export function familiesOf({ forwarding_off: families }: GatewayStatus): string {
  return (families ?? []).map((family) => names[family]).join(', ');
}

export type GatewayFault = 'rejected' | 'drifted' | 'partial';

/** Why a gateway in service does not run all of its state; undefined without a known reason. */
export function faultOf({ last_error, drift_since, problems, revoked }: GatewayStatus): GatewayFault | undefined {
  if (revoked) return undefined;
  if (last_error !== null) return 'rejected';
  if (drift_since !== null) return 'drifted';
  return problems.length > 0 ? 'partial' : undefined;
}

/** Gateways in service with a known fault. */
export function faultyGateways(gateways: readonly GatewayStatus[]): GatewayStatus[] {
  return gateways.filter((gateway) => faultOf(gateway) !== undefined);
}
