import { addScimToken, deleteScimToken } from '@gatewarden/contract/scim';
import { medianOf, quantile } from '../figures.ts';
import type { BenchInstance } from '../instance.ts';
import { atMost, type Measure } from '../measure.ts';

/** Requests of an identity provider. Adds a group and deletes it again; entries of the activity log remain. */
export const scim: Measure = {
  name: 'scim',
  async *run(instance) {
    const made = await instance.admin.call(addScimToken, { body: { name: 'Bench' } });
    if (!('token' in made)) throw new Error('a token was expected');
    const client = createClient(instance, made.token);
    const { Resources: users } = await client('GET', '/Users?count=100&sortBy=userName');
    const [first] = users;
    const group = await client('POST', '/Groups', { displayName: 'Group of the bench', members: [] });
    const path = `/Groups/${group.id}`;
    const ids = users.map(({ id }: { id: string }) => id);
    const member = (call: number) => ({
      Operations: [{ op: 'add', path: 'members', value: [{ value: ids[call % ids.length] }] }],
    });
    const filter = encodeURIComponent(`userName eq "${first.userName}"`);
    const measured: [name: string, call: (count: number) => Promise<unknown>][] = [
      ['SCIM PATCH of a group', (count) => client('PATCH', path, member(count))],
      ['SCIM look-up of a user by userName', () => client('GET', `/Users?filter=${filter}`)],
      ['SCIM page of 100 users', () => client('GET', '/Users?count=100')],
    ];
    for (const [name, call] of measured) {
      yield { name: `${name}, p95`, value: await p95(instance, call), unit: 'ms', budget: atMost(50) };
    }
    await client('DELETE', path);
    await instance.admin.call(deleteScimToken, { params: { id: String(made.id) } });
  },
};

async function p95({ quick }: BenchInstance, call: (count: number) => Promise<unknown>): Promise<number> {
  const [rounds, times] = quick ? [1, 20] : [3, 60];
  for (let count = 0; count < 5; count += 1) await call(count);
  return medianOf(rounds, async () => {
    const milliseconds: number[] = [];
    for (let count = 0; count < times; count += 1) {
      const startedAt = performance.now();
      await call(count);
      milliseconds.push(performance.now() - startedAt);
    }
    return quantile(milliseconds, 0.95);
  });
}

function createClient({ url }: BenchInstance, token: string) {
  // biome-ignore lint/suspicious/noExplicitAny: resources of any shape
  return async (method: string, path: string, body?: object): Promise<any> => {
    const response = await fetch(`${url}/scim/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/scim+json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
}
