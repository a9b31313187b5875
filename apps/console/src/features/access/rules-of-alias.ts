import type { AccessAlias, AccessRule } from '@gatewarden/contract/access';

/** The rules that use an alias: a rule and its pending change are one. Rules that are not loaded have their id as name. */
export function rulesOf(
  { rules: ids }: Pick<AccessAlias, 'rules'>,
  rules: readonly AccessRule[],
): Pick<AccessRule, 'id' | 'name'>[] {
  const known = new Map(rules.map((rule) => [rule.id, rule]));
  const roots = new Set(ids.map((id) => known.get(id)?.parent_id ?? id));
  return [...roots].map((id) => known.get(id) ?? { id, name: `#${id}` });
}
