import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { stripIpv4Mapping } from './normalize-address.ts';

/**
 * The address of the caller, as far as trusted proxies report it. A forwarded value need not be an address; then it is
 * the address of the proxy itself.
 */
export function callerAddressOf({ ip, ips }: Pick<FastifyRequest, 'ip' | 'ips'>): string | undefined {
  const [nearest, ...forwarded] = ips ?? [ip];
  // a link-local address ends with the name of our interface (RFC 4007 §11)
  const seen = [nearest?.replace(/%.*$/, ''), ...forwarded].map(stripIpv4Mapping);
  return seen.findLast((address) => address !== undefined && isAddress(address));
}

function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}
