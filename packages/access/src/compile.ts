import type { Family } from '@gatewarden/net/address';
import { type AddressSpace, divideAddresses, type Placement } from './address-space.ts';
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
    return { ...space, ...createEntries(space), decideParts, clustersOf: createClusters(space) };
  });
  const signatureOf = createSignatures(ordered);
  const profiles = new Map<string, Profile | undefined>();

  function compile(signature: Signature): Profile | undefined {
    const entries = spaces.flatMap((space) => compileIn(space, signature));
    return entries.length === 0 ? undefined : entries;
  }

  function compileIn(space: DividedSpace, { verdicts }: Signature): PolicyEntry[] {
    const entries: PolicyEntry[] = [];
    for (const cluster of space.clustersOf(verdicts.keys())) {
      const [first] = cluster;
      if (cluster.length === 1) {
        const label = labels[first.part.index]?.[verdicts.get(first.part.index) ?? 'deny'];
        if (label) entries.push(space.entryOfPlacement(first, label));
        continue;
      }
      const segments = segmentsOf(cluster).map(({ from, to, parts }) => ({
        ...{ from, to },
        pieces: space.decideParts(parts, verdicts),
      }));
      for (const segment of mergeSegments(segments)) entries.push(space.entryOf(segment));
    }
    return entries;
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

interface DividedSpace extends AddressSpace, Entries {
  readonly decideParts: ReturnType<typeof createPartDecisions>;
  readonly clustersOf: ReturnType<typeof createClusters>;
}

interface LabelledRange extends Piece<Label> {
  readonly from: number;
  readonly to: number;
}

/** Entries, each of which is the same object for all profiles that have it: profiles have most in common. */
interface Entries {
  entryOf(range: LabelledRange): PolicyEntry;
  /** Of a placement about which no other rule decides. */
  entryOfPlacement(placement: Placement, label: Label): PolicyEntry;
}

/** More than the number of cells of a family. */
const maxCells = 2 ** 26;

function createEntries(space: AddressSpace): Entries {
  const ofRanges = createMapPerKey<Label, number, PolicyEntry>();
  const ofPlacements = createMapPerKey<Label, Placement, PolicyEntry>();

  function entryOf({ from, to, services, label }: LabelledRange): PolicyEntry {
    const known = ofRanges(label);
    const key = from * maxCells + to;
    const same = known.get(key);
    if (same?.services === services) return same;
    const entry = {
      ...space.rangeOf(from, to),
      ...{ services, allow: label.verdict === 'allow', ruleId: label.ruleId },
    };
    known.set(key, entry);
    return entry;
  }

  return {
    entryOf,
    entryOfPlacement(placement, label) {
      const known = ofPlacements(label);
      const { part, from, to } = placement;
      const entry = known.get(placement) ?? entryOf({ from, to, services: part.services, label });
      known.set(placement, entry);
      return entry;
    },
  };
}

/** Returns a function that returns the map of a key. */
function createMapPerKey<Key, InnerKey, Value>(): (key: Key) => Map<InnerKey, Value> {
  const maps = new Map<Key, Map<InnerKey, Value>>();
  return (key) => {
    const map = maps.get(key) ?? new Map<InnerKey, Value>();
    maps.set(key, map);
    return map;
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
