import { type InterfaceAddress, isHostAddress } from '@gatewarden/net/subnet';
import type { AssignedAddress } from './addresses.queries.ts';

/**
 * Addresses that fit another network of the location than the one at their position: where they belong now. A device
 * keeps one address in each network, the first of those given.
 */
export function repositionAddresses(
  misplaced: readonly AssignedAddress[],
  networks: readonly InterfaceAddress[],
): AssignedAddress[] {
  const kept = new Map<string, AssignedAddress>();
  for (const row of misplaced) {
    const position = networks.findIndex(
      (network) => isHostAddress(network.subnet, row.address) && !isGatewayOf(network, row),
    );
    const place = `${row.device_id}:${position}`;
    if (position >= 0 && !kept.has(place)) kept.set(place, { ...row, position });
  }
  return [...kept.values()];
}

/** Of one family already: the address is in the network. */
function isGatewayOf(network: InterfaceAddress, { address }: AssignedAddress): boolean {
  return network.address.value === address.value;
}
