import type { Family } from '@gatewarden/net/address';
import type { AddressRange } from '@gatewarden/net/destination-list';
import { destinationIn } from './destination.ts';
import type { AccessRule } from './rule.ts';
import type { Services } from './services.ts';

/** The services that one destination of a rule has at some addresses. */
export interface Part {
  /** Unique within the family. */
  readonly id: number;
  /** Of the rule. Several parts of one rule may apply at an address. */
  readonly index: number;
  readonly services: Services;
}

/** The cells from `from` to before `to` belong to the part. */
export interface Placement {
  readonly part: Part;
  readonly from: number;
  readonly to: number;
}

/**
 * The addresses of a family, cut at each bound that a rule names. The cells between two cuts are alike for all rules,
 * and are numbered in ascending order.
 */
export interface AddressSpace {
  readonly family: Family;
  /** For each rule, in the order given. Empty if the rule does not match packets of the family. */
  readonly placements: readonly (readonly Placement[])[];
  rangeOf(from: number, to: number): AddressRange;
}

/** Divides the addresses of a family by what the rules name. */
export function divideAddresses(rules: readonly Pick<AccessRule, 'destinations'>[], family: Family): AddressSpace {
  let id = 0;
  const named = rules.map(({ destinations }, index) =>
    destinations.flatMap((destination) => {
      const inFamily = destinationIn(destination, family);
      id += 1;
      return inFamily ? [{ part: { id, index, services: inFamily.services }, ranges: inFamily.ranges }] : [];
    }),
  );
  const ranges = named.flatMap((parts) => parts.flatMap((each) => each.ranges));
  const cuts = [...new Set(ranges.flatMap(({ first, last }) => [first, last + 1n]))].sort((a, b) =>
    a < b ? -1 : a > b ? 1 : 0,
  );
  const numbers = new Map(cuts.map((cut, number) => [cut, number]));
  const numberOf = (cut: bigint) => numbers.get(cut) ?? 0;
  const cutAt = (number: number) => cuts[number] ?? 0n;
  return {
    family,
    placements: named.map((parts) =>
      parts.flatMap(({ part, ranges: own }) =>
        own.map(({ first, last }) => ({ part, from: numberOf(first), to: numberOf(last + 1n) })),
      ),
    ),
    rangeOf: (from, to) => ({ family, first: cutAt(from), last: cutAt(to) - 1n }),
  };
}
