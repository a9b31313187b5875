import fc from 'fast-check';
import { expect, it } from 'vitest';
import { initOf, pathOf } from './calls/call-example.ts';
import { calls as examples } from './calls/calls.ts';
import { allCallsMilliseconds, givenExamples } from './calls/examples.ts';
import { startTestServer } from './harness.ts';

/** Whether the call answers this status on its own, because an external service is missing. */
const isExpected = (key: string, status: number) => examples[key]?.status === status;

it(
  'answers concurrent changes on two replicas without a 5xx status',
  async () => {
    // enough connections for true concurrency: a call that waits too long for one gets 503, which is not a fault
    await using server = await startTestServer({
      passwordCost: 'production',
      environment: { GATEWARDEN_DATABASE_CONNECTIONS: '12' },
    });
    await using replica = await server.startReplica();
    const changes = server.endpoints.filter(
      ({ method, path }) => method !== 'GET' && !path.startsWith('/auth') && path !== '/setup',
    );
    expect(changes.length).toBeGreaterThan(10);
    const orders = fc.shuffledSubarray(changes, { minLength: changes.length });
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const given = await givenExamples(server, (endpoint) => order.includes(endpoint));
        given.sort((one, other) => order.indexOf(one.endpoint) - order.indexOf(other.endpoint));
        const calls = given.map(async ({ endpoint, key, input, caller }, index) => {
          const init = initOf(endpoint, input);
          const headers = { ...init.headers, cookie: caller.cookie ?? '' };
          const place = (index % 2 ? server : replica).stranger();
          const { status } = await place.send(endpoint.method, pathOf(endpoint, input), { ...init, headers });
          return [key, status] as const;
        });
        const failed = (await Promise.all(calls)).filter(([key, status]) => status >= 500 && !isExpected(key, status));
        expect(failed).toEqual([]);
      }),
      { numRuns: 2 },
    );
    expect(`${server.logged()}${replica.logged()}`).not.toContain('"level":50');
  },
  allCallsMilliseconds,
);
