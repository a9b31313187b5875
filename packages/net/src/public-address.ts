import { type Address, parseAddress } from './address.ts';
import { contains, parseSubnet, type Subnet } from './subnet.ts';

const parseAll = (texts: readonly string[]): readonly Subnet[] => texts.flatMap((text) => parseSubnet(text) ?? []);

/** The entries of the IANA registry of special-purpose IPv4 addresses that are not globally reachable, and multicast. */
const special4 = parseAll([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

/** Global unicast is only 2000::/3 (RFC 4291 §2.4, IANA); these parts of it have other meanings. */
const globalUnicast6 = parseAll(['2000::/3']);
const special6 = parseAll(['2001::/23', '2001:db8::/32', '3fff::/20']);

interface Embedding {
  readonly subnet: Subnet;
  /** How many bits follow the IPv4 address. */
  readonly shift: bigint;
}

/** IPv6 addresses that lead to the IPv4 address inside: mapped (RFC 4291), NAT64 (RFC 6052) and 6to4 (RFC 3056). */
const embeddings: readonly Embedding[] = (
  [
    ['::ffff:0:0/96', 0n],
    ['64:ff9b::/96', 0n],
    ['2002::/16', 80n],
  ] as const
).flatMap(([text, shift]) => parseAll([text]).map((subnet) => ({ subnet, shift })));

/** The IPv4 address to which an IPv6 address leads; undefined if it contains none. */
export function embeddedAddress(address: Address): Address | undefined {
  const found = embeddings.find(({ subnet }) => contains(subnet, address));
  return found && { family: 4, value: BigInt.asUintN(32, address.value >> found.shift) };
}

/**
 * Whether the address belongs to a host on the internet: not private, loopback, link-local, shared, multicast,
 * unspecified or reserved. An IPv6 address that contains an IPv4 address counts as that one.
 */
export function isPublicAddress(address: Address): boolean {
  const inAny = (subnets: readonly Subnet[]) => subnets.some((subnet) => contains(subnet, address));
  if (address.family === 4) return !inAny(special4);
  const embedded = embeddedAddress(address);
  if (embedded) return isPublicAddress(embedded);
  return inAny(globalUnicast6) && !inAny(special6);
}

/** The address that a host of a URL contains, with or without brackets; undefined for a name. */
export function addressOfHost(host: string): Address | undefined {
  return parseAddress(host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host);
}
