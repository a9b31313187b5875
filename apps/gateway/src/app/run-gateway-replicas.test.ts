import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Authority, makeAuthority } from '../../test/certificates.ts';
import { type Core, startCore } from '../../test/core.ts';
import { longTimings, type Machine, makeMachine } from '../../test/gateway.ts';

const authority: Promise<Authority> = makeAuthority();
const connectRetryLog = 'no connection to core';

/** Two replicas of one core, and a gateway that is connected to the first. */
async function givenReplicas(timings = longTimings) {
  const stack = new AsyncDisposableStack();
  const first = stack.use(await startCore({ authority: await authority }));
  const second = stack.use(await startCore({ authority: await authority, secret: first.token.secret }));
  const machine = stack.use(await makeMachine({ timings }));
  const agent = machine.start({ token: first.token });
  const stream = await first.nextStream();
  return { first, second, machine, agent, stream, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Sends the list and waits until the agent has stored it. */
async function sendCoreAddresses(machine: Machine, stream: Awaited<ReturnType<Core['nextStream']>>, ...cores: Core[]) {
  stream.send({ case: 'coreAddresses', value: { addresses: cores.map(({ address }) => address) } });
  // messages are handled in order, and the agent answers this one
  stream.send({ case: 'full', value: { version: 1n } });
  await stream.next('rejected');
  return JSON.parse(await readFile(join(machine.stateDir, 'cores.json'), 'utf8'));
}

describe('a gateway with several replicas', () => {
  it('connects to another replica within a second when the current one stops', async () => {
    await using world = await givenReplicas();
    const { first, second, machine, stream } = world;
    expect(await sendCoreAddresses(machine, stream, first, second)).toEqual([first.address, second.address]);
    await first.stop();
    const { delayMilliseconds } = await machine.nextLog(connectRetryLog);
    expect(delayMilliseconds).toBeLessThanOrEqual(1000);
    machine.clock.advance(delayMilliseconds);
    expect((await second.nextStream()).authorization).toBe('Bearer gwg_1');
  });

  it('remembers the replicas after a restart', async () => {
    await using world = await givenReplicas();
    const { first, second, machine, agent, stream } = world;
    await sendCoreAddresses(machine, stream, first, second);
    await agent.stop();
    await first.stop();
    machine.start();
    expect((await second.nextStream()).authorization).toBe('Bearer gwg_1');
  });

  it('never sends its credential to a listed server without the pinned authority', async () => {
    await using world = await givenReplicas();
    await using impostor = await startCore({ authority: await makeAuthority() });
    const { first, machine, stream } = world;
    await sendCoreAddresses(machine, stream, first, impostor);
    const impostorConnected = impostor.nextStream().then(() => 'impostor');
    await first.stop();
    await machine.nextLog(connectRetryLog);
    await first.start();
    const reached = machine.clock.advanceUntil(first.nextStream()).then(() => 'first');
    expect(await Promise.race([reached, impostorConnected])).toBe('first');
    expect(machine.logged()).toContain(impostor.address);
  });

  it('skips a replica that accepts connections and does not answer', async () => {
    await using world = await givenReplicas({ ...longTimings, connect: 1000 });
    const { first, second, machine, stream } = world;
    const mute = createServer((socket) => socket.on('error', () => undefined).resume()).listen(0, '127.0.0.1');
    await new Promise((resolve) => mute.once('listening', resolve));
    const { port } = mute.address() as { port: number };
    stream.send({ case: 'coreAddresses', value: { addresses: [`127.0.0.1:${port}`, second.address] } });
    stream.send({ case: 'full', value: { version: 1n } });
    await stream.next('rejected');
    await first.stop();
    await machine.clock.advanceUntil(second.nextStream());
    expect(machine.logged()).toContain(`127.0.0.1:${port} does not answer`);
    await new Promise((resolve) => mute.close(resolve));
  });
});

describe('joining', () => {
  it('tries every address of a name', async () => {
    await using core = await startCore({ authority: await authority, host: 'core.test' });
    await using machine = await makeMachine({ resolve: async () => ['127.0.0.9', '127.0.0.1'] });
    machine.start({ token: core.token });
    await core.nextStream();
    expect(machine.logged()).not.toContain('core cannot be reached');
  });

  it('tries the next address of the token if the first does not answer', async () => {
    await using world = await givenReplicas();
    await using machine = await makeMachine();
    const { first, second } = world;
    await first.stop();
    machine.start({ token: { ...first.token, cores: [second.address] } });
    await second.nextStream();
    expect(second.joins).toHaveLength(1);
  });

  it('explains a token with a loopback address', async () => {
    await using core = await startCore({ authority: await authority });
    await using machine = await makeMachine();
    await core.stop();
    machine.start({ token: core.token });
    await machine.nextLog('The token names this machine itself as the address of core');
    expect(core.joins).toEqual([]);
  });
});
