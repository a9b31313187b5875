import type { Family } from '@gatewarden/net/address';
import { divideAddresses, type Part } from './address-space.ts';
import { allowedSources, toNamingRule } from './allowed-sources.ts';
import type { Destination } from './destination.ts';
import { type Intervals, intervalsOf } from './intervals.ts';
import { mergeSegments, type Piece } from './merge-segments.ts';
import type { Target } from './policy.ts';
import { relevantRules } from './relevant-rules.ts';
import { type AccessRule, appliesIn, inOrder } from './rule.ts';
import { splitServices } from './services.ts';
import { createInterning, difference, isEmpty, type SourceSet, type SourceSets } from './source-set.ts';
import { segmentsOf } from './sweep.ts';

export interface DiffInput {
  readonly before: EnforcedRules;
  readonly after: EnforcedRules;
  readonly locationId: number;
}

/** What decides in a location. Without enforcement, that is no rule and a default that allows. */
export interface EnforcedRules {
  /** The active rules, in any order. */
  readonly rules: readonly AccessRule[];
  readonly allowByDefault: boolean;
}

/** Sources that can reach all of the targets after a change and none of them before, or the converse. */
export interface AccessChange {
  readonly effect: 'gained' | 'lost';
  readonly sources: SourceSet;
  /** Ascending by family and address; not empty, and no two contain the same packet. */
  readonly targets: readonly Target[];
}

/**
 * Compares what two sets of rules allow to a population. A source gains a packet exactly if `evaluate` denies it before
 * and allows it after, and loses it in the converse case. Each change has other sources: everything that the same sources
 * gain, or lose, is one change.
 */
export function diffRules({ before, after, locationId }: DiffInput, sets: SourceSets): AccessChange[] {
  const inLocation = ({ rules }: EnforcedRules) => rules.filter((rule) => appliesIn(rule, locationId));
  const all = { before: inLocation(before), after: inLocation(after) };
  // another default concerns what no rule names
  const isElsewhere = before.allowByDefault !== after.allowByDefault;
  const relevant = isElsewhere ? all : relevantRules(all);
  const old = inOrder(relevant.before);
  const ordered = [...old, ...inOrder(relevant.after)];
  const rules = isElsewhere ? [...ordered, { destinations: [everything] }] : ordered;
  const allowByDefault = { before: before.allowByDefault, after: after.allowByDefault };
  const compareParts = createComparison({ rules: ordered, firstNew: old.length, allowByDefault }, sets);
  const merged = ([4, 6] as const satisfies Family[]).flatMap((family) => {
    const space = divideAddresses(rules, family);
    const segments = segmentsOf(space.placements.flat()).map(({ from, to, parts }) => ({
      ...{ from, to },
      pieces: compareParts(family, parts),
    }));
    return mergeSegments(segments).map(({ from, to, services, label }) => ({
      label,
      target: { ...space.rangeOf(from, to), services },
    }));
  });
  const targets = new Map<Label, Target[]>();
  for (const { label, target } of merged) {
    const known = targets.get(label);
    if (known) known.push(target);
    else targets.set(label, [target]);
  }
  return [...targets].map(([{ effect, sources }, own]) => ({ effect, sources, targets: own }));
}

const everything: Destination = { addresses: [], ports: [], protocols: [] };

interface Compared {
  /** Those before, then those after; each in the order of evaluation. */
  readonly rules: readonly AccessRule[];
  readonly firstNew: number;
  readonly allowByDefault: Readonly<Record<Side, boolean>>;
}

type Side = 'before' | 'after';

type Label = Pick<AccessChange, 'effect' | 'sources'>;

/** Returns a function that compares where the same parts apply, once for equal parts. */
function createComparison({ rules, firstNew, allowByDefault }: Compared, sets: SourceSets) {
  const naming = rules.map((rule) => toNamingRule(rule, sets));
  const labelOf = createLabels();
  const known = new Map<string, readonly Piece<Label>[]>();
  const knownSources = new Map<string, SourceSet>();

  /** Of the rules with these indexes, which are those of the side. */
  function allowedBy(side: Side, indexes: readonly number[]): SourceSet {
    const key = `${side} ${indexes.join()}`;
    const named = () => indexes.flatMap((index) => naming[index] ?? []);
    const allowed = knownSources.get(key) ?? allowedSources(named(), sets, allowByDefault[side]);
    knownSources.set(key, allowed);
    return allowed;
  }

  function compare(parts: readonly Part[]): readonly Piece<Label>[] {
    const services = new Map<Label, [number, number][]>();
    for (const { first, last, applicable } of splitServices(parts)) {
      const indexes = [...new Set(applicable.map(({ index }) => index))];
      const isOld = (index: number) => index < firstNew;
      const isNew = (index: number) => index >= firstNew && index < rules.length;
      const was = allowedBy('before', indexes.filter(isOld));
      const is = allowedBy('after', indexes.filter(isNew));
      for (const label of [labelOf('gained', difference(is, was)), labelOf('lost', difference(was, is))]) {
        if (!label) continue;
        const ranges = services.get(label) ?? [];
        services.set(label, ranges);
        ranges.push([first, last]);
      }
    }
    return [...services].map(([label, ranges]) => ({ label, services: intervalsOf(ranges) satisfies Intervals }));
  }

  return (family: Family, parts: readonly Part[]): readonly Piece<Label>[] => {
    const key = `${family} ${parts.map(({ id }) => id).join()}`;
    const pieces = known.get(key) ?? compare(parts);
    known.set(key, pieces);
    return pieces;
  };
}

/** Returns a function that returns the same object for equal labels; undefined for no sources. */
function createLabels(): (effect: Label['effect'], sources: SourceSet) => Label | undefined {
  const intern = createInterning();
  const known = { gained: new Map<SourceSet, Label>(), lost: new Map<SourceSet, Label>() };
  return (effect, sources) => {
    if (isEmpty(sources)) return undefined;
    const same = intern(sources);
    const label = known[effect].get(same) ?? { effect, sources: same };
    known[effect].set(same, label);
    return label;
  };
}
