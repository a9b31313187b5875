import { runWorkerTask } from '../../platform/worker/run-worker-task.ts';
import { compileFirewall, type FirewallInput } from './compile-firewall.ts';

await runWorkerTask(async (input: FirewallInput) => compileFirewall(input));
