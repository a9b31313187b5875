import type { AccessRule } from './rule.ts';
import { add, remove, retain, type SourceSet, type SourceSets } from './source-set.ts';

/** A rule with whom it names in a population. */
export interface NamingRule {
  readonly priority: number;
  readonly allowed: SourceSet;
  readonly denied: SourceSet;
}

export function toNamingRule({ priority, allowed, denied }: AccessRule, sets: SourceSets): NamingRule {
  return { priority, allowed: sets.of(allowed), denied: sets.of(denied) };
}

/**
 * All sources whose packets are allowed where exactly these rules match, given in the order of evaluation: what `evaluate`
 * decides for each of them. Without rules, the default of the location decides.
 */
export function allowedSources(rules: readonly NamingRule[], sets: SourceSets, allowByDefault: boolean): SourceSet {
  const allowed = sets.empty();
  if (rules.length === 0) {
    if (allowByDefault) add(allowed, sets.everyone);
    return allowed;
  }
  const undecided = sets.everyone.slice();
  for (let start = 0, end = 0; start < rules.length; start = end) {
    const priority = rules[start]?.priority;
    const atPriority: SourceSet = sets.empty();
    const denied = sets.empty();
    for (; end < rules.length && rules[end]?.priority === priority; end += 1) {
      add(atPriority, rules[end]?.allowed);
      add(denied, rules[end]?.denied);
    }
    remove(atPriority, denied);
    retain(atPriority, undecided);
    add(allowed, atPriority);
    remove(undecided, atPriority);
    remove(undecided, denied);
  }
  return allowed;
}
