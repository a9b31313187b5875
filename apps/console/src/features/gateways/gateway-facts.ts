import type { GatewayStatus } from '@gatewarden/contract/gateways';

/** What people call it. */
export function gatewayName({ name, hostname }: GatewayStatus): string {
  return name || hostname;
}

/** Those in service that could not apply what they should run. */
export function faultyGateways(gateways: readonly GatewayStatus[]): GatewayStatus[] {
  return gateways.filter(({ last_error, revoked }) => last_error !== null && !revoked);
}
