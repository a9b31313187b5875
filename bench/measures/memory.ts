import { readFile } from 'node:fs/promises';
import { median } from '../figures.ts';
import { sendLoad } from '../load/send-load.ts';
import { atMost, type Measure } from '../measure.ts';
import type { World } from '../world.ts';
import { adminCalls } from './admin-calls.ts';

export const memory: Measure = {
  name: 'memory',
  async run(world) {
    await world.restart();
    const idle = await watch(world, world.quick ? 3 : 15);
    const seconds = world.quick ? 20 : 180;
    const calls = await adminCalls(world);
    const load = sendLoad({
      url: world.api,
      cookie: world.cookie,
      connections: 10,
      rate: 100,
      seconds,
      requests: [...calls.map(({ path }) => path), '/me', '/network/stats', '/info'].map((path) => ({
        path: `/api/v1${path}`,
      })),
    });
    const soaked = await watch(world, seconds - 1);
    await load;
    // the first third is for caches and the heap to find their size
    const third = Math.floor(soaked.length / 3);
    const [middle, last] = [median(soaked.slice(third, 2 * third)), median(soaked.slice(2 * third))];
    return [
      { name: 'memory of core, idle', value: median(idle), unit: 'MB', budget: atMost(200) },
      {
        name: `growth of memory in a soak of ${seconds} s, last third against the one before`,
        value: (100 * (last - middle)) / middle,
        unit: '%',
        budget: atMost(5),
      },
      { name: 'memory of core at the end of the soak', value: last, unit: 'MB' },
      { name: 'most memory of core in the soak', value: Math.max(...soaked), unit: 'MB' },
    ];
  },
};

/** Resident megabytes of core, a reading a second. */
async function watch(world: World, seconds: number): Promise<number[]> {
  const megabytes: number[] = [];
  for (let second = 0; second < seconds; second += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const status = await readFile(`/proc/${world.pid}/status`, 'utf8');
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
    megabytes.push((Number(kilobytes) * 1024) / 1_000_000);
  }
  return megabytes;
}
