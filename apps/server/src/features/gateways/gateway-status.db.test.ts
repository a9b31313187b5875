import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { change, givenLocation, startStateFixture } from '../../../test/gateway-state/state-fixture.ts';
import { givenGatewayRows } from '../../../test/given/gateway-rows.ts';
import { recordEvents } from '../../../test/recorded-events.ts';
import type { Tx } from '../../platform/database/database.ts';
import { createEvents } from '../../platform/events/events.ts';
import { createStreamOwnership } from '../links/stream-ownership.ts';
import { createGatewayKind } from './gateway-kind.ts';
import { createGatewayLog } from './gateway-log.ts';
import { createGatewayStatus } from './gateway-status.ts';

const log = pino({ level: 'silent' });
const tooOld = 'The agent is too old for this state: number 77.';

it('logs a missing capability once, and shows it also after a retry and after a content check', async () => {
  await using bench = await startStateFixture();
  const { db, clock, database } = bench;
  const location = await givenLocation(db, { users: 1, devices: 1 });
  await change(bench, location.id, undefined, async () => undefined);
  const gateway = { id: randomUUID(), location_id: location.id, name: null, hostname: 'edge' };
  const stateId = randomUUID();
  const streamId = randomUUID();
  await givenGatewayRows(database, { ...gateway, name: 'edge', connected: true, stream_id: streamId });
  const events = createEvents({ listen: () => () => undefined }, log);
  const published = recordEvents(events);
  const gatewayLog = createGatewayLog({ events, clock });
  const kind = createGatewayKind({ events, gatewayLog });
  const ownership = createStreamOwnership({ db, clock, log }, kind, { component: gateway, streamId });
  const stream = {
    seen: async () => void (await ownership.seen()),
    write: async (work: (tx: Tx) => Promise<void>) => expect(await ownership.write(work)).toBe('active'),
  };
  const status = createGatewayStatus({ stream, events, gatewayLog, clock, log }, gateway);
  const problems = async () => (await database.query('select problems from gateway'))[0]?.['problems'];
  const found = { problems: ['The port is taken.'], missing: ['number 77'], unverified: undefined };

  await status.applied({ version: 1, stateId, milliseconds: 1, ...found });
  await status.reapplied(1, found);
  expect(await problems()).toEqual(['The port is taken.', tooOld]);
  expect(published.map(({ type }) => type)).toEqual(['gateway.state-partially-applied']);
  await status.reapplied(1, { ...found, problems: [] });
  expect(await problems()).toEqual([tooOld]);
  await status.verified(undefined, found.missing);
  expect(await problems()).toEqual([tooOld]);
});
