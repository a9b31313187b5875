import { parseAddress } from '@gatewarden/net/address';
import { contains, isHostAddress, parseInterfaceAddress, parseSubnet } from '@gatewarden/net/subnet';

export type AddressFault = 'not_address' | 'outside' | 'reserved' | 'gateway';

/**
 * Why no device can have an address in a network: 10.1.0.0/24. `gateways` are the addresses of the location with their
 * prefixes.
 */
export function addressFault(text: string, network: string, gateways: readonly string[]): AddressFault | undefined {
  const address = parseAddress(text);
  const subnet = parseSubnet(network);
  if (!address) return 'not_address';
  if (!subnet || !contains(subnet, address)) return 'outside';
  if (!isHostAddress(subnet, address)) return 'reserved';
  const isGateway = gateways.some((gateway) => parseInterfaceAddress(gateway)?.address.value === address.value);
  return isGateway ? 'gateway' : undefined;
}
