import { pino } from 'pino';
import { expect, it } from 'vitest';
import { givenLocation, startStateFixture } from '../../../test/gateway-state/state-fixture.ts';
import { givenGatewayRows } from '../../../test/given/gateway-rows.ts';
import type { ComponentKinds } from './component-kinds.ts';
import { createReplicas, replicaTimings } from './replicas.ts';

const log = pino({ level: 'silent' });
const address = { grpcUrl: 'https://core.example.com', replicaUrl: 'https://10.0.0.1:50055' };
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
  const replica = createReplicas({ db: bench.db, kinds, log, address }, timings);
  const { id } = await givenLocation(bench.db, { users: 1, devices: 1 });
  return {
    bench,
    replica,
    disconnected,
    nextDisconnected: waiting.promise,
    kinds,
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
  const crashed = createReplicas({ db: bench.db, kinds: given.kinds, log, address }, timings);
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
