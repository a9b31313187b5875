import type { ContextValues } from '@connectrpc/connect';
import { createContextKey, createContextValues } from '@connectrpc/connect';

const callerAddress = createContextKey<string | undefined>(undefined, { description: 'address of the caller' });

/** For the adapter's `contextValues`: calls know from which address they come. */
export function createCallerContextValues(request: {
  readonly socket: { readonly remoteAddress?: string | undefined };
}) {
  return createContextValues().set(callerAddress, normalizeAddress(request.socket.remoteAddress));
}

/** Undefined when the connection was gone before the call could be read. */
export function callerAddressOf({ values }: { readonly values: ContextValues }): string | undefined {
  return values.get(callerAddress);
}

/**
 * The address of a socket's other side as it can be stored and compared: a link-local IPv6 neighbour comes with the name
 * of our interface behind it (`fe80::1%eth0`, RFC 4007 §11), which is no part of the address.
 */
export function normalizeAddress(address: string | undefined): string | undefined {
  return stripIpv4Mapping(address)?.replace(/%.*$/, '');
}

/** A socket that listens for both families shows IPv4 callers as `::ffff:192.0.2.1` (RFC 4291 §2.5.5.2). */
export function stripIpv4Mapping(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:(?=\d+\.)/i, '');
}
