import { type Address, parseAddress } from './address.ts';
import { contains, type InterfaceAddress, isHostAddress } from './subnet.ts';

/** `valid`: an address of the location. `available`: a device may have it now. */
export interface AddressClass {
  valid: boolean;
  available: boolean;
}

/**
 * What becomes of an address that somebody chose for a device of a location with these networks. `taken` are the
 * addresses of the location's other devices; the gateway's own need not be among them.
 */
export function classifyAddress(
  text: string,
  networks: readonly InterfaceAddress[],
  taken: Iterable<Address>,
): AddressClass {
  const address = parseAddress(text);
  const home = address && networks.find(({ subnet }) => contains(subnet, address));
  if (!home) return { valid: false, available: false };
  const held = isSame(home.address, address) || [...taken].some((other) => isSame(other, address));
  return { valid: true, available: isHostAddress(home.subnet, address) && !held };
}

function isSame(a: Address, b: Address): boolean {
  return a.family === b.family && a.value === b.value;
}
