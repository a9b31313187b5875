import type { LocationInfo } from '@gatewarden/contract/locations';
import { contains, parseSubnet, type Subnet } from '@gatewarden/net/subnet';
import { networksOf } from './network-notes.ts';

/** What is worth knowing about the networks that devices send through the tunnel. */
export type RoutingNote =
  | { kind: 'nothing' }
  /** All of the internet goes through the location. */
  | { kind: 'everything' }
  /** Devices reach neither the gateway nor each other there. */
  | { kind: 'own-network-missing'; networks: string };

/** Nothing while an entry cannot be read. */
export function routingNotes(allowedIps: readonly string[], address: readonly string[]): RoutingNote[] {
  const routed = networksOf(allowedIps);
  if (routed.length < allowedIps.length) return [];
  if (routed.length === 0) return [{ kind: 'nothing' }];
  if (routed.some(({ prefix }) => prefix === 0)) return [{ kind: 'everything' }];
  const missing = networksOf(address).filter((own) => !routed.some((route) => encloses(route, own)));
  return missing.length === 0
    ? []
    : [{ kind: 'own-network-missing', networks: missing.map(({ text }) => text).join(', ') }];
}

function encloses(outer: Subnet, { family, first, last }: Subnet): boolean {
  return contains(outer, { family, value: first }) && contains(outer, { family, value: last });
}

/** What is worth knowing about where devices dial. */
export type EndpointNote =
  | { kind: 'loopback'; host: string }
  /** Two locations cannot share host and port: devices could not tell them apart. */
  | { kind: 'taken'; location: string };

export function endpointNotes(
  { endpoint, port }: { endpoint: string; port: number | undefined },
  others: readonly Pick<LocationInfo, 'name' | 'endpoint' | 'port'>[],
): EndpointNote[] {
  const host = endpoint.trim();
  const twin = others.find((other) => other.endpoint === host && other.port === port);
  return [
    ...(isLoopback(host) ? [{ kind: 'loopback' as const, host }] : []),
    ...(twin ? [{ kind: 'taken' as const, location: twin.name }] : []),
  ];
}

// RFC 1122 §3.2.1.3 and RFC 4291 §2.5.3
const loopbacks = networksOf(['127.0.0.0/8', '::1/128']);

function isLoopback(host: string): boolean {
  const address = parseSubnet(host.replace(/^\[(.*)\]$/, '$1'));
  return host === 'localhost' || loopbacks.some((loopback) => address !== undefined && encloses(loopback, address));
}
