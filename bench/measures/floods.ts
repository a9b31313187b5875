import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { getGatewayToken } from '@gatewarden/contract/gateways';
import { parseJoinToken } from '@gatewarden/contract/join-token';
import { listLocations } from '@gatewarden/contract/locations';
import { quantile } from '../figures.ts';
import type { FloodOptions } from '../flood/flood-options.ts';
import { sendFlood } from '../flood/send-flood.ts';
import { type BenchInstance, proxyAddress } from '../instance.ts';
import { type TimedCaller, timeCalls } from '../load/time-calls.ts';
import { atMost, type Measure, type Reading } from '../measure.ts';

interface Row {
  readonly title: string;
  readonly kind: FloodOptions['kind'];
  readonly connections: number;
  readonly from: readonly string[];
  /** Source address of the user whose calls are timed. */
  readonly caller: Omit<TimedCaller, 'cookie'>;
  /** Whether the flood shares a limit with the user, so that core may refuse the user's connections too. */
  readonly sharesLimits: boolean;
}

const ownAddress = '127.0.0.1';
/** Networks of an attacker who rents a few machines. */
const attackerAddresses = ['127.1.0.1', '127.2.0.1', '127.3.0.1', '127.4.0.1'];
const fromOtherNetworks = {
  from: attackerAddresses,
  caller: { localAddress: ownAddress },
  sharesLimits: false,
} as const;

const rows: readonly Row[] = [
  { ...fromOtherNetworks, title: '200 slow HTTP requests', kind: 'http', connections: 200 },
  { ...fromOtherNetworks, title: '1 000 slow HTTP requests', kind: 'http', connections: 1_000 },
  {
    title: "1 000 slow HTTP requests from the user's own address",
    kind: 'http',
    connections: 1_000,
    from: [ownAddress],
    caller: { localAddress: ownAddress },
    sharesLimits: true,
  },
  {
    title: "1 000 slow HTTP requests through the user's proxy",
    kind: 'proxied-http',
    connections: 1_000,
    from: [proxyAddress],
    caller: { localAddress: proxyAddress, forwardedFor: '192.0.2.10' },
    sharesLimits: true,
  },
  { ...fromOtherNetworks, title: '1 000 hostile gateway connections', kind: 'gateways', connections: 1_000 },
];

/**
 * The effect of many anonymous connections on signed-in users. The attacking process runs only while the others are
 * idle, because an attacker does not use the processors of core.
 */
export const floods: Measure = {
  name: 'floods',
  async *run(instance) {
    for (const row of rows) {
      // memory that core allocated in the previous row would hide the growth in this one
      await instance.restart();
      yield* await measure(instance, row);
    }
  },
};

async function measure(instance: BenchInstance, row: Row): Promise<Reading[]> {
  const seconds = instance.quick ? 10 : 60;
  const caller = { ...row.caller, cookie: instance.cookie };
  const { kind, connections, from } = row;
  const target = kind === 'gateways' ? `https://${await gatewayAddress(instance)}` : instance.url;
  // the same calls before the flood fill caches and grow the heap
  await timePages(instance, caller, seconds / 2);
  const [usual, before] = await Promise.all([
    sampleMemory(instance, seconds / 2),
    timePages(instance, caller, seconds / 2),
  ]);
  const [resident, meanwhile, { opened, closed }] = await Promise.all([
    sampleMemory(instance, seconds),
    timePages(instance, caller, seconds),
    sendFlood({ kind, connections, from, ...addressOf(target), seconds }),
  ]);
  return [
    {
      name: `maximum growth of core's memory during ${row.title} for ${seconds} s`,
      value: Math.max(...resident) - Math.max(...usual),
      unit: 'MB',
      budget: atMost(50),
    },
    {
      name: '  p95 of a page meanwhile, compared with before',
      value: quantile(meanwhile.milliseconds, 0.95) / quantile(before.milliseconds, 0.95),
      unit: 'times',
      budget: atMost(2),
    },
    {
      name: "  connections of the user's calls that were refused or cut",
      value: (100 * meanwhile.cut) / meanwhile.connections,
      unit: '%',
      ...(!row.sharesLimits && { budget: atMost(0) }),
    },
    { name: '  p95 of a page before', value: quantile(before.milliseconds, 0.95), unit: 'ms' },
    { name: '  connections of the flood', value: opened, unit: '' },
    { name: '  of these closed by core', value: closed, unit: '' },
  ];
}

function addressOf(url: string): Pick<FloodOptions, 'host' | 'port'> {
  const { hostname, port } = new URL(url);
  return { host: hostname === 'localhost' ? '127.0.0.1' : hostname, port: Number(port) };
}

/** Host and port, from a join token. */
async function gatewayAddress({ admin }: BenchInstance): Promise<string> {
  const [location] = await admin.call(listLocations, {});
  const { token } = await admin.call(getGatewayToken, { params: { id: String(location?.id) } });
  const parsed = parseJoinToken(token);
  if (parsed.kind === 'invalid') throw new Error(parsed.reason);
  return parsed.token.core;
}

interface PageCalls {
  /** Duration of each answered call. */
  readonly milliseconds: number[];
  readonly connections: number;
  /** Connections that core refused, or closed before all their calls were answered. */
  readonly cut: number;
}

const callsPerConnection = 20;

/** Requests pages one after another; a connection that core refuses is retried after 50 ms. */
async function timePages({ api }: BenchInstance, caller: TimedCaller, seconds: number): Promise<PageCalls> {
  const milliseconds: number[] = [];
  let [connections, cut] = [0, 0];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    connections += 1;
    try {
      for await (const each of timeCalls(`${api}/me`, caller, callsPerConnection)) milliseconds.push(each);
    } catch (error) {
      if (!isClosedConnection(error)) throw error;
      cut += 1;
      await wait(50);
    }
  }
  return { milliseconds, connections, cut };
}

function isClosedConnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}

/** Resident megabytes of core, one reading per second. */
async function sampleMemory({ pid }: BenchInstance, seconds: number): Promise<number[]> {
  const megabytes: number[] = [];
  for (let second = 0; second < seconds; second += 1) {
    await wait(1000);
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
    megabytes.push((Number(kilobytes) * 1024) / 1_000_000);
  }
  return megabytes;
}
