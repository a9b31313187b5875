import { type InterfaceAddress, isHostAddress } from '@gatewarden/net/subnet';
import type { AssignedAddress } from './addresses.queries.ts';

/**
 * Addresses that fit another network of the location than the one at their position, with the position of that network.
 * A device retains one address in each network, the first of those given.
 */
export function repositionAddresses(
  misplaced: readonly AssignedAddress[],
  networks: readonly InterfaceAddress[],
): AssignedAddress[] {
  const repositioned = new Map<string, AssignedAddress>();
  for (const row of misplaced) {
    const position = networks.findIndex(
      (network) => isHostAddress(network.subnet, row.address) && !isGatewayOf(network, row),
    );
    const key = `${row.device_id}:${position}`;
    if (position >= 0 && !repositioned.has(key)) repositioned.set(key, { ...row, position });
  }
  return [...repositioned.values()];
}

/** Expects an address in the network, so that both are of one family. */
function isGatewayOf(network: InterfaceAddress, { address }: AssignedAddress): boolean {
  return network.address.value === address.value;
}
