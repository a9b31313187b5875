import { atMost, type Measure } from '../measure.ts';
import type { World } from '../world.ts';
import { adminCalls } from './admin-calls.ts';

/** Counts statements, on the data set and on one of a fiftieth of it. */
export const queries: Measure = {
  name: 'queries',
  async run(world) {
    await using small = await world.startSmall();
    const few = await countAll(small);
    const many = await countAll(world);
    const differences = [...many].map(([path, count]) => Math.max(0, count - (few.get(path) ?? count)));
    return [
      {
        name: `queries more than with a fiftieth of the rows, most of ${many.size} pages`,
        value: Math.max(...differences),
        unit: '',
        budget: atMost(0),
      },
      { name: 'queries for one page, most', value: Math.max(...many.values()), unit: '' },
    ];
  },
};

async function countAll(world: World): Promise<Map<string, number>> {
  await world.query("alter system set shared_preload_libraries = 'pg_stat_statements'");
  await world.restart();
  try {
    await world.query('create extension if not exists pg_stat_statements');
    const counts = new Map<string, number>();
    const traffic = { name: 'traffic', path: '/network/stats' };
    for (const { name, path } of [...(await adminCalls(world)), traffic]) {
      // names of lists carry their length
      counts.set(name.replaceAll(/\d+ /g, ''), await countStatements(world, path));
    }
    return counts;
  } finally {
    await world.query('alter system reset shared_preload_libraries');
    await world.restart();
  }
}

/** The fewest of several calls: jobs of core run statements of their own now and then. */
async function countStatements(world: World, path: string): Promise<number> {
  const counts: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    await world.query('select pg_stat_statements_reset()');
    const answer = await world.admin.send('GET', path);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    await answer.text();
    const [row] = await world.query<{ calls: number }>(`
      select coalesce(sum(calls), 0)::int as calls from pg_stat_statements
      where query not like '%pg_stat_statements%' and query not like '%pgboss%'`);
    counts.push(row?.calls ?? 0);
  }
  return Math.min(...counts);
}
