import type { TLSSocket } from 'node:tls';
import { parseEndpoint } from '@gatewarden/net/endpoint';
import type { ResolveHost } from './resolve-host.ts';

/**
 * Name in core's certificate, independent of the address: the pinned authority issues certificates for no other name.
 */
export const coreServerName = 'core.gatewarden.internal';

/** One address to connect to. */
export interface CoreEndpoint {
  /** IP address; a link-local IPv6 address includes its zone (`fe80::1%eth0`). */
  readonly host: string;
  readonly port: number;
  /** An open connection to it over TLS, whose certificate is verified; absent: to be opened. */
  readonly socket?: TLSSocket;
  /** For logs: the configured `host:port`, followed by the IP address when the host is a name. */
  readonly label: string;
}

/**
 * The endpoints of the core addresses now: names are resolved to all their IP addresses, without duplicates. Names that
 * cannot be resolved are left out.
 * @param addresses valid `host:port`, an IPv6 host in brackets
 */
export async function resolveEndpoints(
  addresses: readonly string[],
  resolve: ResolveHost,
): Promise<readonly CoreEndpoint[]> {
  const found = await Promise.all(addresses.map((address) => endpointsOf(address, resolve)));
  const byEndpoint = new Map(found.flat().map((endpoint) => [`${endpoint.host} ${endpoint.port}`, endpoint]));
  return [...byEndpoint.values()];
}

async function endpointsOf(address: string, resolve: ResolveHost): Promise<CoreEndpoint[]> {
  const endpoint = parseEndpoint(address, { zone: true });
  if (!endpoint) throw new RangeError(`not host:port: ${address}`);
  const { host, port } = endpoint;
  const hosts = isAddress(host) ? [host] : await resolve(host).catch(() => []);
  return hosts.map((each) => ({ host: each, port, label: each === host ? address : `${address} (${each})` }));
}

/** A host name contains no colon, and its last label is not a number. */
function isAddress(host: string): boolean {
  return host.includes(':') || /^[\d.]+$/.test(host);
}
