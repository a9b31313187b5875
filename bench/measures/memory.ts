import { readFile } from 'node:fs/promises';
import { freePort } from '../../demo/free-port.ts';
import { median } from '../figures.ts';
import { inspect } from '../inspect.ts';
import type { BenchInstance } from '../instance.ts';
import { sendLoad } from '../load/send-load.ts';
import { atMost, type Measure } from '../measure.ts';
import { adminCalls } from './admin-calls.ts';

export const memory: Measure = {
  name: 'memory',
  async *run(instance) {
    const port = await freePort(0, '127.0.0.1');
    await instance.restart(`--inspect-port=127.0.0.1:${port}`);
    const idle = await sampleMemory(instance, instance.quick ? 3 : 15);
    using inspection = await inspect(instance.pid, port);
    // fills caches and compiles code
    await soak(instance, instance.quick ? 10 : 30);
    const before = await inspection.usedMegabytes();
    const seconds = instance.quick ? 20 : 180;
    const [resident] = await Promise.all([sampleMemory(instance, seconds - 1), soak(instance, seconds)]);
    const after = await inspection.usedMegabytes();
    yield* [
      { name: 'memory of core, idle', value: median(idle), unit: 'MB', budget: atMost(200) },
      {
        name: `growth of core's heap in a soak of ${seconds} s`,
        value: (100 * (after - before)) / before,
        unit: '%',
        budget: atMost(5),
      },
      { name: 'heap of core after it, garbage collected', value: after, unit: 'MB' },
      { name: 'memory of core in the soak, median', value: median(resident), unit: 'MB' },
      { name: 'memory of core in the soak, maximum', value: Math.max(...resident), unit: 'MB', budget: atMost(350) },
    ];
  },
};

/** Makes all calls of an administrator, a hundred per second. */
async function soak(instance: BenchInstance, seconds: number): Promise<void> {
  const calls = await adminCalls(instance);
  const paths = [...calls.map(({ path }) => path), '/me', '/network/stats', '/info'];
  const requests = paths.map((path) => ({ path: `/api/v1${path}` }));
  await sendLoad({ url: instance.api, cookie: instance.cookie, connections: 10, rate: 100, seconds, requests });
  // wait until the last requests are answered: their rows are in memory
  await new Promise((resolve) => setTimeout(resolve, 5000));
}

/** Resident megabytes of core, one reading per second. */
async function sampleMemory(instance: BenchInstance, seconds: number): Promise<number[]> {
  const megabytes: number[] = [];
  for (let second = 0; second < seconds; second += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    megabytes.push(await residentMegabytes(instance));
  }
  return megabytes;
}

export function residentMegabytes({ pid }: BenchInstance): Promise<number> {
  return megabytesOf(pid, 'VmRSS');
}

/** The most resident megabytes since core was started. */
export function maximumMegabytes({ pid }: BenchInstance): Promise<number> {
  return megabytesOf(pid, 'VmHWM');
}

async function megabytesOf(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status) ?? [];
  return (Number(kilobytes) * 1024) / 1_000_000;
}
