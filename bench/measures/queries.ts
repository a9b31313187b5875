import type { BenchInstance } from '../instance.ts';
import { atMost, type Measure } from '../measure.ts';
import { adminCalls } from './admin-calls.ts';

/** Counts statements, on the data set and on one with a fiftieth of its size. */
export const queries: Measure = {
  name: 'queries',
  async *run(instance) {
    await using small = await instance.startSmall();
    const few = await countAll(small);
    const many = await countAll(instance);
    const differences = [...many].map(([path, count]) => Math.max(0, count - (few.get(path) ?? count)));
    yield* [
      {
        name: `additional queries compared with a fiftieth of the rows, maximum of ${many.size} pages`,
        value: Math.max(...differences),
        unit: '',
        budget: atMost(0),
      },
      { name: 'queries for one page, maximum', value: Math.max(...many.values()), unit: '' },
    ];
  },
};

async function countAll(instance: BenchInstance): Promise<Map<string, number>> {
  await instance.query("alter system set shared_preload_libraries = 'pg_stat_statements'");
  await instance.restart();
  try {
    await instance.query('create extension if not exists pg_stat_statements');
    const counts = new Map<string, number>();
    const traffic = { name: 'traffic', path: '/network/stats' };
    for (const { name, path } of [...(await adminCalls(instance)), traffic]) {
      // names of lists contain their length
      counts.set(name.replaceAll(/\d+ /g, ''), await countStatements(instance, path));
    }
    return counts;
  } finally {
    await instance.query('alter system reset shared_preload_libraries');
    await instance.restart();
  }
}

/** The minimum of several calls, because jobs of core run statements too. */
async function countStatements(instance: BenchInstance, path: string): Promise<number> {
  const counts: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    await instance.query('select pg_stat_statements_reset()');
    const answer = await instance.admin.send('GET', path);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    await answer.text();
    const [row] = await instance.query<{ calls: number }>(`
      select coalesce(sum(calls), 0)::int as calls from pg_stat_statements
      where query not like '%pg_stat_statements%' and query not like '%pgboss%'`);
    counts.push(row?.calls ?? 0);
  }
  return Math.min(...counts);
}
