import type { Family } from '@gatewarden/net/address';
import type { AddressRange } from '@gatewarden/net/destination-list';
import { destinationIn, mergeRanges } from './destination.ts';
import type { AccessRule, SourceNames } from './rule.ts';

interface Change {
  readonly before: readonly AccessRule[];
  readonly after: readonly AccessRule[];
}

/**
 * The rules of both sides that name an address that a changed rule names. What they decide about these addresses is what
 * all rules decide; about all other addresses, both sides decide the same. Ids do not matter: a changed rule that is
 * deployed has a new one.
 */
export function relevantRules({ before, after }: Change): Change {
  const known = countByKey(before);
  const current = countByKey(after);
  const changed = [...without(before, current), ...without(after, known)];
  const region = regionOf(changed);
  const isRelevant = (rule: AccessRule) => families.some((family) => touches(rangesIn(rule, family), region[family]));
  return { before: before.filter(isRelevant), after: after.filter(isRelevant) };
}

const families = [4, 6] as const satisfies Family[];

/** How often each rule is in the list. */
function countByKey(rules: readonly AccessRule[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const rule of rules) {
    const key = keyOf(rule);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function without(rules: readonly AccessRule[], others: ReadonlyMap<string, number>): AccessRule[] {
  const left = new Map(others);
  return rules.filter((rule) => {
    const key = keyOf(rule);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
}

/** Equal for rules that decide the same. */
function keyOf({ priority, locations, destinations, allowed, denied }: AccessRule): string {
  const places = destinations.map(({ addresses, ports, protocols }) => [
    addresses.map(({ family, first, last }) => `${family} ${first.toString(16)} ${last.toString(16)}`).join(),
    ports.map(({ first, last }) => `${first}-${last}`).join(),
    protocols.join(),
  ]);
  return JSON.stringify([priority, locations ? sorted(locations) : 'all', places, namesOf(allowed), namesOf(denied)]);
}

function namesOf({ everyUser, everyNetworkDevice, users, groups, networkDevices }: SourceNames): unknown[] {
  return [everyUser, everyNetworkDevice, sorted(users), sorted(groups), sorted(networkDevices)];
}

function sorted(ids: Iterable<number>): number[] {
  return [...ids].sort((a, b) => a - b);
}

function rangesIn(rule: AccessRule, family: Family): readonly AddressRange[] {
  return rule.destinations.flatMap((destination) => destinationIn(destination, family)?.ranges ?? []);
}

type Region = Readonly<Record<Family, readonly AddressRange[]>>;

function regionOf(rules: readonly AccessRule[]): Region {
  const regionIn = (family: Family) => mergeRanges(rules.flatMap((rule) => rangesIn(rule, family)));
  return { 4: regionIn(4), 6: regionIn(6) };
}

/** The region is ascending and disjoint. */
function touches(ranges: readonly AddressRange[], region: readonly AddressRange[]): boolean {
  return ranges.some(({ first, last }) => {
    let low = 0;
    for (let high = region.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((region[middle]?.last ?? 0n) < first) low = middle + 1;
      else high = middle;
    }
    const next = region[low];
    return next !== undefined && next.first <= last;
  });
}
