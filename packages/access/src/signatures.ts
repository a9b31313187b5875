import { type AccessRule, type RuleVerdict, type Source, type SourceNames, verdictFor } from './rule.ts';

/** What each rule decides for a source. */
export interface Signature {
  /** Equal for sources with the same verdicts. */
  readonly key: string;
  /** By index of the rule, ascending; rules that do not name the source are absent. */
  readonly verdicts: ReadonlyMap<number, RuleVerdict>;
}

/**
 * A look-up of signatures. Its cost depends on the rules that name the source, not on all rules. Groups in any order have
 * the same signature.
 */
export function createSignatures(rules: readonly AccessRule[]): (source: Source) => Signature {
  const index = indexRules(rules);
  const byGroups = new Map<string, ReadonlySet<number>>();
  const byVerdicts = new Map<string, Signature>();
  const byUser = new Map<string, Signature>();

  /** Indexes of the rules that can name the source. */
  function candidatesOf(source: Source): Iterable<number> {
    if (source.kind === 'network-device') {
      return [...index.everyNetworkDevice, ...(index.networkDevices.get(source.id) ?? [])];
    }
    const groups = [...source.groups].sort((a, b) => a - b);
    const key = groups.join();
    const shared = byGroups.get(key) ?? new Set([...index.everyUser, ...groups.flatMap(listOf(index.groups))]);
    byGroups.set(key, shared);
    const own = index.users.get(source.id);
    return own ? [...shared, ...own] : shared;
  }

  function signatureOf(source: Source): Signature {
    const verdicts: [number, RuleVerdict][] = [];
    for (const candidate of [...new Set(candidatesOf(source))].sort((a, b) => a - b)) {
      const rule = rules[candidate];
      const verdict = rule && verdictFor(rule, source);
      if (verdict) verdicts.push([candidate, verdict]);
    }
    const key = verdicts.map(([rule, verdict]) => (verdict === 'allow' ? rule : -rule - 1)).join();
    const signature = byVerdicts.get(key) ?? { key, verdicts: new Map(verdicts) };
    byVerdicts.set(key, signature);
    return signature;
  }

  return (source) => {
    if (source.kind === 'network-device') return signatureOf(source);
    // users whom no rule names are treated as all others in the same groups
    const key = `${index.users.has(source.id) ? source.id : ''} ${source.groups.join()}`;
    const signature = byUser.get(key) ?? signatureOf(source);
    byUser.set(key, signature);
    return signature;
  };
}

interface RuleIndex {
  readonly everyUser: number[];
  readonly everyNetworkDevice: number[];
  readonly users: Map<number, number[]>;
  readonly groups: Map<number, number[]>;
  readonly networkDevices: Map<number, number[]>;
}

function indexRules(rules: readonly AccessRule[]): RuleIndex {
  const index: RuleIndex = {
    everyUser: [],
    everyNetworkDevice: [],
    users: new Map(),
    groups: new Map(),
    networkDevices: new Map(),
  };
  for (const [number, { allowed, denied }] of rules.entries()) {
    addNames(index, number, allowed);
    addNames(index, number, denied);
  }
  return index;
}

function addNames(index: RuleIndex, rule: number, names: SourceNames): void {
  if (names.everyUser) index.everyUser.push(rule);
  if (names.everyNetworkDevice) index.everyNetworkDevice.push(rule);
  for (const kind of ['users', 'groups', 'networkDevices'] as const) {
    for (const id of names[kind]) {
      const list = index[kind].get(id);
      if (list) list.push(rule);
      else index[kind].set(id, [rule]);
    }
  }
}

function listOf(lists: ReadonlyMap<number, readonly number[]>) {
  return (id: number): readonly number[] => lists.get(id) ?? [];
}
