import { DomainError } from '@gatewarden/contract/errors';
import { addressOfHost, isPublicAddress } from '@gatewarden/net/public-address';
import type { Outbound } from '../../platform/outbound/outbound.ts';

/** Whether both addresses lead to the same server with the same protocol, so that a stored secret is not sent to another. */
export function isSameReceiver(url: string, other: string): boolean {
  const [one, two] = [new URL(url), new URL(other)];
  return one.protocol === two.protocol && one.host === two.host;
}

/** The address as the activity log stores it: its query can be a secret. */
export function withoutQuery(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : `${url.slice(0, end)}?…`;
}

/**
 * @param destination `url` of http, https or tls; `secure`: the protocol that it must have, apart from http to a listed host
 *   in place of https
 * @throws outbound_address_refused, outbound_url_refused
 */
export function requireCallable(
  { url, field, secure }: { readonly url: string; readonly field: string; readonly secure: 'https:' | 'tls:' },
  outbound: Pick<Outbound, 'isListedHost'>,
): void {
  const address = findBlockedAddress(url, outbound);
  if (address !== undefined) throw new DomainError('outbound_address_refused', { field, address });
  const { protocol, hostname } = new URL(url);
  const isListed = secure === 'https:' && protocol === 'http:' && outbound.isListedHost(hostname);
  if (protocol !== secure && !isListed) throw new DomainError('outbound_url_refused', { field });
}

/**
 * The address in a URL of http, https or tls to which core may not connect. Undefined for a name, whose addresses are checked
 * with each request.
 */
function findBlockedAddress(url: string, { isListedHost }: Pick<Outbound, 'isListedHost'>): string | undefined {
  // only for known protocols, `127.1` is read as an address
  const host = URL.parse(url.replace(/^tls:/i, 'https:'))?.hostname ?? '';
  const address = addressOfHost(host);
  if (!address || isPublicAddress(address) || isListedHost(host)) return undefined;
  return host.replace(/^\[(.*)\]$/, '$1');
}
