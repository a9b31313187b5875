import { joinNumbers } from './join-numbers.ts';
import type { AccessRule, RuleVerdict, Source, SourceNames } from './rule.ts';

/** What each rule decides for a source. */
export interface Signature {
  /** Equal for sources with the same verdicts. */
  readonly key: string;
  /** By index of the rule, ascending; rules that do not name the source are absent. */
  readonly verdicts: ReadonlyMap<number, RuleVerdict>;
}

/**
 * A look-up of signatures, whose verdicts are those of `verdictFor`. Its cost depends on the rules that name the source,
 * not on all rules. Groups in any order have the same signature.
 */
export function createSignatures(rules: readonly AccessRule[]): (source: Source) => Signature {
  const index = indexRules(rules);
  const byVerdicts = new Map<string, Signature>();
  const byUser = new Map<string, Signature>();

  function signatureOf(source: Source): Signature {
    const namings = joinNumbers(namingsOf(index, source)).sort();
    const decisive = namings.filter((naming, at) => ruleOf(naming) !== ruleOf(namings[at - 1] ?? -1));
    const key = decisive.join();
    const known = byVerdicts.get(key);
    if (known) return known;
    const signature = { key, verdicts: new Map([...decisive].map((naming) => [ruleOf(naming), verdictOf(naming)])) };
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

/**
 * A rule that names someone on one of its sides: twice its index if it denies, and one more if it allows. In ascending
 * order, the first of a rule decides. Typed arrays of numbers are sorted several times faster than objects.
 */
type Naming = number;

const ruleOf = (naming: Naming) => naming >> 1;
const verdictOf = (naming: Naming): RuleVerdict => ((naming & 1) === 0 ? 'deny' : 'allow');

interface RuleIndex {
  readonly everyUser: Naming[];
  readonly everyNetworkDevice: Naming[];
  readonly users: Map<number, Naming[]>;
  readonly groups: Map<number, Naming[]>;
  readonly networkDevices: Map<number, Naming[]>;
}

function indexRules(rules: readonly AccessRule[]): RuleIndex {
  const index: RuleIndex = {
    everyUser: [],
    everyNetworkDevice: [],
    users: new Map(),
    groups: new Map(),
    networkDevices: new Map(),
  };
  for (const [rule, { allowed, denied }] of rules.entries()) {
    addNames(index, 2 * rule, denied);
    addNames(index, 2 * rule + 1, allowed);
  }
  return index;
}

function addNames(index: RuleIndex, naming: Naming, names: SourceNames): void {
  if (names.everyUser) index.everyUser.push(naming);
  if (names.everyNetworkDevice) index.everyNetworkDevice.push(naming);
  for (const kind of ['users', 'groups', 'networkDevices'] as const) {
    for (const id of names[kind]) {
      const list = index[kind].get(id);
      if (list) list.push(naming);
      else index[kind].set(id, [naming]);
    }
  }
}

function namingsOf(index: RuleIndex, source: Source): (readonly Naming[])[] {
  if (source.kind === 'network-device') return [index.everyNetworkDevice, index.networkDevices.get(source.id) ?? []];
  const ofGroups = source.groups.map((group) => index.groups.get(group) ?? []);
  return [index.everyUser, index.users.get(source.id) ?? [], ...ofGroups];
}
