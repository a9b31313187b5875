export type Family = 4 | 6;

/** An IP address as a number: 32 bits for family 4, 128 bits for family 6. */
export interface Address {
  readonly family: Family;
  readonly value: bigint;
}

const octet = /^(?:0|[1-9]\d{0,2})$/;
const group = /^[0-9a-f]{1,4}$/i;

/** Number of bits of an address. */
export function bitsOf(family: Family): 32 | 128 {
  return family === 4 ? 32 : 128;
}

/**
 * Undefined when the text is not exactly one address: no blanks, no prefix, no brackets, no zone.
 * IPv4 is four decimal octets without leading zeros, which some systems read as octal;
 * IPv6 is any form of RFC 4291 §2.2.
 */
export function parseAddress(text: string): Address | undefined {
  const family = text.includes(':') ? 6 : 4;
  const value = family === 6 ? parseIpv6(text) : parseIpv4(text);
  return value === undefined ? undefined : { family, value };
}

/** The one canonical spelling: dotted decimal for IPv4, RFC 5952 for IPv6. Parsing it gives the address back. */
export function formatAddress({ family, value }: Address): string {
  if (family === 4) return formatIpv4(value);
  // RFC 5952 §5: an IPv4-mapped address (RFC 4291 §2.5.5.2) shows its IPv4 part as such.
  if (value >> 32n === 0xffffn) return `::ffff:${formatIpv4(value & 0xffffffffn)}`;
  return formatIpv6(value);
}

/** The 8 groups of 16 bits of an IPv6 address, highest first. */
function groupsOf(value: bigint): number[] {
  const groups = [];
  for (let shift = 112n; shift >= 0n; shift -= 16n) groups.push(Number(BigInt.asUintN(16, value >> shift)));
  return groups;
}

function parseIpv4(text: string): bigint | undefined {
  const octets = text.split('.', 5);
  if (octets.length !== 4 || !octets.every((part) => octet.test(part) && Number(part) <= 255)) return undefined;
  const [first = 0, second = 0, third = 0, fourth = 0] = octets.map(Number);
  // numbers are several times faster than bigints
  return BigInt(((first * 256 + second) * 256 + third) * 256 + fourth);
}

function parseIpv6(text: string): bigint | undefined {
  const hexadecimal = expandEmbeddedIpv4(text);
  const halves = hexadecimal?.split('::', 3).map((half) => (half === '' ? [] : half.split(':', 9)));
  const [left, right] = halves ?? [];
  if (!left || halves === undefined || halves.length > 2) return undefined;
  const given = [...left, ...(right ?? [])];
  if (!given.every((part) => group.test(part))) return undefined;
  // RFC 4291 §2.2: "::" stands for one or more groups of zeros.
  if (right ? given.length > 7 : given.length !== 8) return undefined;
  const zeros = new Array<string>(8 - given.length).fill('0');
  const groups = [...left, ...zeros, ...(right ?? [])];
  return groups.reduce((value, part) => (value << 16n) | BigInt(Number.parseInt(part, 16)), 0n);
}

/** RFC 4291 §2.2 form 3: rewrites a dotted IPv4 tail as two groups; undefined when the tail is not IPv4. */
function expandEmbeddedIpv4(text: string): string | undefined {
  if (!text.includes('.')) return text;
  const tailAt = text.lastIndexOf(':') + 1;
  const tail = parseIpv4(text.slice(tailAt));
  if (tail === undefined) return undefined;
  return `${text.slice(0, tailAt)}${(tail >> 16n).toString(16)}:${(tail & 0xffffn).toString(16)}`;
}

function formatIpv4(value: bigint): string {
  const bits = Number(value);
  return `${bits >>> 24}.${(bits >>> 16) & 255}.${(bits >>> 8) & 255}.${bits & 255}`;
}

/** RFC 5952 §4: lower case, no leading zeros, "::" for the first of the longest runs of two or more zero groups. */
function formatIpv6(value: bigint): string {
  const groups = groupsOf(value);
  const run = longestZeroRun(groups);
  const hexadecimal = groups.map((part) => part.toString(16));
  if (run.length < 2) return hexadecimal.join(':');
  return `${hexadecimal.slice(0, run.start).join(':')}::${hexadecimal.slice(run.start + run.length).join(':')}`;
}

function longestZeroRun(groups: readonly number[]): { start: number; length: number } {
  let longest = { start: 0, length: 0 };
  let length = 0;
  for (const [index, part] of groups.entries()) {
    length = part === 0 ? length + 1 : 0;
    if (length > longest.length) longest = { start: index + 1 - length, length };
  }
  return longest;
}
