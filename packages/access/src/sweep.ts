import type { Part, Placement } from './address-space.ts';

/** Consecutive cells with the same parts. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  /** In the order of their index; not empty. */
  readonly parts: readonly Part[];
}

/** The segments that the placements make, in ascending order; cells without a part are left out. */
export function segmentsOf(placements: readonly Placement[]): Segment[] {
  const segments: Segment[] = [];
  const starts = placements.toSorted((a, b) => a.from - b.from);
  const ends = placements.toSorted((a, b) => a.to - b.to);
  let parts: Part[] = [];
  let from = 0;
  let nextStart = 0;
  for (let nextEnd = 0; nextEnd < ends.length; ) {
    const to = Math.min(starts[nextStart]?.from ?? Number.POSITIVE_INFINITY, ends[nextEnd]?.to ?? 0);
    if (parts.length > 0 && to > from) {
      segments.push({ from, to, parts });
      parts = [...parts];
    }
    while (ends[nextEnd]?.to === to) removeOne(parts, ends[nextEnd++]?.part);
    while (starts[nextStart]?.from === to) insert(parts, starts[nextStart++]?.part);
    from = to;
  }
  return segments;
}

function insert(parts: Part[], part: Part | undefined): void {
  if (!part) return;
  let at = parts.length;
  while (at > 0 && (parts[at - 1]?.index ?? 0) > part.index) at -= 1;
  parts.splice(at, 0, part);
}

function removeOne(parts: Part[], part: Part | undefined): void {
  const at = part ? parts.indexOf(part) : -1;
  if (at >= 0) parts.splice(at, 1);
}
