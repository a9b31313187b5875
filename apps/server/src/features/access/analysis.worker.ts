import { runWorkerTask } from '../../platform/worker/run-worker-task.ts';
import type { AnalysisTask } from './analysis.ts';
import { checkTests } from './check-tests.ts';
import { compareAccess } from './compare-access.ts';

await runWorkerTask(async ({ kind, input }: AnalysisTask) =>
  kind === 'compare' ? compareAccess(input) : checkTests(input),
);
