import type { LocationInfo } from '@gatewarden/contract/locations';
import { isLoopbackHost } from '@gatewarden/net/endpoint';
import { contains, type Subnet } from '@gatewarden/net/subnet';
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
  const duplicate = others.find((other) => other.endpoint === host && other.port === port);
  return [
    ...(isLoopbackHost(host) ? [{ kind: 'loopback' as const, host }] : []),
    ...(duplicate ? [{ kind: 'taken' as const, location: duplicate.name }] : []),
  ];
}
