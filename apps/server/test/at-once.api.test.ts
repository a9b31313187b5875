import fc from 'fast-check';
import { expect, it } from 'vitest';
import { initOf, pathOf } from './calls/call-example.ts';
import { givenExamples, walkMilliseconds } from './calls/examples.ts';
import { startTestServer } from './harness.ts';

it(
  'never fails over what happens at the same moment on two replicas',
  async () => {
    await using server = await startTestServer();
    await using replica = await server.startReplica();
    const changes = server.endpoints.filter(
      ({ method, path }) => method !== 'GET' && !path.startsWith('/auth') && path !== '/setup',
    );
    expect(changes.length).toBeGreaterThan(10);
    const orders = fc.shuffledSubarray(changes, { minLength: changes.length });
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const examples = await givenExamples(server, (endpoint) => order.includes(endpoint));
        examples.sort((one, other) => order.indexOf(one.endpoint) - order.indexOf(other.endpoint));
        const calls = examples.map(async ({ endpoint, key, input, caller }, index) => {
          const init = initOf(endpoint, input);
          const headers = { ...init.headers, cookie: caller.cookie ?? '' };
          const place = (index % 2 ? server : replica).stranger();
          const { status } = await place.send(endpoint.method, pathOf(endpoint, input), { ...init, headers });
          return [key, status] as const;
        });
        expect((await Promise.all(calls)).filter(([, status]) => status >= 500)).toEqual([]);
      }),
      { numRuns: 4 },
    );
    expect(`${server.logged()}${replica.logged()}`).not.toContain('"level":50');
  },
  walkMilliseconds,
);
