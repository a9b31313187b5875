import { readFile } from 'node:fs/promises';
import { freePort } from '../../demo/free-port.ts';
import { median } from '../figures.ts';
import { inspect } from '../inspect.ts';
import { sendLoad } from '../load/send-load.ts';
import { atMost, type Measure } from '../measure.ts';
import type { World } from '../world.ts';
import { adminCalls } from './admin-calls.ts';

export const memory: Measure = {
  name: 'memory',
  async run(world) {
    const port = await freePort(0, '127.0.0.1');
    await world.restart(`--inspect-port=127.0.0.1:${port}`);
    const idle = await watch(world, world.quick ? 3 : 15);
    using inspection = await inspect(world.pid, port);
    // caches fill and code is compiled
    await soak(world, world.quick ? 10 : 30);
    const before = await inspection.heldMegabytes();
    const seconds = world.quick ? 20 : 180;
    const [resident] = await Promise.all([watch(world, seconds - 1), soak(world, seconds)]);
    const after = await inspection.heldMegabytes();
    return [
      { name: 'memory of core, idle', value: median(idle), unit: 'MB', budget: atMost(200) },
      {
        name: `growth of what core holds in a soak of ${seconds} s`,
        value: (100 * (after - before)) / before,
        unit: '%',
        budget: atMost(5),
      },
      { name: 'what core holds after it, garbage collected', value: after, unit: 'MB' },
      { name: 'memory of core in the soak, median', value: median(resident), unit: 'MB' },
      { name: 'memory of core in the soak, most', value: Math.max(...resident), unit: 'MB' },
    ];
  },
};

/** Everything that an administrator opens, a hundred times a second. */
async function soak(world: World, seconds: number): Promise<void> {
  const calls = await adminCalls(world);
  const paths = [...calls.map(({ path }) => path), '/me', '/network/stats', '/info'];
  const requests = paths.map((path) => ({ path: `/api/v1${path}` }));
  await sendLoad({ url: world.api, cookie: world.cookie, connections: 10, rate: 100, seconds, requests });
  // the requests at its end are still being answered, and their rows are in memory
  await new Promise((resolve) => setTimeout(resolve, 5000));
}

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
