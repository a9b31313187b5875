import type { ContextValues } from '@connectrpc/connect';
import { createContextKey, createContextValues } from '@connectrpc/connect';

const callerAddress = createContextKey<string | undefined>(undefined, { description: 'address of the caller' });

/** For the adapter's `contextValues`: calls know from which address they come. */
export function keepCallerAddress(request: { readonly socket: { readonly remoteAddress?: string | undefined } }) {
  return createContextValues().set(callerAddress, withoutMapping(request.socket.remoteAddress));
}

/** Undefined when the connection was gone before the call could be read. */
export function callerAddressOf({ values }: { readonly values: ContextValues }): string | undefined {
  return values.get(callerAddress);
}

/** A socket that listens for both families shows IPv4 callers as `::ffff:192.0.2.1` (RFC 4291 §2.5.5.2). */
export function withoutMapping(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:(?=\d+\.)/i, '');
}
