import type { DeployedChange } from '@gatewarden/contract/access';
import { DomainError } from '@gatewarden/contract/errors';
import type { Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AccessObject, ConcernedLocations } from './access.events.ts';
import { listCheckedTests } from './access-tests.service.ts';
import { listActiveRules, type Selection } from './active-rules.queries.ts';
import * as aliasQueries from './aliases.queries.ts';
import type { Analysis } from './analysis.ts';
import { recordVersion } from './history.queries.ts';
import { toPolicies } from './read-policies.ts';
import * as ruleQueries from './rules.queries.ts';

export interface Deployment {
  readonly rules: DeployedChange[];
  readonly aliases: DeployedChange[];
}

/**
 * Deploys pending changes in one transaction, all or none. Concurrent deployments run one after another, and each returns
 * what it deployed itself. Access tests that pass before must pass afterwards, unless there is a reason to override them.
 * @throws access_rule_not_found, access_rule_not_pending, access_alias_not_found, access_alias_not_pending,
 *   access_tests_fail
 */
export type Deploy = (origin: Origin, selection: Selection, overrideReason?: string) => Promise<Deployment>;

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly analysis: Analysis;
}

export function createDeploy({ db, events, clock, analysis }: Dependencies): Deploy {
  /** Returns a function that returns the tests that passed at the first call and fail now. */
  async function watchTests(tx: Tx): Promise<() => Promise<AccessObject[]>> {
    const tests = await listCheckedTests(tx);
    const at = clock.now();
    const before = tests.length === 0 ? [] : await listActiveRules(tx, { at });
    return async () => {
      if (tests.length === 0) return [];
      const policies = await toPolicies(tx, before, await listActiveRules(tx, { at }));
      const results = await analysis.check({ ...policies, tests });
      const failing = new Set(
        results.filter(({ current, after }) => current !== 'fails' && after === 'fails').map((each) => each.test_id),
      );
      return tests.filter(({ id }) => failing.has(id)).map(({ id, name }) => ({ id, name }));
    };
  }

  return (origin, selection, overrideReason) =>
    inTransaction(db, async (tx) => {
      await ruleQueries.lockDeployments(tx);
      const findBrokenTests = await watchTests(tx);
      const aliases = await deployAliases(tx, selection.aliases);
      const rules = await deployRules(tx, selection.rules);
      const locations = unite([...rules.locations, ...aliases.locations]);
      const deployed = { rules: rules.changes, aliases: aliases.changes };
      const broken = await findBrokenTests();
      if (broken.length > 0 && overrideReason === undefined) {
        throw new DomainError('access_tests_fail', { tests: broken.map(({ name }) => name).join(', ') });
      }
      const override = broken.length > 0 &&
        overrideReason !== undefined && { override: { reason: overrideReason, tests: broken } };
      if (deployed.rules.length + deployed.aliases.length > 0) {
        await recordVersion(tx, {
          ...{ at: clock.now(), kind: 'deployed', username: origin.by === 'system' ? null : origin.by.username },
          override_reason: broken.length > 0 ? (overrideReason ?? null) : null,
          changes: [
            ...rules.changes.map(({ id, name, change }) => ({ object: 'rule' as const, id, name, change })),
            ...aliases.changes.map(({ id, name, change }) => ({ object: 'alias' as const, id, name, change })),
          ],
        });
        await events.publish(tx, 'access.deployed', origin, { ...deployed, locations, ...override });
      }
      return deployed;
    });
}

interface Outcome {
  readonly changes: DeployedChange[];
  /** Of each rule that is affected, before and after. */
  readonly locations: ConcernedLocations[];
}

async function deployRules(tx: Tx, selected: readonly number[]): Promise<Outcome> {
  const ids = [...new Set(selected)].sort((a, b) => a - b);
  await requirePendingRules(tx, ids);
  const pending = await ruleQueries.findRules(tx, ids);
  const parents = await ruleQueries.findRules(
    tx,
    pending.flatMap(({ parent_id: parentId }) => parentId ?? []),
  );
  const applied = pending.filter(({ state }) => state !== 'deleted').map(({ id }) => id);
  await ruleQueries.setApplied(tx, applied);
  // a deletion is deleted with its rule
  await ruleQueries.deleteRules(
    tx,
    parents.map(({ id }) => id),
  );
  return {
    changes: pending.map(({ id, parent_id: parentId, name, state }) => {
      if (state === 'deleted') return { id: parentId ?? id, previous_id: parentId, name, change: 'deleted' };
      return { id, previous_id: parentId, name, change: state === 'new' ? 'added' : 'modified' };
    }),
    locations: [...pending, ...parents].map(locationsOf),
  };
}

async function requirePendingRules(tx: Tx, ids: readonly number[]): Promise<void> {
  const states = new Map((await ruleQueries.lockRules(tx, ids)).map((rule) => [rule.id, rule.state]));
  for (const id of ids) {
    const state = states.get(id);
    if (state === undefined) throw new DomainError('access_rule_not_found', { id });
    if (state === 'applied' || state === 'expired') throw new DomainError('access_rule_not_pending', { id });
  }
}

async function deployAliases(tx: Tx, selected: readonly number[]): Promise<Outcome> {
  const ids = [...new Set(selected)].sort((a, b) => a - b);
  const states = new Map((await aliasQueries.lockAliases(tx, ids)).map((alias) => [alias.id, alias.state]));
  for (const id of ids) {
    const state = states.get(id);
    if (state === undefined) throw new DomainError('access_alias_not_found', { id });
    if (state === 'applied') throw new DomainError('access_alias_not_pending', { id });
  }
  const pending = await aliasQueries.findAliases(tx, ids);
  const rules = await ruleQueries.findRules(
    tx,
    pending.flatMap((alias) => alias.rules),
  );
  await aliasQueries.replaceWithChildren(tx, ids);
  return {
    changes: pending.map(({ id, parent_id: parentId, name }) => ({
      id,
      previous_id: parentId,
      name,
      change: 'modified',
    })),
    locations: rules.filter(({ state }) => state === 'applied').map(locationsOf),
  };
}

/** The locations in which the rule applies. */
export function locationsOf(rule: Pick<ruleQueries.RuleRow, 'all_locations' | 'locations'>): ConcernedLocations {
  return rule.all_locations ? 'all' : rule.locations;
}

export function unite(locations: readonly ConcernedLocations[]): ConcernedLocations {
  const ids = new Set<number>();
  for (const each of locations) {
    if (each === 'all') return 'all';
    for (const id of each) ids.add(id);
  }
  return [...ids].sort((a, b) => a - b);
}
