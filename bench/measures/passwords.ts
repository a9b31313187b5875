import { everybodysPassword } from '../data-set/load-people.ts';
import { quantile } from '../figures.ts';
import { type LoadRequest, sendLoad } from '../load/send-load.ts';
import { timeCalls } from '../load/time-calls.ts';
import { atLeast, atMost, type Measure } from '../measure.ts';
import type { World } from '../world.ts';

/** Many more than can be checked: argon2id takes some 20 ms of a core for each. */
const perSecond = 400;
const connections = 100;

export const passwords: Measure = {
  name: 'passwords',
  async run(world) {
    const { api, cookie, quick } = world;
    const seconds = quick ? 4 : 12;
    const page = `${api}/network`;
    const before = await timeCalls(page, cookie, 100);
    const requests = await signIns(world);
    const timePages = async () => {
      const milliseconds: number[] = [];
      const end = performance.now() + (seconds - 1.5) * 1000;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      while (performance.now() < end) milliseconds.push(...(await timeCalls(page, cookie, 20)));
      return milliseconds;
    };
    const [during, { statuses, errors }] = await Promise.all([
      timePages(),
      sendLoad({ url: api, connections, rate: perSecond, seconds, requests }),
    ]);
    const all = Object.values(statuses).reduce((sum, count) => sum + count, 0);
    return [
      {
        name: `a page while ${perSecond} people a second sign in, p95`,
        value: quantile(during, 0.95),
        unit: 'ms',
        budget: atMost(50),
      },
      { name: 'the same page before, p95', value: quantile(before, 0.95), unit: 'ms' },
      {
        name: 'sign-ins answered 429 under that load',
        value: (100 * (statuses['429'] ?? 0)) / all,
        unit: '%',
        budget: atLeast(1),
      },
      { name: 'sign-ins that succeeded meanwhile', value: (statuses['200'] ?? 0) / seconds, unit: 'per second' },
      { name: 'sign-ins answered in all', value: all / seconds, unit: 'per second' },
      {
        name: 'sign-ins with another answer or none',
        value: all - (statuses['200'] ?? 0) - (statuses['429'] ?? 0) + errors,
        unit: '',
        budget: atMost(0),
      },
    ];
  },
};

/** By different people, each with the right password: nobody is refused but for want of room. */
async function signIns({ query }: World): Promise<LoadRequest[]> {
  const people = await query<{ username: string }>(
    'select username from "user" where is_active and password_hash is not null and id > 1 order by id limit 5000',
  );
  return people.map(({ username }) => ({
    method: 'POST',
    path: '/api/v1/auth',
    headers: { 'content-type': 'application/json', 'user-agent': 'bench' },
    body: JSON.stringify({ username, password: everybodysPassword }),
  }));
}
