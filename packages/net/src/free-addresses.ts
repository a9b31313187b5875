import type { Address } from './address.ts';
import { contains, type Subnet } from './subnet.ts';

/**
 * Every host address of `subnet` that is not in `taken`, lowest first, computed lazily. One iteration can assign
 * addresses to many devices; its cost depends on the number of taken addresses and not on the size of the subnet.
 * `taken` is read once, with the first address.
 */
export function* freeAddresses(subnet: Subnet, taken: Iterable<Address>): Generator<Address, void> {
  const takenValues = new Set<bigint>();
  for (const address of taken) if (contains(subnet, address)) takenValues.add(address.value);
  for (let value = subnet.firstHost; value <= subnet.lastHost; value += 1n) {
    if (!takenValues.has(value)) yield { family: subnet.family, value };
  }
}
