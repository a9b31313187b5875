import type { AccessRule } from '@gatewarden/access/rule';
import type { Population } from '@gatewarden/access/source-set';
import { DomainError } from '@gatewarden/contract/errors';
import type { Tx } from '../../platform/database/database.ts';
import { type ActiveRuleRow, listActiveRules, type Selection } from './active-rules.queries.ts';
import { findAliases } from './aliases.queries.ts';
import { listActiveUsers, listPolicyLocations } from './population.queries.ts';
import { findRules } from './rules.queries.ts';
import { toAccessRule } from './to-access-rule.ts';

export interface PolicyLocation {
  readonly id: number;
  readonly isEnforcing: boolean;
  readonly allowByDefault: boolean;
  /** The enabled users who may use it; null means all. */
  readonly users: readonly number[] | null;
  readonly networkDevices: readonly number[];
}

/** Two sets of rules, and whom they concern. */
export interface Policies {
  /** The active rules of all locations. */
  readonly before: readonly AccessRule[];
  readonly after: readonly AccessRule[];
  readonly users: Population['users'];
  readonly locations: readonly PolicyLocation[];
}

/** The active rules, and those after a deployment of these changes. */
export async function readPolicies(tx: Tx, at: Date, selection: Selection | 'all'): Promise<Policies> {
  const before = await listActiveRules(tx, { at });
  return toPolicies(tx, before, await listActiveRules(tx, { at, withPending: selection }));
}

export async function toPolicies(
  tx: Tx,
  before: readonly ActiveRuleRow[],
  after: readonly ActiveRuleRow[],
): Promise<Policies> {
  const users = await listActiveUsers(tx);
  const locations = await listPolicyLocations(tx);
  return {
    ...{ before: before.map(toAccessRule), after: after.map(toAccessRule), users },
    locations: locations.map((each) => ({
      id: each.id,
      isEnforcing: each.acl_enabled,
      allowByDefault: each.acl_default_allow,
      users: each.users,
      networkDevices: each.network_devices,
    })),
  };
}

/** @throws access_rule_not_found, access_rule_not_pending, access_alias_not_found, access_alias_not_pending */
export async function requirePending(tx: Tx, selection: Selection): Promise<void> {
  const rules = new Map((await findRules(tx, selection.rules)).map((rule) => [rule.id, rule]));
  for (const id of selection.rules) {
    const state = rules.get(id)?.state;
    if (state === undefined) throw new DomainError('access_rule_not_found', { id });
    if (state === 'applied' || state === 'expired') throw new DomainError('access_rule_not_pending', { id });
  }
  const aliases = new Map((await findAliases(tx, selection.aliases)).map((alias) => [alias.id, alias]));
  for (const id of selection.aliases) {
    const state = aliases.get(id)?.state;
    if (state === undefined) throw new DomainError('access_alias_not_found', { id });
    if (state === 'applied') throw new DomainError('access_alias_not_pending', { id });
  }
}
