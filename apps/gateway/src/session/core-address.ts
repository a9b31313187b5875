import { parseEndpoint } from '@gatewarden/net/endpoint';

/** Subject of core's certificate, whatever address it is reached at: the pinned authority issues nothing else. */
export const coreServerName = 'core.gatewarden.internal';

/** @param core `host:port`, an IPv6 host in brackets, checked before */
export function hostAndPort(core: string): { host: string; port: number } {
  const endpoint = parseEndpoint(core);
  if (!endpoint) throw new RangeError(`not host:port: ${core}`);
  return { host: endpoint.host, port: endpoint.port };
}
