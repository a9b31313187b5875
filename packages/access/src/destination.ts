import type { Address, Family } from '@gatewarden/net/address';
import type { AddressRange } from '@gatewarden/net/destination-list';
import type { PortRange } from '@gatewarden/net/port-list';
import { type Services, servicesOf } from './services.ts';

/** What a rule or alias names. An empty list matches any. */
export interface Destination {
  readonly addresses: readonly AddressRange[];
  readonly ports: readonly PortRange[];
  /** IANA numbers, 0 to 255. */
  readonly protocols: readonly number[];
}

interface DestinationSources {
  /** Entered in the rule itself. */
  readonly manual: Destination;
  readonly componentAliases: readonly Destination[];
  readonly destinationAliases: readonly Destination[];
}

/**
 * The destinations of a rule. The manual part and the component aliases form one; each destination alias is another. If
 * the first is empty in all three lists and there is a destination alias, the first is left out: it does not mean "any".
 */
export function resolveDestinations({
  manual,
  componentAliases,
  destinationAliases,
}: DestinationSources): readonly Destination[] {
  const parts = [manual, ...componentAliases];
  const own: Destination = {
    addresses: parts.flatMap(({ addresses }) => addresses),
    ports: parts.flatMap(({ ports }) => ports),
    protocols: parts.flatMap(({ protocols }) => protocols),
  };
  const isEmpty = own.addresses.length === 0 && own.ports.length === 0 && own.protocols.length === 0;
  return isEmpty && destinationAliases.length > 0 ? destinationAliases : [own, ...destinationAliases];
}

/** Addresses of one family, merged, with the services that a destination has there. */
export interface FamilyDestination {
  readonly ranges: readonly AddressRange[];
  readonly services: Services;
}

/** The destination within a family; undefined if it names only addresses of the other one. */
export function destinationIn(destination: Destination, family: Family): FamilyDestination | undefined {
  const named = destination.addresses.filter((range) => range.family === family);
  if (named.length === 0 && destination.addresses.length > 0) return undefined;
  const ranges = named.length === 0 ? [wholeFamily(family)] : mergeRanges(named);
  return { ranges, services: servicesOf(destination, family) };
}

export function includesAddress(ranges: readonly AddressRange[], { family, value }: Address): boolean {
  return ranges.some((range) => range.family === family && value >= range.first && value <= range.last);
}

function wholeFamily(family: Family): AddressRange {
  return { family, first: 0n, last: family === 4 ? 0xffffffffn : (1n << 128n) - 1n };
}

/** Of one family; ascending, disjoint, never adjacent. */
export function mergeRanges(ranges: readonly AddressRange[]): AddressRange[] {
  const merged: AddressRange[] = [];
  for (const range of [...ranges].sort((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0))) {
    const before = merged.at(-1);
    if (!before || range.first > before.last + 1n) merged.push(range);
    else if (range.last > before.last) merged[merged.length - 1] = { ...before, last: range.last };
  }
  return merged;
}
