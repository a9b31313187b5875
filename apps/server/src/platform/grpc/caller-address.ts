import type { ContextValues } from '@connectrpc/connect';
import { createContextKey, createContextValues } from '@connectrpc/connect';

const callerAddress = createContextKey<string | undefined>(undefined, { description: 'address of the caller' });

/** Values for the context of a call, with the address of its caller. */
export function createCallerContextValues(request: {
  readonly socket: { readonly remoteAddress?: string | undefined };
}) {
  return createContextValues().set(callerAddress, normalizeAddress(request.socket.remoteAddress));
}

/** Undefined if the connection was closed before the call was read. */
export function callerAddressOf({ values }: { readonly values: ContextValues }): string | undefined {
  return values.get(callerAddress);
}

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
