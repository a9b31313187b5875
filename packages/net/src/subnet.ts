import { type Address, bitsOf, type Family, formatAddress, parseAddress } from './address.ts';

/**
 * All addresses that share a prefix.
 * `first` and `last` are its bounds; `firstHost` and `lastHost` are the bounds for gateways and devices.
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

/** An address of an interface with its subnet. */
export interface InterfaceAddress {
  readonly address: Address;
  readonly subnet: Subnet;
  /** Canonical `address/prefix` with the host bits, always with the prefix. */
  readonly text: string;
}

/**
 * The subnet of that prefix length that contains the address; without a length, the address alone.
 * The first and the last address are no hosts, in IPv6 too. If there are only two addresses (RFC 3021 for /31, RFC 6164
 * for /127) both are hosts, and a single address is a host.
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

/** Reads a network and clears its host bits; without a prefix, a single host. Undefined for any other text. */
export function parseSubnet(text: string): Subnet | undefined {
  return parseInterfaceAddress(text)?.subnet;
}

/**
 * Reads `address/prefix` with the host part; without a prefix, a single host. An IPv4 prefix may also be a dotted mask,
 * `10.1.0.1/255.255.255.0`. Undefined for any other text, also with blanks.
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

/** Whether a gateway or a device may have the address: inside, and neither network nor broadcast address. */
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

/** Undefined unless all ones of the mask come first: other masks have no prefix length. */
function prefixOfMask(text: string): number | undefined {
  const mask = parseAddress(text);
  if (!mask) return undefined;
  const hostMask = mask.value ^ 0xffffffffn;
  const hostBits = hostMask === 0n ? 0 : hostMask.toString(2).length;
  return hostMask === (1n << BigInt(hostBits)) - 1n ? 32 - hostBits : undefined;
}
