import { parseAddress } from '@gatewarden/net/address';

/**
 * The block that counts as one origin of requests: an IPv4 address, or an IPv6 /64, since one host has all of it.
 * Everything that is not an address is one origin.
 */
export function addressBlockOf(ip: string | undefined): string {
  const address = ip === undefined ? undefined : parseAddress(ip);
  if (!address || ip === undefined) return '';
  return address.family === 4 ? ip : `${(address.value >> 64n).toString(16)}::/64`;
}

/** The wider network that one organization may control: an IPv4 /24, an IPv6 /48. */
export function widerBlockOf(ip: string | undefined): string {
  const address = ip === undefined ? undefined : parseAddress(ip);
  if (!address) return '';
  const hostBits = address.family === 4 ? 8n : 80n;
  return `${address.family} ${(address.value >> hostBits).toString(16)}`;
}
