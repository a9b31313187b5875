import type { AddressSpace, Placement } from './address-space.ts';
import { joinNumbers } from './join-numbers.ts';

/** Placements of rules whose cells are neither common with those of other clusters nor adjacent to them. */
export type Cluster = readonly [Placement, ...Placement[]];

/**
 * Returns a function that returns the placements of rules in clusters: none influences what is decided about another.
 * Ascending.
 */
export function createClusters({
  placements,
}: Pick<AddressSpace, 'placements'>): (rules: Iterable<number>) => Cluster[] {
  const sorted = placements.flat().sort((a, b) => a.from - b.from || a.to - b.to);
  const ranks = new Map(sorted.map((placement, rank) => [placement, rank]));
  const ranksOf = placements.map((own) => Uint32Array.from(own, (placement) => ranks.get(placement) ?? 0));
  return (rules) => {
    const clusters: [Placement, ...Placement[]][] = [];
    let end = -1;
    // numbers are sorted several times faster than objects
    for (const rank of joinNumbers(Array.from(rules, (rule) => ranksOf[rule] ?? [])).sort()) {
      const placement = sorted[rank];
      if (!placement) continue;
      if (placement.from <= end) clusters.at(-1)?.push(placement);
      else clusters.push([placement]);
      end = Math.max(end, placement.to);
    }
    return clusters;
  };
}
