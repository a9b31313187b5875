import { pino } from 'pino';
import { expect, it } from 'vitest';
import { givenLocation, startStateFixture } from '../../../test/gateway-state/state-fixture.ts';
import { givenGatewayRows } from '../../../test/given/gateway-rows.ts';
import type { ComponentKinds } from './component-kinds.ts';
import { createReplicas, replicaTimings } from './replicas.ts';

const log = pino({ level: 'silent' });
const address = { grpcUrl: 'https://core.example.com', replicaUrl: 'https://10.0.0.1:50055' };
const instanceKeyId = Buffer.alloc(16, 1);
const timings = { heartbeat: 20, expiry: 200 };

async function givenReplica() {
  const bench = await startStateFixture();
  const disconnected: string[] = [];
  const waiting = Promise.withResolvers<void>();
  const kinds: Pick<ComponentKinds, 'disconnected'> = {
    async disconnected(_, components) {
      disconnected.push(...components.map(({ hostname }) => hostname));
      if (components.length > 0) waiting.resolve();
    },
  };
  const replica = createReplicas({ db: bench.db, kinds, log, address, instanceKeyId, version: '1.2.3' }, timings);
  const { id } = await givenLocation(bench.db, { users: 1, devices: 1 });
  return {
    bench,
    replica,
    disconnected,
    nextDisconnected: waiting.promise,
    createOther: (otherKeyId: Buffer) =>
      createReplicas({ db: bench.db, kinds, log, address, instanceKeyId: otherKeyId, version: '1.2.3' }, timings),
    connect: (hostname: string, coreId: string | null) => {
      const seen = { connected: true, seen_at: bench.clock.now(), core_id: coreId };
      return givenGatewayRows(bench.database, { location_id: id, hostname, ...seen });
    },
    [Symbol.asyncDispose]: async () => {
      await replica.stop();
      await bench[Symbol.asyncDispose]();
    },
  };
}

it('marks only the components of a crashed replica as disconnected', async () => {
  await using given = await givenReplica();
  const { bench, replica, disconnected, connect } = given;
  const crashed = given.createOther(instanceKeyId);
  await crashed.register();
  await replica.register();
  await connect('own', replica.id);
  await connect('of the crashed one', crashed.id);
  await connect('of an older version', null);
  replica.start();
  await given.nextDisconnected;
  // reported just before the commit
  const connected = () => bench.database.query('select hostname from component where connected order by hostname');
  await expect.poll(connected).toEqual([{ hostname: 'of an older version' }, { hostname: 'own' }]);
  expect(disconnected).toEqual(['of the crashed one']);
});

it('marks components of a crashed replica within ten seconds', () => {
  const { heartbeat, expiry } = replicaTimings;
  // worst case: the replica crashed just after a heartbeat, and another replica checked just before it expired
  const write = 500;
  expect(expiry + heartbeat + write).toBeLessThan(10_000);
});

it('deletes its row when it stops', async () => {
  await using given = await givenReplica();
  const { bench, replica } = given;
  await replica.register();
  replica.start();
  await replica.stop();
  expect(await bench.database.query('select count(*)::int from core_replica')).toEqual([{ count: 0 }]);
});

it('lists running replicas with another instance key, also of a version that does not tell', async () => {
  await using given = await givenReplica();
  const { bench, replica } = given;
  const other = given.createOther(Buffer.alloc(16, 2));
  for (const each of [replica, given.createOther(instanceKeyId), other]) await each.register();
  const former = '00000000-0000-4000-8000-000000000001';
  await bench.database.query(
    `insert into core_replica (id, address, seen_at) values ('${former}', 'former:50055', now()),
      (gen_random_uuid(), 'crashed:50055', now() - interval '10 s')`,
  );
  await bench.database.query(
    `update core_replica set seen_at = now() + interval '1 min' where address is distinct from 'crashed:50055'`,
  );
  expect(await replica.listWithOtherKey()).toEqual(['former:50055', other.id]);
});
