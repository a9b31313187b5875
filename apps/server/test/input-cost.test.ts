import { expect, it } from 'vitest';
import { createBoundedWorker } from '../src/platform/worker/bounded-worker.ts';
import type { Cost } from './workers/parse-hostile.worker.ts';

/**
 * Of processor time of the thread, which the load of the machine does not change. For 64 kB the usual cost is below 0.2 s; one that
 * grows with the square of the length is seconds.
 */
const maxMilliseconds = 1_000;

const testTimeoutMilliseconds = 60_000;

it(
  'reads 64 kB of hostile input with every parser in a time that grows with the length alone',
  async () => {
    const worker = createBoundedWorker<undefined, Cost[]>({
      script: new URL('./workers/parse-hostile.worker.ts', import.meta.url),
      // a parser that does not end fails here, and not as a test that hangs
      limitMilliseconds: 50_000,
      memoryMegabytes: 512,
      maxWaiting: 0,
    });
    const costs = await worker.run('test', undefined);
    expect(costs.length).toBeGreaterThan(30);
    expect(costs.filter(({ milliseconds }) => milliseconds > maxMilliseconds)).toEqual([]);
  },
  testTimeoutMilliseconds,
);
