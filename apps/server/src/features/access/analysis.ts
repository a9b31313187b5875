import type { AccessDiff } from '@gatewarden/contract/access';
import type { AccessTestResult } from '@gatewarden/contract/access-tests';
import { createBoundedWorker } from '../../platform/worker/bounded-worker.ts';
import { type CheckInput, checkTests } from './check-tests.ts';
import { compareAccess } from './compare-access.ts';
import type { Policies } from './read-policies.ts';

/** Computations about whole sets of rules. Small ones run at once, large ones in a worker thread. */
export interface Analysis {
  /** @throws rate_limited while too many large ones wait */
  compare(policies: Policies): Promise<AccessDiff>;
  /** @throws rate_limited while too many large ones wait */
  check(input: CheckInput): Promise<AccessTestResult[]>;
}

export type AnalysisTask =
  | { readonly kind: 'compare'; readonly input: Policies }
  | { readonly kind: 'check'; readonly input: CheckInput };

/** What takes a few milliseconds. */
const inlineLimits = { users: 500, tests: 20, rules: 100, ranges: 2_000 };

export function createAnalysis(): Analysis {
  const worker = createBoundedWorker<AnalysisTask, unknown>({
    script: new URL('./analysis.worker.ts', import.meta.url),
    limitMilliseconds: 20_000,
    memoryMegabytes: 2_048,
    maxWaiting: 8,
  });
  return {
    compare: async (input) =>
      isSmall(input) ? compareAccess(input) : ((await worker.run('compare', { kind: 'compare', input })) as AccessDiff),
    check: async (input) =>
      isSmall(input) && input.tests.length <= inlineLimits.tests
        ? checkTests(input)
        : ((await worker.run('check', { kind: 'check', input })) as AccessTestResult[]),
  };
}

function isSmall({ before, after, users }: Policies): boolean {
  const rules = [...before, ...after];
  if (users.length > inlineLimits.users || rules.length > inlineLimits.rules) return false;
  const ranges = rules
    .flatMap(({ destinations }) => destinations)
    .reduce((sum, each) => sum + each.addresses.length, 0);
  return ranges <= inlineLimits.ranges;
}
