import { expect, it } from 'vitest';
import { initOf, pathOf } from './calls/call-example.ts';
import { allCallsMilliseconds, givenExamples } from './calls/examples.ts';
import { startTestServer } from './harness.ts';

/** Each repetition is a new action. */
const actions = new Set([
  'PUT /user/change_password',
  'PUT /user/:username/password',
  // ends the other sessions each time, which may be new ones
  'PUT /auth/mfa',
]);

it(
  'leaves no event, log entry or state version when the same change is sent again',
  async () => {
    await using server = await startTestServer();
    const changes = await givenExamples(
      server,
      ({ method, path }) =>
        !actions.has(`${method} ${path}`) &&
        (['PUT', 'PATCH', 'DELETE'].includes(method) || /\/(rename|groups-assign|group\/:name|switch_on)$/.test(path)),
    );
    const kept = async () => [
      (await server.events()).length,
      await server.database.query(`select (select count(*) from activity_entry) as entries,
        (select sum(version) from location_state) as versions`),
    ];
    const wrong: unknown[] = [];
    let repeated = 0;
    for (const { endpoint, key, input, caller } of changes) {
      const send = () => caller.send(endpoint.method, pathOf(endpoint, input), initOf(endpoint, input));
      const first = await send();
      const before = await kept();
      const second = await send();
      if (second.ok) repeated += 1;
      if (!first.ok || JSON.stringify(await kept()) !== JSON.stringify(before))
        wrong.push([key, first.status, second.status]);
    }
    expect(wrong).toEqual([]);
    expect(repeated).toBeGreaterThan(10);
  },
  allCallsMilliseconds,
);
