import { request } from 'node:http';
import { sharedPassword } from '../data-set/load-people.ts';
import type { BenchInstance } from '../instance.ts';
import { type LoadRequest, sendLoad } from '../load/send-load.ts';
import { atMost, type Measure } from '../measure.ts';

const floodConnections = 40;
const people = 44;
const headers = { 'content-type': 'application/json', 'user-agent': 'bench' };

/** One address floods the sign-in while users at other addresses sign in with the right password. */
export const signInFlood: Measure = {
  name: 'sign-in-flood',
  async *run(instance) {
    const names = await instance.query<{ username: string }>(
      `select username from "user" where is_active and password_hash is not null and id > 1 order by id desc limit ${people}`,
    );
    const seconds = instance.quick ? 4 : 12;
    const [statuses, flood] = await Promise.all([
      signInOneByOne(instance, names),
      sendLoad({ url: instance.api, connections: floodConnections, seconds, requests: wrongSignIns() }),
    ]);
    const answered = (flood.statuses['401'] ?? 0) + (flood.statuses['429'] ?? 0);
    const all = Object.values(flood.statuses).reduce((sum, count) => sum + count, 0);
    const name = `right sign-ins of ${people} refused while one address floods`;
    yield* [
      { name, value: statuses.filter((status) => status !== 200).length, unit: '', budget: atMost(0) },
      {
        name: '  flood with another answer or none',
        value: all - answered + flood.errors,
        unit: '',
        budget: atMost(0),
      },
    ];
  },
};

/** Begins after the flood has started. */
async function signInOneByOne({ api }: BenchInstance, names: readonly { username: string }[]): Promise<number[]> {
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return Promise.all(names.map(({ username }, index) => signIn(api, username, `127.0.1.${index + 1}`)));
}

function signIn(api: string, username: string, localAddress: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${api}/auth`,
      { method: 'POST', headers, localAddress, family: 4, agent: false },
      (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    sent.once('error', reject);
    sent.end(JSON.stringify({ username, password: sharedPassword }));
  });
}

function wrongSignIns(): LoadRequest[] {
  return Array.from({ length: 5_000 }, (_, index) => ({
    method: 'POST',
    path: '/api/v1/auth',
    headers,
    body: JSON.stringify({ username: `unknown-${index}`, password: 'Not-the-word-7' }),
  }));
}
