import { type Address, formatAddress } from '@gatewarden/net/address';
import { overlaps, parseSubnet, type Subnet, subnetOf } from '@gatewarden/net/subnet';

export interface SuggestedNetwork {
  /** The gateway's own address in it, its first: `10.1.0.1/24`. */
  gateway: string;
  /** `10.1.0.0/24` */
  network: string;
}

const prefix = 24;
/** 10.1.0.0 to 10.254.0.0; at home 10.0.0.0 is in use too often. */
const candidates = Array.from({ length: 254 }, (_, index): Address => ({ family: 4, value: first(index + 1) }));

/**
 * The lowest private network with room for 253 devices that none of the texts (addresses or networks with prefix)
 * touches; undefined when all are taken.
 */
export function suggestNetwork(taken: readonly string[]): SuggestedNetwork | undefined {
  const subnets = taken.flatMap((text): Subnet[] => {
    const subnet = parseSubnet(text);
    // The whole of IPv4, routed to clients, is not in the way of anything.
    return subnet && subnet.prefix > 0 ? [subnet] : [];
  });
  for (const candidate of candidates) {
    const subnet = subnetOf(candidate, prefix);
    if (subnets.some((other) => overlaps(subnet, other))) continue;
    const gateway = formatAddress({ family: 4, value: subnet.firstHost });
    return { gateway: `${gateway}/${prefix}`, network: subnet.text };
  }
  return undefined;
}

function first(second: number): bigint {
  return (10n << 24n) | (BigInt(second) << 16n);
}
