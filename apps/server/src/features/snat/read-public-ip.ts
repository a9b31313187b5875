import { DomainError } from '@gatewarden/contract/errors';
import { formatAddress, parseAddress } from '@gatewarden/net/address';
import { isReservedAddress } from '@gatewarden/net/check-networks';
import { contains, type InterfaceAddress, parseSubnet, type Subnet } from '@gatewarden/net/subnet';

/** An interface can have such an address, but nothing beyond its network answers to it. */
const unroutableNetworks: readonly Subnet[] = [
  '169.254.0.0/16', // RFC 3927: link-local
  '255.255.255.255/32', // RFC 919: broadcast
  'fe80::/10', // RFC 4291 §2.5.6: link-local
].flatMap((text) => parseSubnet(text) ?? []);

/** The canonical address. @throws public_ip_invalid unless a gateway could send from it */
export function readPublicIp(text: string): string {
  const address = parseAddress(text.trim());
  if (!address || isReservedAddress(address) || unroutableNetworks.some((network) => contains(network, address)))
    throw new DomainError('public_ip_invalid', { field: 'public_ip' });
  return formatAddress(address);
}

/**
 * The addresses in the networks of a location are those of its gateway and its devices.
 * @throws public_ip_invalid for a canonical address in one of the networks
 */
export function requireOutside(networks: readonly InterfaceAddress[], publicIp: string): void {
  const address = parseAddress(publicIp);
  if (!address || networks.some(({ subnet }) => contains(subnet, address)))
    throw new DomainError('public_ip_invalid', { field: 'public_ip' });
}
