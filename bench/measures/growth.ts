import { median, medianOf } from '../figures.ts';
import type { BenchInstance } from '../instance.ts';
import { atMost, type Budget, type Measure, type Reading } from '../measure.ts';
import { adminCalls } from './admin-calls.ts';
import { addDevices, editUser, medianTime } from './calls.ts';
import { gatewayChange } from './gateway-change.ts';
import { longestCallDuring } from './lists.ts';
import { maximumMegabytes, residentMegabytes } from './memory.ts';

/** A kind of call that must not take longer with ten times the users and devices. */
interface Subject {
  readonly name: string;
  readonly budget: Budget;
  /** Milliseconds, of one of several measurements. */
  readonly measure: (instance: BenchInstance) => Promise<number>;
}

const objects = ['locations', 'one location', 'one person with devices', 'one device', 'configuration of a device'];
const lists = ['/user', '/device', '/group-info'];

/** What ten times the users and devices cost, as ratios to the normal data set. */
export const growth: Measure = {
  name: 'growth',
  async *run(instance) {
    await using huge = await instance.startHuge();
    for (const { name, budget, measure } of subjects(instance)) {
      const { usual, ratio } = await compare(instance, huge, measure);
      yield { name: `${name}, median`, value: usual, unit: 'ms' };
      yield { name: '  ratio with ten times the data', value: ratio, unit: '', budget };
    }
    yield* measureLists(instance, huge);
  },
};

/** The same for changes at the gateway with the most peers. */
export const growthOfChanges: Measure = {
  name: 'growth-of-changes',
  async *run(instance) {
    await using huge = await instance.startHuge();
    const normal = await Array.fromAsync(gatewayChange.run(instance));
    yield* normal;
    const larger = await Array.fromAsync(gatewayChange.run(huge));
    yield* larger;
    const value = medianIn(larger) / medianIn(normal);
    yield { name: '  ratio of the median with ten times the data', value, unit: '', budget: atMost(1.3) };
    yield { name: 'memory of core after these changes, maximum', value: await maximumMegabytes(huge), unit: 'MB' };
  },
};

/** Medians of measurements that alternate, because other programs use the machine too. */
async function compare(instance: BenchInstance, huge: BenchInstance, measure: Subject['measure']) {
  const [normal, larger]: [number[], number[]] = [[], []];
  for (let round = 0; round < (instance.quick ? 1 : 3); round += 1) {
    normal.push(await measure(instance));
    larger.push(await measure(huge));
  }
  return { usual: median(normal), larger: median(larger), ratio: median(larger) / median(normal) };
}

function medianIn(readings: readonly Reading[]): number {
  return readings.find(({ name }) => name === 'the same, median')?.value ?? 0;
}

function subjects({ quick }: BenchInstance): Subject[] {
  const times = quick ? 20 : 100;
  const since = `from=${encodeURIComponent(new Date(Date.now() - 86_400_000).toISOString())}`;
  return [
    ...objects.map((name) => ({
      name,
      budget: atMost(1.3),
      measure: async (it: BenchInstance) => {
        const path = (await adminCalls(it)).find((call) => call.name === name)?.path ?? '';
        return medianTime(it, path, times);
      },
    })),
    { name: 'a page of the log', budget: atMost(1.3), measure: (it) => medianTime(it, '/activity_log', times) },
    { name: 'editing a user', budget: atMost(1.3), measure: editUser },
    { name: 'adding a device in all locations', budget: atMost(1.3), measure: addDevices },
    {
      name: 'overview of a day',
      budget: atMost(1.5),
      measure: (it) => medianTime(it, `/network/stats?${since}`, times),
    },
  ];
}

async function* measureLists(normal: BenchInstance, huge: BenchInstance): AsyncGenerator<Reading, void, void> {
  for (const path of lists) {
    const { larger, ratio } = await compare(normal, huge, (it) => medianTime(it, path, it.quick ? 1 : 3));
    yield { name: `whole list ${path}, ten times the data, median`, value: larger, unit: 'ms' };
    yield { name: '  ratio to the normal data', value: ratio, unit: '' };
    const longest = await medianOf(huge.quick ? 1 : 3, () => longestCallDuring(huge, path));
    yield { name: '  another call meanwhile, longest', value: longest, unit: 'ms', budget: atMost(50) };
  }
  yield { name: 'memory of core after these lists', value: await residentMegabytes(huge), unit: 'MB' };
  yield { name: '  maximum', value: await maximumMegabytes(huge), unit: 'MB' };
}
