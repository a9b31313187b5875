import type { AccessDiff } from '@gatewarden/contract/access';
import { type Database, inSnapshot } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Analysis } from './analysis.ts';
import { type PendingChanges, readPolicies } from './read-policies.ts';
import { requirePending } from './require-pending.ts';

/**
 * Who would gain or lose access to what with a deployment of these changes, or of all, and other settings of a location.
 * Other locations that do not enforce access rules are left out.
 * @throws what `requirePending`, `readPolicies`, and `compare` of an analysis throw
 */
export type Diff = (owner: string, changes: PendingChanges) => Promise<AccessDiff>;

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly analysis: Analysis;
}

export function createDiff({ db, clock, analysis }: Dependencies): Diff {
  return async (owner, changes) => {
    const policies = await inSnapshot(db, async (tx) => {
      if (changes.selection !== 'all') await requirePending(tx, changes.selection);
      return readPolicies(tx, clock.now(), changes);
    });
    return analysis.compare(owner, policies);
  };
}
