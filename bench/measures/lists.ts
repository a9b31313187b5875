import { medianOf, quantile } from '../figures.ts';
import type { BenchInstance } from '../instance.ts';
import { timeCalls } from '../load/time-calls.ts';
import { atMost, type Measure, type Reading } from '../measure.ts';
import { adminCalls } from './admin-calls.ts';

const budgets = { list: atMost(200), page: atMost(50) } as const;

export const lists: Measure = {
  name: 'lists',
  async run(instance) {
    const readings: Reading[] = [];
    for (const { name, path, kind } of await adminCalls(instance)) {
      const value = await p95(instance, path);
      readings.push({ name: `${name}, p95`, value, unit: 'ms', budget: budgets[kind] });
    }
    return readings;
  },
};

/** 95th percentile of calls by one administrator, in milliseconds. */
export function p95({ api, cookie, quick }: BenchInstance, path: string): Promise<number> {
  const [rounds, times] = quick ? [1, 20] : [3, 60];
  return medianOf(rounds, async () =>
    quantile(await Array.fromAsync(timeCalls(`${api}${path}`, { cookie }, times)), 0.95),
  );
}
