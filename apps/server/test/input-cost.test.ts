import { expect, it } from 'vitest';
import { createBoundedWorker } from '../src/platform/worker/bounded-worker.ts';
import type { Cost } from './workers/parse-hostile.worker.ts';

/**
 * Processor time of the thread, which does not depend on the load of the machine. For 64 kB the usual cost is below
 * 0.2 s; a quadratic cost takes seconds.
 */
const maxMilliseconds = 1_000;

const testTimeoutMilliseconds = 60_000;

it(
  'reads 64 kB of hostile input in linear time with every parser',
  async () => {
    const worker = createBoundedWorker<undefined, Cost[]>({
      script: new URL('./workers/parse-hostile.worker.ts', import.meta.url),
      // a parser that does not end fails here instead of blocking the test
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
