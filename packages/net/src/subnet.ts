import { type Address, bitsOf, type Family, formatAddress, parseAddress } from './address.ts';

/**
 * All addresses that share a prefix.
 * `first` and `last` are its bounds; `firstHost` and `lastHost` bound what a gateway or a device may hold.
 */
export interface Subnet {
  readonly family: Family;
  readonly prefix: number;
  readonly first: bigint;
  readonly last: bigint;
  readonly firstHost: bigint;
  readonly lastHost: bigint;
  /** Canonical `address/prefix`, host bits cleared, always with the prefix. */
  readonly text: string;
}

/** An address together with the subnet it lives in, as an interface carries it. */
export interface InterfaceAddress {
  readonly address: Address;
  readonly subnet: Subnet;
  /** Canonical `address/prefix`, host bits kept, always with the prefix. */
  readonly text: string;
}

/**
 * The subnet of that prefix length around an address; without a length the address alone.
 * Hosts leave out the first and the last address, in IPv6 too. Where only two addresses exist (RFC 3021 for /31,
 * RFC 6164 for /127) both are hosts, and a single address is its own host.
 * @throws RangeError when the family has no such prefix
 */
export function subnetOf({ family, value }: Address, prefix: number = bitsOf(family)): Subnet {
  const hostBits = bitsOf(family) - prefix;
  if (!Number.isInteger(prefix) || prefix < 0 || hostBits < 0)
    throw new RangeError(`no prefix /${prefix} in IPv${family}`);
  const hostMask = (1n << BigInt(hostBits)) - 1n;
  const first = value - (value & hostMask);
  const last = first + hostMask;
  const reserved = hostBits >= 2 ? 1n : 0n;
  const text = `${formatAddress({ family, value: first })}/${prefix}`;
  return { family, prefix, first, last, firstHost: first + reserved, lastHost: last - reserved, text };
}

/** Reads a network and clears its host bits; without a prefix a single host. Undefined when it is not one network. */
export function parseSubnet(text: string): Subnet | undefined {
  return parseInterfaceAddress(text)?.subnet;
}

/**
 * Reads `address/prefix` and keeps the host part; without a prefix a single host. IPv4 also takes a dotted mask,
 * `10.1.0.1/255.255.255.0`. Undefined when anything else is in the text, blanks included.
 */
export function parseInterfaceAddress(text: string): InterfaceAddress | undefined {
  const [addressText = '', prefixText, ...rest] = text.split('/', 3);
  const address = parseAddress(addressText);
  if (!address || rest.length > 0) return undefined;
  const prefix = prefixText === undefined ? bitsOf(address.family) : parsePrefix(prefixText, address.family);
  if (prefix === undefined) return undefined;
  return { address, subnet: subnetOf(address, prefix), text: `${formatAddress(address)}/${prefix}` };
}

/** Never true across families: an IPv4-mapped IPv6 address is not in an IPv4 subnet. */
export function contains(subnet: Subnet, { family, value }: Address): boolean {
  return family === subnet.family && value >= subnet.first && value <= subnet.last;
}

/** Whether a gateway or a device may hold the address: inside, and neither network nor broadcast address. */
export function isHostAddress(subnet: Subnet, { family, value }: Address): boolean {
  return family === subnet.family && value >= subnet.firstHost && value <= subnet.lastHost;
}

/** Whether any address is in both. */
export function overlaps(a: Subnet, b: Subnet): boolean {
  return a.family === b.family && a.first <= b.last && b.first <= a.last;
}

function parsePrefix(text: string, family: Family): number | undefined {
  if (family === 4 && text.includes('.')) return prefixOfMask(text);
  if (!/^(?:0|[1-9]\d{0,2})$/.test(text)) return undefined;
  const prefix = Number(text);
  return prefix <= bitsOf(family) ? prefix : undefined;
}

/** Undefined when the ones of the mask are not all in front: such a mask is no prefix. */
function prefixOfMask(text: string): number | undefined {
  const mask = parseAddress(text);
  if (!mask) return undefined;
  const hostMask = mask.value ^ 0xffffffffn;
  const hostBits = hostMask === 0n ? 0 : hostMask.toString(2).length;
  return hostMask === (1n << BigInt(hostBits)) - 1n ? 32 - hostBits : undefined;
}
