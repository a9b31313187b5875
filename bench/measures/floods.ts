import { readFile } from 'node:fs/promises';
import { getGatewayToken } from '@gatewarden/contract/gateways';
import { parseJoinToken } from '@gatewarden/contract/join-token';
import { listLocations } from '@gatewarden/contract/locations';
import { quantile } from '../figures.ts';
import type { FloodOptions } from '../flood/flood-options.ts';
import { sendFlood } from '../flood/send-flood.ts';
import { timeCalls } from '../load/time-calls.ts';
import { atMost, type Measure, type Reading } from '../measure.ts';
import type { World } from '../world.ts';

/** What strangers who hold many connections take from users who are signed in. */
export const floods: Measure = {
  name: 'floods',
  async run(world) {
    const http = { kind: 'http', ...addressOf(world.url) } as const;
    const gateways = { kind: 'gateways', ...addressOf(`https://${await gatewayAddress(world)}`) } as const;
    return [
      ...(await measure(world, '200 slow HTTP requests', { ...http, connections: 200 })),
      ...(await measure(world, '1 000 slow HTTP requests', { ...http, connections: 1_000 })),
      ...(await measure(world, '1 000 hostile gateway connections', { ...gateways, connections: 1_000 })),
    ];
  },
};

async function measure(world: World, what: string, flood: Omit<FloodOptions, 'seconds'>): Promise<Reading[]> {
  const seconds = world.quick ? 10 : 60;
  // the same calls before: caches fill and the heap grows by them alone
  await timePages(world, seconds / 2);
  const [usual, pagesBefore] = await Promise.all([watch(world, seconds / 2), timePages(world, seconds / 2)]);
  const [resident, pages, { closed }] = await Promise.all([
    watch(world, seconds),
    timePages(world, seconds),
    sendFlood({ ...flood, seconds }),
  ]);
  return [
    {
      name: `memory that core takes more during ${what} for ${seconds} s, most`,
      value: Math.max(...resident) - Math.max(...usual),
      unit: 'MB',
      budget: atMost(50),
    },
    {
      name: `p95 of a page meanwhile, compared with before`,
      value: quantile(pages, 0.95) / quantile(pagesBefore, 0.95),
      unit: 'times',
      budget: atMost(2),
    },
    { name: '  p95 of a page before', value: quantile(pagesBefore, 0.95), unit: 'ms' },
    { name: '  connections that core closed', value: closed, unit: '' },
  ];
}

function addressOf(url: string): Pick<FloodOptions, 'host' | 'port'> {
  const { hostname, port } = new URL(url);
  return { host: hostname === 'localhost' ? '127.0.0.1' : hostname, port: Number(port) };
}

/** Host and port, from a join token. */
async function gatewayAddress({ admin }: World): Promise<string> {
  const [location] = await admin.call(listLocations, {});
  const { token } = await admin.call(getGatewayToken, { params: { id: String(location?.id) } });
  const parsed = parseJoinToken(token);
  if (parsed.kind === 'invalid') throw new Error(parsed.reason);
  return parsed.token.core;
}

/** Milliseconds of one page after another, for that long. */
async function timePages({ api, cookie }: World, seconds: number): Promise<number[]> {
  const milliseconds: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) milliseconds.push(...(await timeCalls(`${api}/me`, cookie, 20)));
  return milliseconds;
}

/** Resident megabytes of core, a reading a second. */
async function watch({ pid }: World, seconds: number): Promise<number[]> {
  const megabytes: number[] = [];
  for (let second = 0; second < seconds; second += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
    megabytes.push((Number(kilobytes) * 1024) / 1_000_000);
  }
  return megabytes;
}
