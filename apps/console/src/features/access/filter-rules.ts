import type { AccessAlias, AccessRule } from '@gatewarden/contract/access';

export const ruleParts = ['all', 'deployed', 'pending'] as const;
export type RulePart = (typeof ruleParts)[number];

/** Whether a deployment would change something. */
export function isPending({ state }: Pick<AccessRule, 'state'> | Pick<AccessAlias, 'state'>): boolean {
  return state === 'New' || state === 'Modified' || state === 'Deleted';
}

interface Filter {
  readonly part: RulePart;
  readonly search: string;
}

/** The rules of the part whose name or destination contains the text; a pending change replaces its deployed rule. */
export function filterRules(rules: readonly AccessRule[], { part, search }: Filter): AccessRule[] {
  const text = search.toLowerCase();
  const changed = new Set(rules.map(({ parent_id: parent }) => parent));
  return rules
    .filter((rule) => (part === 'all' ? !changed.has(rule.id) : isPending(rule) === (part === 'pending')))
    .filter(({ name, destination, ports }) => `${name} ${destination} ${ports}`.toLowerCase().includes(text));
}
