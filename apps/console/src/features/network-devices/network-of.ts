import type { SplitIp } from '@gatewarden/contract/network-devices';
import { parseSubnet } from '@gatewarden/net/subnet';

/** The network of an address, such as 10.1.0.0/24. */
export function networkOf({ ip, network_prefix: prefix }: SplitIp): string {
  return parseSubnet(`${ip}/${prefix}`)?.text ?? ip;
}
