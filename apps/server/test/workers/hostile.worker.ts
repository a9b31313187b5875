import { runWorkerTask } from '../../src/platform/worker/run-worker-task.ts';

/** Misbehaving work: `loop` never ends, `hoard` allocates all memory. */
export type Hostility = 'loop' | 'hoard' | 'throw' | 'exit' | 'none';

await runWorkerTask((input: Hostility): string => {
  const hoarded: number[][] = [];
  for (; input === 'loop' || input === 'hoard'; )
    if (input === 'hoard') hoarded.push(new Array(100_000).fill(hoarded.length));
  if (input === 'throw') throw new Error('no good');
  if (input === 'exit') process.exit(3);
  return 'done';
});
