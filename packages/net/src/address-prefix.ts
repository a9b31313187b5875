import { type Address, bitsOf, type Family, formatAddress, parseAddress } from './address.ts';
import { parseSubnet } from './subnet.ts';

/** All addresses from `first` to `last`, in canonical spelling. */
export interface AddressRange {
  readonly first: string;
  readonly last: string;
}

/** Digits that may follow those of the last part, and the largest part. */
const forms = {
  4: { separator: '.', parts: 4, base: 10, digits: 3, largest: 255, part: /^(?:0|[1-9]\d{0,2})$/ },
  6: { separator: ':', parts: 8, base: 16, digits: 4, largest: 0xffff, part: /^(?:0|[1-9a-f][0-9a-f]{0,3})$/ },
} as const;

/**
 * The addresses whose text begins with this beginning of an address, or that are in the subnet if it is one; at most
 * four ranges. `10.1.2` stands for 10.1.2.0 to 10.1.2.255, 10.1.20.0 to 10.1.29.255 and 10.1.200.0 to 10.1.255.255.
 * After `::`, only the last group may be incomplete. Empty if no address begins like this, and without a separator,
 * because a number alone is hardly meant as an address.
 */
export function addressesWithPrefix(text: string): AddressRange[] {
  const written = text.trim().toLowerCase();
  if (written.includes('/')) {
    const subnet = parseSubnet(written);
    return subnet ? [rangeOf(subnet.family, subnet.first, subnet.last)] : [];
  }
  const family = written.includes(':') ? 6 : 4;
  if (!written.includes(forms[family].separator)) return [];
  return written.includes('::') ? rangesOfCompressed(written) : rangesOfParts(family, written);
}

/** With all parts from the first on; the last one may be incomplete or empty. */
function rangesOfParts(family: Family, text: string): AddressRange[] {
  const { separator, parts, part, base, largest } = forms[family];
  const given = text.split(separator, parts + 1);
  const last = given.pop() ?? '';
  const complete = given.every((each) => part.test(each) && Number.parseInt(each, base) <= largest);
  if (!complete || given.length >= parts || (last !== '' && !part.test(last))) return [];
  const width = BigInt(bitsOf(family) / parts);
  const hostBits = width * BigInt(parts - given.length - 1);
  const prefix = given.reduce((value, each) => (value << width) | BigInt(Number.parseInt(each, base)), 0n);
  return continuationsOf(family, last).map(([from, to]) => {
    const at = (value: number) => ((prefix << width) | BigInt(value)) << hostBits;
    return rangeOf(family, at(from), at(to) + (1n << hostBits) - 1n);
  });
}

/** With `::`: the address itself, and those with further digits in its last group. */
function rangesOfCompressed(text: string): AddressRange[] {
  const hasEmptyGroup = text.endsWith(':') && !text.endsWith('::');
  const address = parseAddress(hasEmptyGroup ? `${text}0` : text);
  if (!address) return [];
  if (hasEmptyGroup) return [rangeOf(6, address.value, address.value + 0xffffn)];
  const last = text.slice(text.lastIndexOf(':') + 1);
  if (last === '') return [rangeOf(6, address.value, lastAfterZeros(address, text))];
  if (!forms[6].part.test(last)) return [rangeOf(6, address.value, address.value)];
  const rest = address.value - BigInt(Number.parseInt(last, 16));
  return continuationsOf(6, last).map(([from, to]) => rangeOf(6, rest + BigInt(from), rest + BigInt(to)));
}

/** Of `a:b::`, at least the group after `b` is zero. */
function lastAfterZeros({ value }: Address, text: string): bigint {
  const given = text.split(':').filter((each) => each !== '').length;
  return value + (1n << BigInt(16 * Math.max(7 - given, 0))) - 1n;
}

/** The parts whose digits begin like this, as ranges. */
function continuationsOf(family: Family, start: string): [number, number][] {
  const { base, digits, largest } = forms[family];
  if (start === '') return [[0, largest]];
  const value = Number.parseInt(start, base);
  const added = value === 0 ? [0] : Array.from({ length: digits - start.length + 1 }, (_, count) => count);
  return added
    .map((count): [number, number] => [value * base ** count, (value + 1) * base ** count - 1])
    .filter(([from]) => from <= largest)
    .map(([from, to]) => [from, Math.min(to, largest)]);
}

function rangeOf(family: Family, first: bigint, last: bigint): AddressRange {
  return { first: formatAddress({ family, value: first }), last: formatAddress({ family, value: last }) };
}
