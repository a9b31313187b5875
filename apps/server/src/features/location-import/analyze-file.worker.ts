import { runWorkerTask } from '../../platform/worker/run-worker-task.ts';
import { analyze } from './analysis.ts';

await runWorkerTask(analyze);
