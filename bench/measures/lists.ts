import { medianOf, quantile } from '../figures.ts';
import type { BenchInstance } from '../instance.ts';
import { timeCalls } from '../load/time-calls.ts';
import { atMost, type Measure } from '../measure.ts';
import { adminCalls } from './admin-calls.ts';

const budgets = { list: atMost(200), page: atMost(50) } as const;

export const lists: Measure = {
  name: 'lists',
  async *run(instance) {
    for (const { name, path, kind } of await adminCalls(instance)) {
      const value = await p95(instance, path);
      yield { name: `${name}, p95`, value, unit: 'ms', budget: budgets[kind] };
      if (kind !== 'list') continue;
      const longest = await medianOf(instance.quick ? 1 : 5, () => longestCallDuring(instance, path));
      yield { name: '  another call meanwhile, longest', value: longest, unit: 'ms', budget: atMost(50) };
    }
  },
};

/** The longest of the short calls that one administrator makes while another one reads the list, in milliseconds. */
export async function longestCallDuring({ api, cookie }: BenchInstance, path: string): Promise<number> {
  let isReading = true;
  const list = Array.fromAsync(timeCalls(`${api}${path}`, { cookie }, 5)).finally(() => {
    isReading = false;
  });
  let longest = 0;
  while (isReading) {
    longest = Math.max(longest, ...(await Array.fromAsync(timeCalls(`${api}/me`, { cookie }, 10))));
  }
  await list;
  return longest;
}

/** 95th percentile of calls by one administrator, in milliseconds. */
export function p95({ api, cookie, quick }: BenchInstance, path: string): Promise<number> {
  const [rounds, times] = quick ? [1, 20] : [3, 60];
  return medianOf(rounds, async () =>
    quantile(await Array.fromAsync(timeCalls(`${api}${path}`, { cookie }, times)), 0.95),
  );
}
