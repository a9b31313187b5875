import { everybodysPassword } from '../data-set/load-people.ts';
import { quantile } from '../figures.ts';
import { type LoadRequest, sendLoad } from '../load/send-load.ts';
import { timeCalls } from '../load/time-calls.ts';
import { atLeast, atMost, type Measure, type Reading } from '../measure.ts';
import type { World } from '../world.ts';

interface Crowd {
  /** As the figures' names say it. */
  readonly what: string;
  readonly perSecond: number;
  readonly password: string;
  /** The status of a sign-in that was looked at; where there is no room for it, 429. */
  readonly answer: '200' | '401';
}

const word = everybodysPassword;
/** argon2id takes some 20 ms of a core for each: the first two are what one core can do, the last is far beyond. */
const crowds: readonly Crowd[] = [
  { what: '50 people a second sign in', perSecond: 50, password: word, answer: '200' },
  { what: '50 wrong passwords a second come', perSecond: 50, password: 'Not-the-word-7', answer: '401' },
  { what: '400 people a second sign in', perSecond: 400, password: word, answer: '200' },
];
const connections = 100;

export const passwords: Measure = {
  name: 'passwords',
  async run(world) {
    const before = await Array.fromAsync(timeCalls(pageOf(world), world, 100));
    const readings: Reading[] = [
      { name: 'a page while nobody signs in, p95', value: quantile(before, 0.95), unit: 'ms' },
    ];
    for (const crowd of crowds) readings.push(...(await comeAtOnce(world, crowd)));
    return readings;
  },
};

const pageOf = ({ api }: World) => `${api}/network`;

async function comeAtOnce(world: World, crowd: Crowd): Promise<Reading[]> {
  const { what, perSecond, answer } = crowd;
  const seconds = world.quick ? 4 : 12;
  const requests = await signIns(world, crowd);
  const [pages, { statuses, errors }] = await Promise.all([
    timePages(world, seconds),
    sendLoad({ url: world.api, connections, rate: perSecond, seconds, requests }),
  ]);
  const all = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const { [answer]: lookedAt = 0, 429: turnedAway = 0 } = statuses;
  return [
    { name: `a page while ${what}, p95`, value: quantile(pages, 0.95), unit: 'ms', budget: atMost(50) },
    { name: '  looked at meanwhile', value: lookedAt / seconds, unit: 'per second', budget: atLeast(1) },
    { name: '  answered 429 for want of room', value: turnedAway / seconds, unit: 'per second' },
    { name: '  with another answer or none', value: all - lookedAt - turnedAway + errors, unit: '', budget: atMost(0) },
  ];
}

/** How long a page takes each time, from when the load has begun to shortly before its end. */
async function timePages(world: World, seconds: number): Promise<number[]> {
  const milliseconds: number[] = [];
  const end = performance.now() + (seconds - 1.5) * 1000;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  while (performance.now() < end) {
    for await (const each of timeCalls(pageOf(world), world, 20)) milliseconds.push(each);
  }
  return milliseconds;
}

/** By different people, each but once in a while: nobody is locked out, or refused but for want of room. */
async function signIns({ query }: World, { password }: Crowd): Promise<LoadRequest[]> {
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
