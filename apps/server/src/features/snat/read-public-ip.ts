import { DomainError } from '@gatewarden/contract/errors';
import { formatAddress, parseAddress } from '@gatewarden/net/address';
import { isReservedAddress } from '@gatewarden/net/check-networks';

/** The canonical address. @throws public_ip_invalid unless a gateway could send from it */
export function readPublicIp(text: string): string {
  const address = parseAddress(text.trim());
  if (!address || isReservedAddress(address)) throw new DomainError('public_ip_invalid', { field: 'public_ip' });
  return formatAddress(address);
}
