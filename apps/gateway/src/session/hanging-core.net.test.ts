import { linkTimings } from '@gatewarden/link/core-link';
import { expect, it } from 'vitest';
import { makeAuthority } from '../../test/certificates.ts';
import { makeMachine, shortTimings } from '../../test/gateway.ts';
import { startHaproxy } from '../../test/haproxy.ts';
import { type ReplicaProcess, spawnReplica } from '../../test/replica-process.ts';

async function givenReplicas() {
  const stack = new AsyncDisposableStack();
  const authority = await makeAuthority();
  const first = stack.use(await spawnReplica(authority));
  const second = stack.use(await spawnReplica(authority, first.token.secret));
  const machine = stack.use(await makeMachine({ timings: shortTimings }));
  return { first, second, machine, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Suspends the replica that gets the first stream, and resolves when the other one gets the next. */
async function suspendActiveReplica({ first, second, machine }: Awaited<ReturnType<typeof givenReplicas>>) {
  const arrivals = [first, second].map((replica) => ({ replica, stream: replica.nextStream() }));
  const inUse = await Promise.race(arrivals.map(({ replica, stream }) => stream.then((): ReplicaProcess => replica)));
  inUse.suspend();
  await machine.clock.advanceUntil(Promise.all(arrivals.map(({ stream }) => stream)));
  inUse.resume();
}

it('replaces a suspended replica with another one', async () => {
  await using world = await givenReplicas();
  const { first, second, machine } = world;
  machine.start({ token: { ...first.token, cores: [second.token.core] } });
  await suspendActiveReplica(world);
  expect(machine.logged()).toContain('stopped answering');
});

it('reaches another replica through a TCP load balancer when the current one is suspended', async () => {
  await using world = await givenReplicas();
  const { first, second, machine } = world;
  await using balancer = await startHaproxy([first.port, second.port]);
  machine.start({ token: { ...first.token, core: `127.0.0.1:${balancer.port}` } });
  await suspendActiveReplica(world);
  expect(machine.logged()).toContain('stopped answering');
});

it('replaces a hanging replica within 10 s', () => {
  const { pingInterval, pingTimeout, connect } = linkTimings;
  const [delay, handshake] = [1000, 500];
  // one hanging address may be tried before a working one
  expect(pingInterval + pingTimeout + delay + connect + handshake).toBeLessThanOrEqual(10_000);
});
