import { type Address, parseAddress } from '@gatewarden/net/address';

/** Parses an address as the database formats it. */
export function parseStoredAddress(text: string): Address {
  const address = parseAddress(text);
  if (!address) throw new Error(`not an address: ${text}`);
  return address;
}
