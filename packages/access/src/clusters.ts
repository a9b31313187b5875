import type { AddressSpace, Placement } from './address-space.ts';

/**
 * Returns a function that returns the placements of rules in groups whose cells are neither common nor adjacent: no
 * group influences what is decided about another. Ascending.
 */
export function createClusters({
  placements,
}: Pick<AddressSpace, 'placements'>): (rules: readonly number[]) => Placement[][] {
  const sorted = placements.flat().sort((a, b) => a.from - b.from || a.to - b.to);
  const ranks = new Map(sorted.map((placement, rank) => [placement, rank]));
  const ranksOf = placements.map((own) => own.map((placement) => ranks.get(placement) ?? 0));
  return (rules) => {
    const clusters: Placement[][] = [];
    let end = -1;
    // numbers are sorted several times faster than objects
    for (const rank of Uint32Array.from(rules.flatMap((rule) => ranksOf[rule] ?? [])).sort()) {
      const placement = sorted[rank];
      if (!placement) continue;
      if (placement.from <= end) clusters.at(-1)?.push(placement);
      else clusters.push([placement]);
      end = Math.max(end, placement.to);
    }
    return clusters;
  };
}
