import { overlaps, parseSubnet, type Subnet } from './subnet.ts';

/** RFC 1918, RFC 6598 (carrier-grade NAT) and RFC 4193 (unique local addresses). */
const privateNetworks: readonly Subnet[] = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  'fc00::/7',
].flatMap((text) => parseSubnet(text) ?? []);

/** Whether all its addresses are private: gateways reject other networks unless an option allows them. */
export function isPrivateNetwork(subnet: Subnet): boolean {
  return privateNetworks.some((each) => each.prefix <= subnet.prefix && overlaps(each, subnet));
}
