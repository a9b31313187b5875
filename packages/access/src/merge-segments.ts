import { type Intervals, intervalsOf } from './intervals.ts';
import { serviceRangesOf } from './services.ts';

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
 * ports at some of them. Sorted by `from`, `to` and label.
 */
export function mergeSegments<Label>(segments: readonly LabelledSegment<Label>[]): MergedSegment<Label>[] {
  const runs: Run<Label>[] = [];
  const open = new Map<Label, Map<string, Run<Label>>>();
  for (const { from, to, pieces } of segments) {
    for (const { services, label } of pieces) {
      const ofLabel = open.get(label) ?? new Map<string, Run<Label>>();
      open.set(label, ofLabel);
      for (const bounds of boundsOf(services)) {
        const key = bounds.join('-');
        const before = ofLabel.get(key);
        if (before?.to === from) {
          before.to = to;
          continue;
        }
        const run = { from, to, bounds, label };
        ofLabel.set(key, run);
        runs.push(run);
      }
    }
  }
  return joinServices(runs);
}

interface Run<Label> {
  readonly from: number;
  to: number;
  readonly bounds: Bounds;
  readonly label: Label;
}

/** One segment for all services that a label has at the same addresses. */
function joinServices<Label>(runs: readonly Run<Label>[]): MergedSegment<Label>[] {
  const joined = new Map<Label, Map<string, Run<Label>[]>>();
  for (const run of runs) {
    const ofLabel = joined.get(run.label) ?? new Map<string, Run<Label>[]>();
    joined.set(run.label, ofLabel);
    const key = `${run.from}-${run.to}`;
    const same = ofLabel.get(key);
    if (same) same.push(run);
    else ofLabel.set(key, [run]);
  }
  return [...joined.values()]
    .flatMap((ofLabel) => [...ofLabel.values()])
    .flatMap((same) => {
      const [run] = same;
      return run
        ? [{ from: run.from, to: run.to, label: run.label, services: intervalsOf(same.map((each) => each.bounds)) }]
        : [];
    })
    .sort((a, b) => a.from - b.from || a.to - b.to);
}

type Bounds = readonly [first: number, last: number];

const knownBounds = new WeakMap<Intervals, readonly Bounds[]>();

/** The bounds of the whole protocols, or of the ports of one protocol, that the services consist of. */
function boundsOf(services: Intervals): readonly Bounds[] {
  const bounds =
    knownBounds.get(services) ??
    serviceRangesOf(services).map(
      ({ firstProtocol, lastProtocol, firstPort, lastPort }): Bounds => [
        firstProtocol * 0x10000 + firstPort,
        lastProtocol * 0x10000 + lastPort,
      ],
    );
  knownBounds.set(services, bounds);
  return bounds;
}
