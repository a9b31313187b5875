import { type Address, formatAddress, groupsOf } from './address.ts';
import type { Subnet } from './subnet.ts';

/** An address cut for a form: the network part stands still, the rest can be typed over. */
export interface SplitAddress {
  /** The whole address in its canonical spelling. */
  ip: string;
  /** The octets or groups that every address of the subnet shares, each followed by its separator. */
  networkPart: string;
  /** The others, joined by the separator; the two parts joined are the address again. */
  modifiablePart: string;
  /** The prefix length in digits. */
  networkPrefix: string;
}

/**
 * Cuts an address of the subnet before the first octet or group that varies inside it. IPv6 groups have all four
 * digits. The last one can always be typed over, also where a single address leaves nothing to vary.
 */
export function splitAddress(address: Address, subnet: Subnet): SplitAddress {
  const { family } = subnet;
  const groups = groupsOf(address).map((group) => (family === 4 ? `${group}` : group.toString(16).padStart(4, '0')));
  const separator = family === 4 ? '.' : ':';
  const last = groupsOf({ family, value: subnet.last });
  const varying = groupsOf({ family, value: subnet.first }).findIndex((group, index) => group !== last[index]);
  const cutAt = varying < 0 ? groups.length - 1 : varying;
  return {
    ip: formatAddress(address),
    networkPart: groups
      .slice(0, cutAt)
      .map((group) => group + separator)
      .join(''),
    modifiablePart: groups.slice(cutAt).join(separator),
    networkPrefix: `${subnet.prefix}`,
  };
}
