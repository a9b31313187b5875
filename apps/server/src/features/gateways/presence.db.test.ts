import { expect, it } from 'vitest';
import { change, givenLocation, startStateBench } from '../../../test/gateway-state/state-bench.ts';
import { listAddresses } from './presence.queries.ts';

it('lists the addresses of gateways in service that were heard lately, the latest first', async () => {
  await using bench = await startStateBench();
  const { db, clock, database } = bench;
  const location = await givenLocation(db, { users: 1, devices: 1 });
  await change(bench, location.id, undefined, async () => undefined);
  const add = (ip: string | null, hoursAgo: number, ended: { revoked?: Date; removed?: Date } = {}) =>
    database.query(
      `insert into gateway (id, location_id, hostname, agent_version, credential_hash, created_at, ip, seen_at, revoked_at, removed_at)
       values (gen_random_uuid(), $1, 'edge', '1', sha256(gen_random_uuid()::text::bytea), $2, $3, $4, $5, $6)`,
      [
        ...[location.id, clock.now(), ip, new Date(clock.now().getTime() - hoursAgo * 3_600_000)],
        ...[ended.revoked ?? null, ended.removed ?? null],
      ],
    );
  await add('192.0.2.1', 3);
  await add('2001:db8::1', 1);
  await add('192.0.2.1', 2);
  await add(null, 0);
  await add('192.0.2.2', 0, { revoked: clock.now() });
  await add('192.0.2.3', 0, { removed: clock.now() });
  await add('192.0.2.4', 25);
  const since = new Date(clock.now().getTime() - 24 * 3_600_000);
  expect(await listAddresses(db, { since, limit: 10 })).toEqual(['2001:db8::1', '192.0.2.1']);
  expect(await listAddresses(db, { since, limit: 1 })).toEqual(['2001:db8::1']);
});
