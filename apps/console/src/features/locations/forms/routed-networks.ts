import { parseSubnet } from '@gatewarden/net/subnet';
import { networksOf } from './network-notes.ts';

/** Routes for all traffic; IPv6 too, because it would bypass the VPN otherwise. */
export const allTraffic: readonly string[] = ['0.0.0.0/0', '::/0'];

export function isAllTraffic(routes: readonly string[]): boolean {
  return routes.some((route) => parseSubnet(route)?.prefix === 0);
}

/** Routes to the networks behind the gateway, without those of the VPN itself, which are always routed. */
export function networksBehind(routes: readonly string[], address: readonly string[]): string[] {
  const own = new Set(networksOf(address).map(({ text }) => text));
  return routes.filter((route) => !own.has(parseSubnet(route)?.text ?? ''));
}

/** The networks behind the gateway first, then those of the VPN itself. */
export function routesTo(behind: readonly string[], address: readonly string[]): string[] {
  return [...behind, ...networksOf(address).map(({ text }) => text)];
}
