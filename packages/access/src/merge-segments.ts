import { type Intervals, intervalsOf } from './intervals.ts';
import { portsPerProtocol, serviceRangesOf } from './services.ts';

/** Services with a label, for example of the rule that decides about them. */
export interface Piece<Label> {
  readonly services: Intervals;
  /** The same object for equal labels. */
  readonly label: Label;
}

interface LabelledSegment<Label> {
  readonly from: number;
  readonly to: number;
  /** No two of them contain the same service. */
  readonly pieces: readonly Piece<Label>[];
}

interface MergedSegment<Label> extends Piece<Label> {
  readonly from: number;
  readonly to: number;
}

/**
 * Joins consecutive segments in which a label has the same services, for each protocol or range of ports separately: what
 * a rule decides in the same way about adjacent addresses becomes one range, even if another rule decides about other
 * ports at some of them. Sorted by `from`, `to` and the first appearance of the label.
 */
export function mergeSegments<Label>(segments: readonly LabelledSegment<Label>[]): MergedSegment<Label>[] {
  const merged: MergedSegment<Label>[] = [];
  const chains = new Map<Label, MergedSegment<Label>[]>();
  for (const { from, to, pieces } of segments) {
    for (const { services, label } of pieces) {
      const own = { from, to, services, label };
      const chain = chains.get(label);
      if (!chain) chains.set(label, [own]);
      else if (chain.at(-1)?.to === from) chain.push(own);
      else {
        addMerged(merged, chain);
        chains.set(label, [own]);
      }
    }
  }
  for (const chain of chains.values()) addMerged(merged, chain);
  const ranks = new Map([...chains.keys()].map((label, rank) => [label, rank]));
  const rankOf = ({ label }: MergedSegment<Label>) => ranks.get(label) ?? 0;
  return merged.sort((a, b) => a.from - b.from || a.to - b.to || rankOf(a) - rankOf(b));
}

/** Adds what the adjacent segments of one label are joined to. */
function addMerged<Label>(merged: MergedSegment<Label>[], chain: readonly MergedSegment<Label>[]): void {
  const [first] = chain;
  if (!first) return;
  if (chain.length === 1) merged.push(first);
  else if (chain.every(({ services }) => services === first.services)) {
    merged.push({ ...first, to: chain.at(-1)?.to ?? first.to });
  } else merged.push(...joinServices(runsOf(chain), first.label));
}

interface Run {
  readonly from: number;
  to: number;
  readonly bounds: Bounds;
}

/** The longest runs of adjacent segments for each of the services that they consist of. */
function runsOf(chain: readonly MergedSegment<unknown>[]): Run[] {
  const runs: Run[] = [];
  const open = new Map<string, Run>();
  for (const { from, to, services } of chain) {
    for (const bounds of boundsOf(services)) {
      const key = bounds.join('-');
      const before = open.get(key);
      if (before?.to === from) {
        before.to = to;
        continue;
      }
      const run = { from, to, bounds };
      open.set(key, run);
      runs.push(run);
    }
  }
  return runs;
}

/** One segment for all services at the same addresses. */
function joinServices<Label>(runs: readonly Run[], label: Label): MergedSegment<Label>[] {
  const joined = new Map<string, Run[]>();
  for (const run of runs) {
    const key = `${run.from}-${run.to}`;
    const same = joined.get(key);
    if (same) same.push(run);
    else joined.set(key, [run]);
  }
  return [...joined.values()].flatMap((same) => {
    const [run] = same;
    return run ? [{ from: run.from, to: run.to, label, services: intervalsOf(same.map(({ bounds }) => bounds)) }] : [];
  });
}

type Bounds = readonly [first: number, last: number];

const knownBounds = new WeakMap<Intervals, readonly Bounds[]>();

/** The bounds of the whole protocols, or of the ports of one protocol, that the services consist of. */
function boundsOf(services: Intervals): readonly Bounds[] {
  const bounds =
    knownBounds.get(services) ??
    serviceRangesOf(services).map(
      ({ firstProtocol, lastProtocol, firstPort, lastPort }): Bounds => [
        firstProtocol * portsPerProtocol + firstPort,
        lastProtocol * portsPerProtocol + lastPort,
      ],
    );
  knownBounds.set(services, bounds);
  return bounds;
}
