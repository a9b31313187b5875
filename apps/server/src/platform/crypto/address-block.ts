import { parseAddress } from '@gatewarden/net/address';

/**
 * What counts as one origin of requests: an IPv4 address, or a /64 of IPv6, since one host has all of it. All that is no
 * address is one origin.
 */
export function addressBlockOf(ip: string | undefined): string {
  const address = ip === undefined ? undefined : parseAddress(ip);
  if (!address || ip === undefined) return '';
  return address.family === 4 ? ip : `${(address.value >> 64n).toString(16)}::/64`;
}

/** The network around it that one party may well have: a /24 of IPv4, a /48 of IPv6. */
export function widerBlockOf(ip: string | undefined): string {
  const address = ip === undefined ? undefined : parseAddress(ip);
  if (!address) return '';
  const kept = address.family === 4 ? 8n : 80n;
  return `${address.family} ${(address.value >> kept).toString(16)}`;
}
