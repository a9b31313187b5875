import type { AttentionKind, ChecklistStep } from '@gatewarden/contract/home';
import type { NoticeKind } from '@gatewarden/contract/notices';
import type { EventRule } from '../features/event-rules.ts';
import type { Feature, FindAttention, FindNotice, IsStepDone } from '../features/feature.ts';

/** The features of core in the order of their creation; each uses only earlier ones. */
export interface FeatureList {
  all(): readonly Feature[];
  /**
   * Returns what was added.
   * @throws Error if another feature has the same name, event, notice, attention kind or checklist step
   */
  add<Made extends { readonly feature: Feature }>(made: Made): Made;
  /** Searches all features, including those that are added later. */
  findEventRule(type: string): EventRule<never> | undefined;
  findNotice(kind: NoticeKind): FindNotice | undefined;
  findAttention(kind: AttentionKind): FindAttention | undefined;
  findStep(step: ChecklistStep): IsStepDone | undefined;
}

export function createFeatureList(): FeatureList {
  const all = new Map<string, Feature>();
  const rules = new Map<string, EventRule<never>>();
  const notices = new Map<string, FindNotice>();
  const attention = new Map<string, FindAttention>();
  const steps = new Map<string, IsStepDone>();
  return {
    all: () => [...all.values()],
    add(made) {
      const { name, events = {}, notices: found = {} } = made.feature;
      addNew(all, name, made.feature);
      for (const [type, rule] of Object.entries(events)) addNew(rules, type, rule);
      for (const [kind, find] of Object.entries(found)) addNew(notices, kind, find);
      for (const [kind, find] of Object.entries(made.feature.attention ?? {})) addNew(attention, kind, find);
      for (const [step, isDone] of Object.entries(made.feature.checklist ?? {})) addNew(steps, step, isDone);
      return made;
    },
    findEventRule: (type) => rules.get(type),
    findNotice: (kind) => notices.get(kind),
    findAttention: (kind) => attention.get(kind),
    findStep: (step) => steps.get(step),
  };
}

function addNew<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (map.has(key)) throw new Error(`two features declare ${key}`);
  map.set(key, value);
}
