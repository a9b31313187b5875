import type { AccessDiff } from '@gatewarden/contract/access';
import { type Database, inSnapshot } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Selection } from './active-rules.queries.ts';
import type { Analysis } from './analysis.ts';
import { readPolicies, requirePending } from './read-policies.ts';

/**
 * Who would gain or lose access to what with a deployment of these changes, or of all. Locations that do not enforce
 * access rules are left out.
 * @throws what `requirePending` throws; rate_limited while too many large comparisons wait
 */
export type Diff = (selection: Selection | 'all') => Promise<AccessDiff>;

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly analysis: Analysis;
}

export function createDiff({ db, clock, analysis }: Dependencies): Diff {
  return async (selection) => {
    const policies = await inSnapshot(db, async (tx) => {
      if (selection !== 'all') await requirePending(tx, selection);
      return readPolicies(tx, clock.now(), selection);
    });
    return analysis.compare(policies);
  };
}
