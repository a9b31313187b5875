import type { EnforcedRules } from '@gatewarden/access/diff';
import type { AccessRule } from '@gatewarden/access/rule';
import { createSourceSets, type Population, type SourceSets } from '@gatewarden/access/source-set';
import type { ActiveRuleRow } from './active-rules.queries.ts';

/** Whether a location enforces access rules, and what happens to connections about which none decides. */
export interface Enforcement {
  readonly isEnforcing: boolean;
  readonly allowByDefault: boolean;
}

export interface PolicyLocation {
  readonly id: number;
  readonly before: Enforcement;
  readonly after: Enforcement;
  /** The enabled users who may use it; null means all. */
  readonly users: readonly number[] | null;
  readonly networkDevices: readonly number[];
}

/** Two sets of rules, and whom they concern. Lists of addresses and ports are read where they are compared. */
export interface Policies {
  /** The active rules of all locations. */
  readonly before: readonly ActiveRuleRow[];
  readonly after: readonly ActiveRuleRow[];
  readonly users: Population['users'];
  readonly locations: readonly PolicyLocation[];
}

/** What decides in a location with these rules. */
export function toEnforcedRules(rules: readonly AccessRule[], { isEnforcing, allowByDefault }: Enforcement) {
  return (isEnforcing ? { rules, allowByDefault } : { rules: [], allowByDefault: true }) satisfies EnforcedRules;
}

/** The sources of a location: those of the enabled users who may use it, and its network devices. */
export function sourceSetsOf(
  { users: entitled, networkDevices }: Pick<PolicyLocation, 'users' | 'networkDevices'>,
  users: Policies['users'],
): SourceSets {
  const ids = entitled && new Set(entitled);
  return createSourceSets({ users: ids ? users.filter(({ id }) => ids.has(id)) : users, networkDevices });
}
