import type { Family } from '@gatewarden/net/address';
import { type AddressSpace, divideAddresses, type Part } from './address-space.ts';
import { type Intervals, subtract, unite } from './intervals.ts';
import { mergeSegments, type Piece } from './merge-segments.ts';
import type { Policy, PolicyEntry, Profile, Target } from './policy.ts';
import { type AccessRule, appliesIn, inOrder, type RuleVerdict, type Source } from './rule.ts';
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
  const spaces = ([4, 6] as const satisfies Family[]).map((family) => {
    const space = divideAddresses(ordered, family);
    return { ...space, decideParts: createPartDecisions(ordered), entryOf: createEntries(space) };
  });
  const signatureOf = createSignatures(ordered);
  const profiles = new Map<string, Profile | undefined>();
  const compile = (signature: Signature) => toProfile(spaces.flatMap((space) => compileIn(space, signature)));

  function compileIn(space: DividedSpace, { verdicts }: Signature): PolicyEntry[] {
    const placements = [...verdicts.keys()].flatMap((index) => space.placements[index] ?? []);
    const segments = [...segmentsOf(placements)].map(({ from, to, parts }) => ({
      from,
      to,
      pieces: space.decideParts(parts, verdicts),
    }));
    return mergeSegments(segments).map(space.entryOf);
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
}

interface Label {
  readonly ruleId: number;
  readonly verdict: RuleVerdict;
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

type Verdicts = ReadonlyMap<number, RuleVerdict>;

/** Who decides about which services where these parts apply. Results are shared by all sources that are treated alike. */
function createPartDecisions(rules: readonly AccessRule[]) {
  const labels = rules.map(({ id: ruleId }) => ({
    allow: { ruleId, verdict: 'allow' as const },
    deny: { ruleId, verdict: 'deny' as const },
  }));
  const known = new Map<string, Piece<Label>[]>();

  const alone = { allow: new Map<number, Piece<Label>[]>(), deny: new Map<number, Piece<Label>[]>() };

  function decideAlone({ id, index, services }: Part, verdict: RuleVerdict | undefined): readonly Piece<Label>[] {
    const label = verdict && labels[index]?.[verdict];
    if (!label) return [];
    const pieces = alone[verdict].get(id) ?? [{ services, label }];
    alone[verdict].set(id, pieces);
    return pieces;
  }

  function decideParts(parts: readonly Part[], verdicts: Verdicts): Piece<Label>[] {
    const pieces: Piece<Label>[] = [];
    let decided: Intervals = [];
    for (const atPriority of groupByPriority(parts, rules)) {
      for (const verdict of ['deny', 'allow'] as const) {
        for (const { index, services: named } of atPriority) {
          const label = labels[index]?.[verdict];
          const services = label && verdicts.get(index) === verdict ? subtract(named, decided) : [];
          if (!label || services.length === 0) continue;
          const before = pieces.at(-1);
          // several destinations of one rule
          if (before?.label === label)
            pieces[pieces.length - 1] = { services: unite(before.services, services), label };
          else pieces.push({ services, label });
          decided = unite(decided, services);
        }
      }
    }
    return pieces;
  }

  return (parts: readonly Part[], verdicts: Verdicts): readonly Piece<Label>[] => {
    const [only] = parts;
    if (only && parts.length === 1) return decideAlone(only, verdicts.get(only.index));
    let key = '';
    for (const { id, index } of parts) key += verdicts.get(index) === 'allow' ? `${id},` : `-${id},`;
    const pieces = known.get(key) ?? decideParts(parts, verdicts);
    known.set(key, pieces);
    return pieces;
  };
}

function groupByPriority(parts: readonly Part[], rules: readonly AccessRule[]): Part[][] {
  const groups: Part[][] = [];
  let priority: number | undefined;
  for (const part of parts) {
    const own = rules[part.index]?.priority;
    if (own === priority) groups.at(-1)?.push(part);
    else groups.push([part]);
    priority = own;
  }
  return groups;
}

const protectedLabel = {};

function protectedTargetsIn(space: AddressSpace): Target[] {
  const segments = [...segmentsOf(space.placements.flat())].map(({ from, to, parts }) => {
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
