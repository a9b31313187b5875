import { type Address, formatAddress } from '@gatewarden/net/address';
import { overlaps, parseSubnet, type Subnet, subnetOf } from '@gatewarden/net/subnet';

export interface SuggestedNetwork {
  /** Address of the gateway, the first of the network: `10.1.0.1/24`. */
  gateway: string;
  /** `10.1.0.0/24` */
  network: string;
}

const prefix = 24;
/** 10.1.0.0 to 10.254.0.0; home networks often use 10.0.0.0. */
const candidates = Array.from({ length: 254 }, (_, index): Address => ({ family: 4, value: first(index + 1) }));

/**
 * The lowest private network with room for 253 devices that does not overlap any of the given addresses or networks
 * (with prefix); undefined when all are taken.
 */
export function suggestNetwork(taken: readonly string[]): SuggestedNetwork | undefined {
  const subnets = taken.flatMap((text): Subnet[] => {
    const subnet = parseSubnet(text);
    // A default route does not count as taken.
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
