import { type Address, bitsOf, type Family, formatAddress, parseAddress } from './address.ts';
import { parseInterfaceAddress } from './subnet.ts';

/** Both bounds included; never across families. */
export interface AddressRange {
  readonly family: Family;
  readonly first: bigint;
  readonly last: bigint;
}

/**
 * The ranges of a list, in the order of their items, and the list in canonical spelling; or the first item that is no
 * address, network or range, or whose range does not ascend.
 */
export type DestinationList =
  | { readonly kind: 'list'; readonly ranges: readonly AddressRange[]; readonly text: string }
  | { readonly kind: 'bad-item' | 'reversed-range'; readonly item: string };

/**
 * Reads addresses, networks in CIDR notation (an IPv4 network also with a dotted mask) and ranges `first-last`, separated
 * by commas or line breaks; blanks around them are ignored. IPv4-mapped IPv6 addresses stand for their IPv4 addresses.
 * The empty text is the empty list. In canonical spelling, single addresses have no prefix, networks retain their host
 * part, and ranges follow all others.
 */
export function parseDestinationList(text: string): DestinationList {
  const single: string[] = [];
  const spans: string[] = [];
  const ranges: AddressRange[] = [];
  for (const item of text.split(/[,\n]/).map((each) => each.trim())) {
    if (item === '') continue;
    const parsed = parseItem(item);
    if (parsed === undefined) return { kind: 'bad-item', item };
    if (parsed === 'reversed') return { kind: 'reversed-range', item };
    ranges.push(parsed.range);
    (item.includes('-') ? spans : single).push(parsed.text);
  }
  return { kind: 'list', ranges, text: [...single, ...spans].join(', ') };
}

/** The address, network or `first-last` that is the range, in canonical spelling. */
export function formatRange({ family, first, last }: AddressRange): string {
  const start = formatAddress({ family, value: first });
  const size = last - first + 1n;
  // a power of two at a multiple of itself
  if ((size & (size - 1n)) !== 0n || first % size !== 0n) return `${start}-${formatAddress({ family, value: last })}`;
  const hostBits = size.toString(2).length - 1;
  return hostBits === 0 ? start : `${start}/${bitsOf(family) - hostBits}`;
}

interface ParsedItem {
  readonly range: AddressRange;
  readonly text: string;
}

function parseItem(item: string): ParsedItem | 'reversed' | undefined {
  if (item.includes('-')) return parseRange(item);
  return item.includes('/') ? parseNetwork(item) : parseSingle(item);
}

function parseSingle(item: string): ParsedItem | undefined {
  const address = unmap(parseAddress(item));
  if (!address) return undefined;
  const { family, value } = address;
  return { range: { family, first: value, last: value }, text: formatAddress(address) };
}

function parseRange(item: string): ParsedItem | 'reversed' | undefined {
  const [first, last, ...rest] = item.split('-', 3).map((each) => unmap(parseAddress(each.trim())));
  if (!first || !last || rest.length > 0 || first.family !== last.family) return undefined;
  if (first.value >= last.value) return 'reversed';
  const range = { family: first.family, first: first.value, last: last.value };
  return { range, text: `${formatAddress(first)}-${formatAddress(last)}` };
}

function parseNetwork(item: string): ParsedItem | undefined {
  const parsed = parseInterfaceAddress(item);
  const address = unmap(parsed?.address);
  if (!parsed || !address) return undefined;
  const { subnet } = parsed;
  // a network that is larger than all mapped addresses is an IPv6 network
  const isMapped = address.family !== subnet.family && subnet.prefix >= mappedPrefix;
  const family = isMapped ? 4 : subnet.family;
  const prefix = isMapped ? subnet.prefix - mappedPrefix : subnet.prefix;
  const own = isMapped ? address : parsed.address;
  const mask = isMapped ? 0xffff_ffffn : (1n << BigInt(bitsOf(subnet.family))) - 1n;
  const range = { family, first: subnet.first & mask, last: subnet.last & mask };
  return { range, text: prefix === bitsOf(family) ? formatAddress(own) : `${formatAddress(own)}/${prefix}` };
}

/** RFC 4291 §2.5.5.2: `::ffff:0:0/96` has the IPv4-mapped addresses. */
const mappedPrefix = 96;

function unmap(address: Address | undefined): Address | undefined {
  if (address?.family !== 6 || address.value >> 32n !== 0xffffn) return address;
  return { family: 4, value: address.value & 0xffff_ffffn };
}
