import type { LocationInfo } from '@gatewarden/contract/locations';
import { isLoopbackHost } from '@gatewarden/net/endpoint';
import { contains, type Subnet } from '@gatewarden/net/subnet';
import { networksOf } from './network-notes.ts';

/** Notes about the routes of devices. */
export type RoutingNote =
  | { kind: 'nothing' }
  /** All internet traffic goes through the location. */
  | { kind: 'everything' }
  /** Devices reach neither the gateway nor each other. */
  | { kind: 'own-network-missing'; networks: string };

/** Empty while an entry is invalid. */
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

/** Notes about the endpoint. */
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
