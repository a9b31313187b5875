import { pino } from 'pino';
import { expect, it } from 'vitest';
import { givenLocation, startStateBench } from '../../../test/gateway-state/state-bench.ts';
import { createEvents, type Events } from '../../platform/events/events.ts';
import { createGatewayLog, type GatewayLog } from './gateway-log.ts';
import { createReplicas, replicaTimings } from './replicas.ts';

const log = pino({ level: 'silent' });
const address = { grpcUrl: 'https://core.example.com', replicaUrl: 'https://10.0.0.1:50055' };
const timings = { heartbeat: 20, expiry: 200 };

async function givenReplica() {
  const bench = await startStateBench();
  const disconnected: string[] = [];
  const waiting = Promise.withResolvers<void>();
  const base = createEvents({ listen: () => () => undefined }, log);
  const events: Events = {
    ...base,
    async publish(...args) {
      await base.publish(...args);
      if (args[1] !== 'gateway.disconnected') return;
      disconnected.push((args[3] as { gateway: { hostname: string } }).gateway.hostname);
      waiting.resolve();
    },
  };
  const replica = createReplicas(
    { db: bench.db, gatewayLog: createGatewayLog({ events, clock: bench.clock }), log, address },
    timings,
  );
  const { id } = await givenLocation(bench.db, { users: 1, devices: 1 });
  return {
    bench,
    replica,
    disconnected,
    nextDisconnected: waiting.promise,
    connect: (hostname: string, coreId: string | null) =>
      bench.database.query(
        `insert into gateway (id, location_id, hostname, agent_version, credential_hash, created_at, connected, seen_at, core_id)
         values (gen_random_uuid(), $1, $2::text, '1', sha256($2::text::bytea), now(), true, now(), $3)`,
        [id, hostname, coreId],
      ),
    [Symbol.asyncDispose]: async () => {
      await replica.stop();
      await bench[Symbol.asyncDispose]();
    },
  };
}

it('marks the gateways of a replica that died as disconnected, and no others', async () => {
  await using world = await givenReplica();
  const { bench, replica, disconnected, connect } = world;
  const dead = createReplicas({ db: bench.db, gatewayLog: {} as GatewayLog, log, address }, timings);
  await dead.register();
  await replica.register();
  await connect('own', replica.id);
  await connect('of the dead one', dead.id);
  await connect('of an older version', null);
  replica.start();
  await world.nextDisconnected;
  // the event is published just before the commit
  const connected = () => bench.database.query('select hostname from gateway where connected order by hostname');
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
