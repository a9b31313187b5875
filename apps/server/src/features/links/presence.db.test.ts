import { expect, it } from 'vitest';
import { givenLocation, startStateFixture } from '../../../test/gateway-state/state-fixture.ts';
import { givenGatewayRows } from '../../../test/given/gateway-rows.ts';
import { listAddresses } from './presence.queries.ts';

it('lists the addresses of components in service that were recently seen, most recent first', async () => {
  await using bench = await startStateFixture();
  const { db, clock, database } = bench;
  const location = await givenLocation(db, { users: 1, devices: 1 });
  const add = (ip: string | null, hoursAgo: number, ended: { revoked_at?: Date; removed_at?: Date } = {}) => {
    const seenAt = new Date(clock.now().getTime() - hoursAgo * 3_600_000);
    return givenGatewayRows(database, { location_id: location.id, ip, seen_at: seenAt, ...ended });
  };
  await add('192.0.2.1', 3);
  await add('2001:db8::1', 1);
  await add('192.0.2.1', 2);
  await add(null, 0);
  await add('192.0.2.2', 0, { revoked_at: clock.now() });
  await add('192.0.2.3', 0, { removed_at: clock.now() });
  await add('192.0.2.4', 25);
  const since = new Date(clock.now().getTime() - 24 * 3_600_000);
  expect(await listAddresses(db, { since, limit: 10 })).toEqual(['2001:db8::1', '192.0.2.1']);
  expect(await listAddresses(db, { since, limit: 1 })).toEqual(['2001:db8::1']);
});
