import type { Address } from './address.ts';
import { freeAddresses } from './free-addresses.ts';
import type { Subnet } from './subnet.ts';

/**
 * Lowest host address in `subnet` that is not in `taken`; undefined when the subnet is full. The gateway's own address
 * must be among the taken. Takes time in the addresses held, not in the size of the subnet.
 */
export function lowestFreeAddress(subnet: Subnet, taken: Iterable<Address>): Address | undefined {
  return freeAddresses(subnet, taken).next().value ?? undefined;
}
