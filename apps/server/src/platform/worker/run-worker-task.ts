import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerMessage } from './bounded-worker.ts';

/**
 * Last statement of the module of a bounded worker: runs the work on the input from the parent and sends the result.
 */
export async function runWorkerTask<Input, Output>(work: (input: Input) => Promise<Output> | Output): Promise<void> {
  const send = (message: WorkerMessage<Output>) => parentPort?.postMessage(message);
  send({ kind: 'started' });
  try {
    send({ kind: 'done', value: await work(workerData as Input) });
  } catch (error) {
    send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}
