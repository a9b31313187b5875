import { sharedPassword } from '../data-set/load-people.ts';
import { quantile } from '../figures.ts';
import type { BenchInstance } from '../instance.ts';
import { type LoadRequest, sendLoad } from '../load/send-load.ts';
import { timeCalls } from '../load/time-calls.ts';
import { atLeast, atMost, type Measure, type Reading } from '../measure.ts';

interface SignInLoad {
  /** As the figures' names say it. */
  readonly title: string;
  readonly perSecond: number;
  readonly password: string;
  /** The status of a sign-in that was looked at; where there is no room for it, 429. */
  readonly answer: '200' | '401';
}

const password = sharedPassword;
/** argon2id takes some 20 ms of a core for each: the first two are what one core can do, the last is far beyond. */
const signInLoads: readonly SignInLoad[] = [
  { title: '50 people a second sign in', perSecond: 50, password: password, answer: '200' },
  { title: '50 wrong passwords a second come', perSecond: 50, password: 'Not-the-word-7', answer: '401' },
  { title: '400 people a second sign in', perSecond: 400, password: password, answer: '200' },
];
const connections = 100;

export const passwords: Measure = {
  name: 'passwords',
  async run(instance) {
    const before = await Array.fromAsync(timeCalls(pageOf(instance), instance, 100));
    const readings: Reading[] = [
      { name: 'a page while nobody signs in, p95', value: quantile(before, 0.95), unit: 'ms' },
    ];
    for (const load of signInLoads) readings.push(...(await measureLoad(instance, load)));
    return readings;
  },
};

const pageOf = ({ api }: BenchInstance) => `${api}/network`;

async function measureLoad(instance: BenchInstance, load: SignInLoad): Promise<Reading[]> {
  const { title, perSecond, answer } = load;
  const seconds = instance.quick ? 4 : 12;
  const requests = await signIns(instance, load);
  const [pages, { statuses, errors }] = await Promise.all([
    timePages(instance, seconds),
    sendLoad({ url: instance.api, connections, rate: perSecond, seconds, requests }),
  ]);
  const all = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const { [answer]: processed = 0, 429: limited = 0 } = statuses;
  return [
    { name: `a page while ${title}, p95`, value: quantile(pages, 0.95), unit: 'ms', budget: atMost(50) },
    { name: '  looked at meanwhile', value: processed / seconds, unit: 'per second', budget: atLeast(1) },
    { name: '  answered 429 for want of room', value: limited / seconds, unit: 'per second' },
    { name: '  with another answer or none', value: all - processed - limited + errors, unit: '', budget: atMost(0) },
  ];
}

/** How long a page takes each time, from when the load has begun to shortly before its end. */
async function timePages(instance: BenchInstance, seconds: number): Promise<number[]> {
  const milliseconds: number[] = [];
  const end = performance.now() + (seconds - 1.5) * 1000;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  while (performance.now() < end) {
    for await (const each of timeCalls(pageOf(instance), instance, 20)) milliseconds.push(each);
  }
  return milliseconds;
}

/** By different people, each but once in a while: nobody is locked out, or refused but for want of room. */
async function signIns({ query }: BenchInstance, { password }: SignInLoad): Promise<LoadRequest[]> {
  const people = await query<{ username: string }>(
    'select username from "user" where is_active and password_hash is not null and id > 1 order by id limit 5000',
  );
  return people.map(({ username }) => ({
    method: 'POST',
    path: '/api/v1/auth',
    headers: { 'content-type': 'application/json', 'user-agent': 'bench' },
    body: JSON.stringify({ username, password }),
  }));
}
