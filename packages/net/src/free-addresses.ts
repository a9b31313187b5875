import type { Address } from './address.ts';
import { contains, type Subnet } from './subnet.ts';

/**
 * Every host address of `subnet` that is not in `taken`, lowest first, worked out as it is asked for.
 * One walk hands out addresses to many devices: it looks at each held address once, however many are taken from it,
 * and a /64 costs what a /24 costs. `taken` is read when the first address is asked for and not again.
 */
export function* freeAddresses(subnet: Subnet, taken: Iterable<Address>): Generator<Address, void> {
  const takenValues = new Set<bigint>();
  for (const address of taken) if (contains(subnet, address)) takenValues.add(address.value);
  for (let value = subnet.firstHost; value <= subnet.lastHost; value += 1n) {
    if (!takenValues.has(value)) yield { family: subnet.family, value };
  }
}
