import { addApiToken } from '@gatewarden/contract/api-tokens';
import { getMe } from '@gatewarden/contract/auth';
import { proveWithPassword } from '@gatewarden/contract/mfa';
import { administrator } from '../data-set/prepare-instance.ts';
import { median } from '../figures.ts';
import type { BenchInstance } from '../instance.ts';
import { type Load, sendLoad } from '../load/send-load.ts';
import { atLeast, atMost, type Measure, type Reading } from '../measure.ts';

const connections = 50;

/** The most frequent call, with a session and with an API token, which must not cost more. */
export const me: Measure = {
  name: 'me',
  async *run(instance) {
    const { api, cookie, quick } = instance;
    const headers = { authorization: `Bearer ${await makeToken(instance)}` };
    const bySession = { url: `${api}/me`, cookie, connections };
    const byToken = { url: `${api}/me`, requests: [{ path: '/api/v1/me', headers }], connections };
    yield* [
      ...(await measure('GET /me', bySession, quick)),
      ...(await measure('GET /me with an API token', byToken, quick)),
    ];
  },
};

async function makeToken({ admin }: BenchInstance): Promise<string> {
  await admin.call(proveWithPassword, { body: { password: administrator.password } });
  const { username } = await admin.call(getMe, {});
  const body = { name: 'Measurement', scopes: ['read' as const] };
  return (await admin.call(addApiToken, { params: { username }, body })).token;
}

async function measure(call: string, load: Omit<Load, 'seconds'>, quick: boolean): Promise<Reading[]> {
  await sendLoad({ ...load, seconds: 2 });
  const results = [];
  for (let round = 0; round < (quick ? 1 : 3); round += 1) {
    results.push(await sendLoad({ ...load, seconds: quick ? 3 : 10 }));
  }
  const name = `${call}, ${connections} connections`;
  return [
    {
      name,
      value: median(results.map(({ perSecond }) => perSecond)),
      unit: 'requests/s',
      budget: atLeast(4_000),
    },
    {
      name: `${name}, p99`,
      value: median(results.map(({ latency }) => latency.p99)),
      unit: 'ms',
      budget: atMost(50),
    },
  ];
}
