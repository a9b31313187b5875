import type { Family } from '@gatewarden/net/address';
import { type AddressSpace, divideAddresses } from './address-space.ts';
import { createClusters } from './clusters.ts';
import { type Intervals, unite } from './intervals.ts';
import { mergeSegments, type Piece } from './merge-segments.ts';
import { createLabels, createPartDecisions, type Label } from './part-decisions.ts';
import type { Policy, PolicyEntry, Profile, Target } from './policy.ts';
import { type AccessRule, appliesIn, inOrder, type Source } from './rule.ts';
import { createSignatures, type Signature } from './signatures.ts';
import { segmentsOf } from './sweep.ts';

export interface CompilerInput {
  /** The active rules, in any order. */
  readonly rules: readonly AccessRule[];
  readonly locationId: number;
  readonly allowByDefault: boolean;
}

/** The firewall policy of one location. */
export interface Compiler {
  readonly policy: Policy;
  /** Undefined if no rule that matches packets in this location names the source. */
  profileOf(source: Source): Profile | undefined;
}

/**
 * Compiles rules so that gateways decide every packet as `evaluate` does. Sources that the rules treat alike have one
 * profile, which is computed once. The result does not depend on the order of rules or sources.
 */
export function createCompiler({ rules, locationId, allowByDefault }: CompilerInput): Compiler {
  const ordered = inOrder(rules).filter((rule) => appliesIn(rule, locationId));
  const labels = createLabels(ordered);
  const spaces = ([4, 6] as const satisfies Family[]).map((family) => {
    const space = divideAddresses(ordered, family);
    const decideParts = createPartDecisions(ordered, labels);
    return { ...space, decideParts, entryOf: createEntries(space), clustersOf: createClusters(space) };
  });
  const signatureOf = createSignatures(ordered);
  const profiles = new Map<string, Profile | undefined>();
  const compile = (signature: Signature) => toProfile(spaces.flatMap((space) => compileIn(space, signature)));

  function compileIn(space: DividedSpace, { verdicts }: Signature): PolicyEntry[] {
    return space.clustersOf([...verdicts.keys()]).flatMap((cluster) => {
      const [only] = cluster;
      if (only && cluster.length === 1) {
        const label = labels[only.part.index]?.[verdicts.get(only.part.index) ?? 'deny'];
        return label ? space.entryOf({ from: only.from, to: only.to, services: only.part.services, label }) : [];
      }
      const segments = segmentsOf(cluster).map(({ from, to, parts }) => ({
        ...{ from, to },
        pieces: space.decideParts(parts, verdicts),
      }));
      return mergeSegments(segments).map(space.entryOf);
    });
  }

  return {
    policy: { allowByDefault, protectedTargets: allowByDefault ? spaces.flatMap(protectedTargetsIn) : [] },
    profileOf(source) {
      const signature = signatureOf(source);
      if (signature.verdicts.size === 0) return undefined;
      if (!profiles.has(signature.key)) profiles.set(signature.key, compile(signature));
      return profiles.get(signature.key);
    },
  };
}

interface DividedSpace extends AddressSpace {
  readonly decideParts: ReturnType<typeof createPartDecisions>;
  readonly entryOf: ReturnType<typeof createEntries>;
  readonly clustersOf: ReturnType<typeof createClusters>;
}

interface LabelledRange extends Piece<Label> {
  readonly from: number;
  readonly to: number;
}

/** More than the number of cells of a family. */
const maxCells = 2 ** 26;

/** Returns a function that returns the same entry for the same range: profiles have most of them in common. */
function createEntries(space: AddressSpace) {
  const known = new Map<Label, Map<number, PolicyEntry>>();
  return ({ from, to, services, label }: LabelledRange): PolicyEntry => {
    const ofLabel = known.get(label) ?? new Map<number, PolicyEntry>();
    known.set(label, ofLabel);
    const key = from * maxCells + to;
    const same = ofLabel.get(key);
    if (same?.services === services) return same;
    const entry = {
      ...space.rangeOf(from, to),
      ...{ services, allow: label.verdict === 'allow', ruleId: label.ruleId },
    };
    ofLabel.set(key, entry);
    return entry;
  };
}

const protectedLabel = {};

function protectedTargetsIn(space: AddressSpace): Target[] {
  const segments = segmentsOf(space.placements.flat()).map(({ from, to, parts }) => {
    const services = parts.reduce<Intervals>((union, part) => unite(union, part.services), []);
    return { from, to, pieces: [{ services, label: protectedLabel }] };
  });
  return mergeSegments(segments).map(({ from, to, services }) => ({ ...space.rangeOf(from, to), services }));
}

function toProfile(entries: readonly PolicyEntry[]): Profile | undefined {
  return entries.length === 0 ? undefined : { key: entries.map(keyOf).join(';'), entries };
}

const keys = new WeakMap<PolicyEntry, string>();

function keyOf(entry: PolicyEntry): string {
  const known = keys.get(entry);
  if (known !== undefined) return known;
  const { family, first, last, services, allow, ruleId } = entry;
  const range = `${first.toString(16)}-${last.toString(16)}`;
  const key = `${family} ${range} ${services.join(',')} ${allow ? 'a' : 'd'}${ruleId}`;
  keys.set(entry, key);
  return key;
}
