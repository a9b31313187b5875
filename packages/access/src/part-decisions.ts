import type { Part } from './address-space.ts';
import { type Intervals, subtract, unite } from './intervals.ts';
import type { Piece } from './merge-segments.ts';
import type { AccessRule, RuleVerdict } from './rule.ts';

/** Who decides. */
export interface Label {
  readonly ruleId: number;
  readonly verdict: RuleVerdict;
}

/** Of a rule. */
type Labels = Readonly<Record<RuleVerdict, Label>>;

/** One for each rule, in their order. */
export function createLabels(rules: readonly AccessRule[]): Labels[] {
  return rules.map(({ id: ruleId }) => ({
    allow: { ruleId, verdict: 'allow' },
    deny: { ruleId, verdict: 'deny' },
  }));
}

type Verdicts = ReadonlyMap<number, RuleVerdict>;

/** Who decides about which services where these parts apply. Results are shared by all sources that are treated alike. */
export function createPartDecisions(rules: readonly AccessRule[], labels: readonly Labels[]) {
  const known = new Map<string, Piece<Label>[]>();

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
