import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerMessage } from './bounded-worker.ts';

/** What the module of a bounded worker ends with: does the work on what the parent sent, and answers it. */
export async function runWorkerTask<Input, Output>(work: (input: Input) => Promise<Output> | Output): Promise<void> {
  const send = (message: WorkerMessage<Output>) => parentPort?.postMessage(message);
  send({ kind: 'started' });
  try {
    send({ kind: 'done', value: await work(workerData as Input) });
  } catch (error) {
    send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}
