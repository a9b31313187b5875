/** Ascending, disjoint, never adjacent: `[first, last, first, last, …]`, both bounds included. */
export type Intervals = readonly number[];

/** The union of ranges in any order, which may overlap. */
export function intervalsOf(ranges: Iterable<readonly [first: number, last: number]>): Intervals {
  const union: number[] = [];
  for (const [first, last] of [...ranges].sort(([a], [b]) => a - b)) {
    const end = union.at(-1);
    if (end === undefined || first > end + 1) union.push(first, last);
    else if (last > end) union[union.length - 1] = last;
  }
  return union;
}

/** Each range of the set, in ascending order. */
export function* rangesOf(intervals: Intervals): Generator<readonly [first: number, last: number]> {
  for (let index = 0; index + 1 < intervals.length; index += 2) yield [at(intervals, index), at(intervals, index + 1)];
}

export function unite(a: Intervals, b: Intervals): Intervals {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  return intervalsOf([...rangesOf(a), ...rangesOf(b)]);
}

/** The numbers of `a` that are not in `b`. */
export function subtract(a: Intervals, b: Intervals): Intervals {
  if (a.length === 0 || b.length === 0) return a;
  const rest: number[] = [];
  let index = 0;
  for (const [first, last] of rangesOf(a)) {
    let start = first;
    while (index < b.length && at(b, index + 1) < start) index += 2;
    for (let next = index; next < b.length && at(b, next) <= last && start <= last; next += 2) {
      if (at(b, next) > start) rest.push(start, at(b, next) - 1);
      start = Math.max(start, at(b, next + 1) + 1);
    }
    if (start <= last) rest.push(start, last);
  }
  return rest;
}

export function includes(intervals: Intervals, value: number): boolean {
  for (const [first, last] of rangesOf(intervals)) if (value >= first && value <= last) return true;
  return false;
}

function at(intervals: Intervals, index: number): number {
  return intervals[index] ?? Number.POSITIVE_INFINITY;
}
