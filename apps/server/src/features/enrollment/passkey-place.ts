import { isIP } from 'node:net';

/** Where a browser can create a passkey for the console. */
export type PasskeyPlace = 'edge' | 'console';

/**
 * Passkeys are bound to the host of the console, and pages of that host and of hosts below it can create them. Undefined if
 * browsers have no passkeys for the console: at an address, and without https.
 */
export function passkeyPlaceOf({ consoleUrl, edgeUrl }: Record<'consoleUrl' | 'edgeUrl', string>) {
  const { hostname: host, protocol } = new URL(consoleUrl);
  const isLocal = host === 'localhost' || host.endsWith('.localhost');
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0 || (protocol !== 'https:' && !isLocal)) return undefined;
  const edge = new URL(edgeUrl).hostname;
  return edge === host || edge.endsWith(`.${host}`) ? 'edge' : 'console';
}
