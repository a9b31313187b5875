import type { AccessDiff } from '@gatewarden/contract/access';
import { DomainError } from '@gatewarden/contract/errors';
import { type Database, inSnapshot, type Tx } from '../../platform/database/database.ts';
import { createBoundedWorker } from '../../platform/worker/bounded-worker.ts';
import type { Clock } from '../../ports/clock.ts';
import { listActiveRules, type Selection } from './active-rules.queries.ts';
import { toAccessRule } from './active-rules.ts';
import { findAliases } from './aliases.queries.ts';
import { type CompareInput, compareAccess } from './compare-access.ts';
import { listActiveUsers, listEnforcingLocations } from './population.queries.ts';
import { findRules } from './rules.queries.ts';

/**
 * Who would gain or lose access to what with a deployment of these changes, or of all. Locations that do not enforce
 * access rules are left out. Large comparisons run in a worker.
 * @throws access_rule_not_found, access_rule_not_pending, access_alias_not_found, access_alias_not_pending; rate_limited
 *   while too many large comparisons wait
 */
export type Diff = (selection: Selection | 'all') => Promise<AccessDiff>;

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
}

/** What takes a few milliseconds. */
const inlineLimits = { users: 500, rules: 100, characters: 20_000 };

export function createDiff({ db, clock }: Dependencies): Diff {
  const worker = createBoundedWorker<CompareInput, AccessDiff>({
    script: new URL('./compare-access.worker.ts', import.meta.url),
    limitMilliseconds: 20_000,
    memoryMegabytes: 2_048,
    maxWaiting: 8,
  });
  return async (selection) => {
    const { input, isSmall } = await inSnapshot(db, async (tx) => {
      if (selection !== 'all') await requirePending(tx, selection);
      return readInput(tx, clock.now(), selection);
    });
    return isSmall ? compareAccess(input) : worker.run('diff', input);
  };
}

async function readInput(tx: Tx, at: Date, selection: Selection | 'all') {
  const before = await listActiveRules(tx, { at });
  const after = await listActiveRules(tx, { at, withPending: selection });
  const users = await listActiveUsers(tx);
  const locations = await listEnforcingLocations(tx);
  const rules = [...before, ...after];
  const isSmall =
    users.length <= inlineLimits.users &&
    rules.length <= inlineLimits.rules &&
    rules.reduce((sum, { destination, ports }) => sum + destination.length + ports.length, 0) <=
      inlineLimits.characters;
  const input: CompareInput = {
    before: before.map(toAccessRule),
    after: after.map(toAccessRule),
    users,
    locations: locations.map((each) => ({
      id: each.id,
      allowByDefault: each.acl_default_allow,
      users: each.users,
      networkDevices: each.network_devices,
    })),
  };
  return { input, isSmall };
}

async function requirePending(tx: Tx, selection: Selection): Promise<void> {
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
