/**
 * The remote address of a socket in a form that can be stored and compared. The address of a link-local IPv6 neighbor
 * ends with the name of our interface (`fe80::1%eth0`, RFC 4007 §11), which is not part of the address.
 */
export function normalizeAddress(address: string | undefined): string | undefined {
  return stripIpv4Mapping(address)?.replace(/%.*$/, '');
}

/** A dual-stack socket reports IPv4 callers as `::ffff:192.0.2.1` (RFC 4291 §2.5.5.2). */
export function stripIpv4Mapping(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:(?=\d+\.)/i, '');
}
