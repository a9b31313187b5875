import type { GatewayStatus } from '@gatewarden/contract/gateways';

/** What people call it. */
export function gatewayName({ name, hostname }: GatewayStatus): string {
  return name || hostname;
}

export type GatewayFault = 'rejected' | 'drifted' | 'partial';

/** What keeps a gateway in service from running all of its state; undefined when nothing is known to. */
export function faultOf({ last_error, drift_since, problems, revoked }: GatewayStatus): GatewayFault | undefined {
  if (revoked) return undefined;
  if (last_error !== null) return 'rejected';
  if (drift_since !== null) return 'drifted';
  return problems.length > 0 ? 'partial' : undefined;
}

/** Those in service that do not run all of their state, for a reason that is known. */
export function faultyGateways(gateways: readonly GatewayStatus[]): GatewayStatus[] {
  return gateways.filter((gateway) => faultOf(gateway) !== undefined);
}
