import { median, medianOf } from '../figures.ts';
import type { BenchInstance } from '../instance.ts';
import { atMost, type Budget, type Measure, type Reading } from '../measure.ts';
import { adminCalls } from './admin-calls.ts';
import { addDevices, editUser, medianTime } from './calls.ts';
import { gatewayChange } from './gateway-change.ts';
import { longestCallDuring } from './lists.ts';
import { residentMegabytes } from './memory.ts';

/** A kind of call that must not take longer with ten times the users and devices. */
interface Subject {
  readonly name: string;
  readonly budget: Budget;
  /** Milliseconds, of one of several measurements. */
  readonly measure: (instance: BenchInstance) => Promise<number>;
}

const objects = ['locations', 'one location', 'one person with devices', 'one device', 'configuration of a device'];
const lists = ['/user', '/device'];

/** What ten times the users and devices cost, as ratios to the normal data set. */
export const growth: Measure = {
  name: 'growth',
  async run(instance) {
    await using huge = await instance.startHuge();
    const readings: Reading[] = [];
    for (const { name, budget, measure } of subjects(instance)) {
      const [normal, larger]: [number[], number[]] = [[], []];
      for (let round = 0; round < (instance.quick ? 1 : 3); round += 1) {
        normal.push(await measure(instance));
        larger.push(await measure(huge));
      }
      readings.push(
        { name: `${name}, median`, value: median(normal), unit: 'ms' },
        { name: '  ratio with ten times the data', value: median(larger) / median(normal), unit: '', budget },
      );
    }
    return [...readings, ...(await measureLists(huge))];
  },
};

/** The same for changes at the gateway with the most peers. */
export const growthOfChanges: Measure = {
  name: 'growth-of-changes',
  async run(instance) {
    await using huge = await instance.startHuge();
    const [normal, larger] = [await gatewayChange.run(instance), await gatewayChange.run(huge)];
    const value = medianIn(larger) / medianIn(normal);
    return [...larger, { name: '  ratio of the median with ten times the data', value, unit: '', budget: atMost(1.3) }];
  },
};

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

async function measureLists(huge: BenchInstance): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const path of lists) {
    const value = await medianOf(huge.quick ? 1 : 3, () => longestCallDuring(huge, path));
    readings.push(
      { name: `whole list ${path}, ten times the data, median`, value: await medianTime(huge, path, 3), unit: 'ms' },
      { name: '  another call meanwhile, longest', value, unit: 'ms', budget: atMost(50) },
    );
  }
  return [...readings, { name: 'memory of core after these lists', value: await residentMegabytes(huge), unit: 'MB' }];
}
