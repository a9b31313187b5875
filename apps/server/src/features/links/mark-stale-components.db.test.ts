import { pino } from 'pino';
import { expect, it } from 'vitest';
import { givenLocation, startStateFixture } from '../../../test/gateway-state/state-fixture.ts';
import { givenGatewayRows } from '../../../test/given/gateway-rows.ts';
import { recordEvents } from '../../../test/recorded-events.ts';
import { createEvents } from '../../platform/events/events.ts';
import { createGatewayKind } from '../gateways/gateway-kind.ts';
import { createGatewayLog } from '../gateways/gateway-log.ts';
import { createComponentKinds } from './component-kinds.ts';
import { markStaleComponents } from './mark-stale-components.job.ts';

const log = pino({ level: 'silent' });

it('marks a component of a crashed replica as disconnected since it was last seen, and reports it once', async () => {
  await using bench = await startStateFixture();
  const { db, clock, database } = bench;
  const location = await givenLocation(db, { users: 1, devices: 1 });
  const add = (hostname: string) => {
    const columns = { location_id: location.id, hostname, connected: true, seen_at: clock.now() };
    return givenGatewayRows(database, columns);
  };
  await add('crashed');
  clock.advance({ seconds: 31 });
  await add('alive');
  const events = createEvents({ listen: () => () => undefined }, log);
  const published = recordEvents(events);
  const kinds = createComponentKinds();
  kinds.add(createGatewayKind({ events, gatewayLog: createGatewayLog({ events, clock }) }));
  const job = markStaleComponents(kinds);
  await job.run({ db, clock, log }, {});
  await job.run({ db, clock, log }, {});
  expect(published).toMatchObject([{ type: 'gateway.disconnected', payload: { gateway: { hostname: 'crashed' } } }]);
  const rows = await database.query(
    'select hostname, connected, disconnected_at = seen_at as since from component order by hostname',
  );
  expect(rows).toEqual([
    { hostname: 'alive', connected: true, since: null },
    { hostname: 'crashed', connected: false, since: true },
  ]);
});
