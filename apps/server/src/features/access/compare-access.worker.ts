import { runWorkerTask } from '../../platform/worker/run-worker-task.ts';
import { type CompareInput, compareAccess } from './compare-access.ts';

await runWorkerTask(async (input: CompareInput) => compareAccess(input));
