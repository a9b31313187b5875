import type { DeployedChange } from '@gatewarden/contract/access';
import { DomainError } from '@gatewarden/contract/errors';
import type { Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AccessObject, ConcernedLocations } from './access.events.ts';
import { listTests } from './access-tests.queries.ts';
import { listActiveRules, type Selection } from './active-rules.queries.ts';
import * as aliasQueries from './aliases.queries.ts';
import type { Analysis } from './analysis.ts';
import { recordVersion } from './history.queries.ts';
import { toPolicies } from './read-policies.ts';
import { requirePendingStates } from './require-pending.ts';
import * as ruleQueries from './rules.queries.ts';

export interface Deployment {
  readonly rules: DeployedChange[];
  readonly aliases: DeployedChange[];
}

/**
 * Deploys pending changes in one transaction, all or none. Concurrent deployments run one after another, and each returns
 * what it deployed itself. No access test may begin to fail, unless there is a reason to override it.
 * @throws access_tests_fail, what `requirePending` throws, and what `check` of an analysis throws
 */
export type Deploy = (origin: Origin, selection: Selection, overrideReason?: string) => Promise<Deployment>;

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly analysis: Analysis;
}

export function createDeploy({ db, events, clock, analysis }: Dependencies): Deploy {
  /** Returns a function that returns the tests that fail now and did not fail at this call. */
  async function prepareTestCheck(tx: Tx, owner: string): Promise<() => Promise<AccessObject[]>> {
    const tests = await listTests(tx);
    const at = clock.now();
    const before = tests.length === 0 ? [] : await listActiveRules(tx, { at });
    return async () => {
      if (tests.length === 0) return [];
      const policies = await toPolicies(tx, before, await listActiveRules(tx, { at }));
      const results = await analysis.check(owner, { ...policies, tests });
      const failing = new Set(
        results.filter(({ current, after }) => current !== 'fails' && after === 'fails').map((each) => each.test_id),
      );
      return tests.filter(({ id }) => failing.has(id)).map(({ id, name }) => ({ id, name }));
    };
  }

  return (origin, selection, overrideReason) =>
    inTransaction(db, async (tx) => {
      await ruleQueries.lockDeployments(tx);
      const findBrokenTests = await prepareTestCheck(tx, origin.by === 'system' ? '' : origin.by.username);
      const { aliases: aliasIds, rules: ruleIds } = await lockPending(tx, selection);
      const aliases = await deployAliases(tx, aliasIds);
      const rules = await deployRules(tx, ruleIds);
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
          at: clock.now(),
          kind: 'deployed',
          username: origin.by === 'system' ? null : origin.by.username,
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

/** Locks the selected changes. Returns their ids without repetitions, in ascending order. @throws as `requirePending` */
async function lockPending(tx: Tx, { rules, aliases }: Selection): Promise<Selection> {
  const selection = { rules: distinct(rules), aliases: distinct(aliases) };
  requirePendingStates(selection, {
    aliases: await aliasQueries.lockAliases(tx, selection.aliases),
    rules: await ruleQueries.lockRules(tx, selection.rules),
  });
  return selection;
}

function distinct(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}

async function deployRules(tx: Tx, ids: readonly number[]): Promise<Outcome> {
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

async function deployAliases(tx: Tx, ids: readonly number[]): Promise<Outcome> {
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
