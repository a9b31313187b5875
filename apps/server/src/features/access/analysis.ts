import type { AccessDiff } from '@gatewarden/contract/access';
import type { AccessTestResult } from '@gatewarden/contract/access-tests';
import { createBoundedWorker, rethrowLimitAs, type WorkerLimits } from '../../platform/worker/bounded-worker.ts';
import type { AccessTestRow } from './access-tests.queries.ts';
import type { ActiveRuleRow, ListsRow } from './active-rules.queries.ts';
import { type CheckInput, checkTests } from './check-tests.ts';
import { compareAccess } from './compare-access.ts';
import type { Policies } from './policies.ts';

/**
 * Computations about whole sets of rules. Small ones run on the event loop, large ones in a worker thread, in which
 * owners take turns.
 */
export interface Analysis {
  /** @throws rate_limited while too many large ones wait, access_rules_too_complex if one exceeds its limits */
  compare(owner: string, policies: Policies): Promise<AccessDiff>;
  /** @throws rate_limited while too many large ones wait, access_rules_too_complex if one exceeds its limits */
  check(owner: string, input: CheckInput): Promise<AccessTestResult[]>;
}

export type AnalysisTask =
  | { readonly kind: 'compare'; readonly input: Policies }
  | { readonly kind: 'check'; readonly input: CheckInput };

/** What takes a few milliseconds. */
const inlineLimits = { users: 500, tests: 20, rules: 100, ranges: 1_000 };

export function createAnalysis(limits: WorkerLimits = { limitMilliseconds: 20_000, memoryMegabytes: 2_048 }): Analysis {
  const worker = createBoundedWorker<AnalysisTask, unknown>({
    script: new URL('./analysis.worker.ts', import.meta.url),
    ...limits,
    maxWaiting: 8,
  });
  const run = (owner: string, task: AnalysisTask) =>
    worker.run(owner, task).catch(rethrowLimitAs('access_rules_too_complex'));
  return {
    compare: async (owner, input) =>
      isSmall(input) ? compareAccess(input) : ((await run(owner, { kind: 'compare', input })) as AccessDiff),
    check: async (owner, input) =>
      isSmall(input, input.tests)
        ? checkTests(input)
        : ((await run(owner, { kind: 'check', input })) as AccessTestResult[]),
  };
}

function isSmall({ before, after, users, locations }: Policies, tests: readonly AccessTestRow[] = []): boolean {
  const rules = [...before, ...after];
  if (users.length > inlineLimits.users || rules.length > inlineLimits.rules) return false;
  if (tests.length > inlineLimits.tests) return false;
  const lists = [...rules.flatMap(destinationsOf), ...tests.map((test) => [test])];
  const ranges = lists.reduce((sum, parts) => sum + rangesOf(parts), 0);
  return ranges * Math.max(1, locations.length) <= inlineLimits.ranges;
}

/** The parts of each destination of a rule: component aliases are added to the rule itself. */
function destinationsOf({ aliases, ...rule }: ActiveRuleRow): ListsRow[][] {
  const components = aliases.filter(({ kind }) => kind === 'component');
  const others = aliases.filter(({ kind }) => kind === 'destination');
  return [[rule, ...components], ...others.map((alias) => [alias])];
}

/** About how many ranges of addresses and services the parts have together. */
function rangesOf(parts: readonly ListsRow[]): number {
  const sumOf = (count: (part: ListsRow) => number) => parts.reduce((sum, part) => sum + count(part), 0);
  return (
    sumOf(({ destination }) => itemsOf(destination)) *
    sumOf(({ ports, protocols }) => itemsOf(ports) + protocols.length)
  );
}

function itemsOf(list: string): number {
  return list.split(',').length;
}
