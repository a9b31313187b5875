import { type Address, bitsOf, formatAddress } from './address.ts';
import type { Subnet } from './subnet.ts';

/** An address as a fixed part, which all addresses of its subnet share, and a part that can be edited. */
export interface SplitAddress {
  readonly address: string;
  /** Whole groups, each followed by its separator. */
  readonly fixed: string;
  readonly editable: string;
}

/**
 * Splits an address at the first group (octet in IPv4, 16 bits in IPv6) in which addresses of the subnet differ. Groups of
 * IPv6 have four digits, so that the two parts together are an address. The format is that of the interface reference §2.
 */
export function splitAddress(address: Address, { first, last }: Pick<Subnet, 'first' | 'last'>): SplitAddress {
  const groups = groupsOf(address);
  const [low, high] = [first, last].map((value) => groupsOf({ family: address.family, value }));
  const differing = groups.findIndex((_, index) => low?.[index] !== high?.[index]);
  // a subnet of one address: its last group can be edited
  const start = differing === -1 ? groups.length - 1 : differing;
  const separator = address.family === 4 ? '.' : ':';
  return {
    address: formatAddress(address),
    fixed: groups
      .slice(0, start)
      .map((group) => group + separator)
      .join(''),
    editable: groups.slice(start).join(separator),
  };
}

function groupsOf({ family, value }: Address): string[] {
  const groupBits = family === 4 ? 8 : 16;
  const count = bitsOf(family) / groupBits;
  return Array.from({ length: count }, (_, index) => {
    const group = (value >> BigInt(groupBits * (count - 1 - index))) & ((1n << BigInt(groupBits)) - 1n);
    return family === 4 ? group.toString() : group.toString(16).padStart(4, '0');
  });
}
