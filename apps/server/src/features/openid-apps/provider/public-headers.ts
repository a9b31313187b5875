/**
 * Headers from which the library builds addresses: those of the public address, not of a Host header that a client chooses.
 * `url` has no trailing slash.
 */
export function publicHeaders(url: string): { readonly host: string; readonly 'x-forwarded-proto': string } {
  const { host, protocol } = new URL(url);
  return { host, 'x-forwarded-proto': protocol.slice(0, -1) };
}
