import type { ContextValues } from '@connectrpc/connect';
import { createContextKey, createContextValues } from '@connectrpc/connect';
import { normalizeAddress } from '@gatewarden/listener/normalize-address';

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
