import { sharedPassword } from '../data-set/load-people.ts';
import { quantile } from '../figures.ts';
import type { BenchInstance } from '../instance.ts';
import { type LoadRequest, sendLoad } from '../load/send-load.ts';
import { timeCalls } from '../load/time-calls.ts';
import { atLeast, atMost, type Measure, type Reading } from '../measure.ts';

interface SignInLoad {
  /** Part of the names of the results. */
  readonly title: string;
  readonly perSecond: number;
  readonly password: string;
  /** The status of a processed sign-in; 429 means that the queue was full. */
  readonly answer: '200' | '401';
}

const password = sharedPassword;
/** argon2id takes about 20 ms of a processor core: one core can process the first two loads, but not the last. */
const signInLoads: readonly SignInLoad[] = [
  { title: '50 people a second sign in', perSecond: 50, password: password, answer: '200' },
  { title: '50 wrong passwords a second are tried', perSecond: 50, password: 'Not-the-word-7', answer: '401' },
  { title: '400 people a second sign in', perSecond: 400, password: password, answer: '200' },
];
const connections = 100;

export const passwords: Measure = {
  name: 'passwords',
  async *run(instance) {
    const before = await Array.fromAsync(timeCalls(pageOf(instance), instance, 100));
    yield { name: 'a page without sign-ins, p95', value: quantile(before, 0.95), unit: 'ms' };
    for (const load of signInLoads) yield* await measureLoad(instance, load);
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
    { name: '  sign-ins processed meanwhile', value: processed / seconds, unit: 'per second', budget: atLeast(1) },
    { name: '  answered 429 because the queue was full', value: limited / seconds, unit: 'per second' },
    { name: '  with another answer or none', value: all - processed - limited + errors, unit: '', budget: atMost(0) },
  ];
}

/** Durations of a page, from the start of the load until shortly before its end. */
async function timePages(instance: BenchInstance, seconds: number): Promise<number[]> {
  const milliseconds: number[] = [];
  const end = performance.now() + (seconds - 1.5) * 1000;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  while (performance.now() < end) {
    for await (const each of timeCalls(pageOf(instance), instance, 20)) milliseconds.push(each);
  }
  return milliseconds;
}

/** Sign-ins of different users, so that none is locked and only a full queue refuses them. */
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
