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

it('marks the components of a replica that died as disconnected, and no others', async () => {
  await using world = await givenReplica();
  const { bench, replica, disconnected, connect } = world;
  const dead = createReplicas({ db: bench.db, kinds: world.kinds, log, address }, timings);
  await dead.register();
  await replica.register();
  await connect('own', replica.id);
  await connect('of the dead one', dead.id);
  await connect('of an older version', null);
  replica.start();
  await world.nextDisconnected;
  // reported just before the commit
  const connected = () => bench.database.query('select hostname from component where connected order by hostname');
  await expect.poll(connected).toEqual([{ hostname: 'of an older version' }, { hostname: 'own' }]);
  expect(disconnected).toEqual(['of the dead one']);
});

it('has timings of less than ten seconds for that', () => {
  const { heartbeat, expiry } = replicaTimings;
  // the last heartbeat was written just before the replica died, another replica looked just before it expired
  const write = 500;
  expect(expiry + heartbeat + write).toBeLessThan(10_000);
});

it('removes itself when it stops', async () => {
  await using world = await givenReplica();
  const { bench, replica } = world;
  await replica.register();
  replica.start();
  await replica.stop();
  expect(await bench.database.query('select count(*)::int from core_replica')).toEqual([{ count: 0 }]);
});
