import { parseEndpoint } from '@gatewarden/net/endpoint';

/** Most characters of an address of core. */
export const coreAddressLength = 261;

/** Whether the text is `host:port`, an IPv6 host in brackets, a link-local one with a zone. */
export function isCoreAddress(text: string): boolean {
  return text.length <= coreAddressLength && parseEndpoint(text, { zone: true }) !== undefined;
}
