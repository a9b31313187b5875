import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Code } from '@connectrpc/connect';
import { Capability, Forwarding } from '@gatewarden/contract/gateway/v1';
import { describe, expect, it } from 'vitest';
import { type Authority, makeAuthority } from '../../test/certificates.ts';
import { type Core, startCore } from '../../test/core.ts';
import { type Machine, type MachineOptions, makeMachine } from '../../test/gateway.ts';
import { fullState, stateChange, stateId, wirePeer } from '../../test/given/messages.ts';
import { key, keyBytes } from '../../test/given/tunnel.ts';
import { contentDigest } from '../peers/content-digest.ts';
import { TunnelError } from '../ports/wireguard.ts';

const authority: Promise<Authority> = makeAuthority();

async function given(options?: MachineOptions) {
  const core = await startCore({ authority: await authority });
  const machine = await makeMachine(options);
  return {
    core,
    machine,
    [Symbol.asyncDispose]: async () => {
      await machine[Symbol.asyncDispose]();
      await core[Symbol.asyncDispose]();
    },
  };
}

/** An agent that has joined and applied version 1 with the peers a and b. */
async function givenConnected(options?: MachineOptions) {
  const base = await given(options);
  const { core, machine } = base;
  const agent = machine.start({ token: core.token });
  const stream = await core.nextStream();
  await stream.next('hello');
  stream.send(fullState(1n, wirePeer('a', '10.1.0.2/32'), wirePeer('b', '10.1.0.3/32')));
  await stream.next('applied');
  return { ...base, agent, stream };
}

const peersOf = ({ interfaces }: Machine, name = 'gw7') => [...(interfaces.get(name)?.peers.keys() ?? [])].toSorted();
const keys = (...names: string[]) => names.map(key).toSorted();
const joinRetryLog = 'core cannot be reached';
const connectRetryLog = 'no connection to core';
const nextHello = async (core: Core) => (await core.nextStream()).next('hello');

describe('joining', () => {
  it('exchanges the token for a credential and opens a stream with it', async () => {
    await using world = await given();
    const { core, machine } = world;
    machine.start({ token: core.token, name: 'Seoul' });
    const stream = await core.nextStream();
    expect(core.joins).toMatchObject([
      { secret: core.token.secret, locationId: 7, name: 'Seoul', hostname: 'gateway-host', agentVersion: '0.1.0' },
    ]);
    expect(stream.authorization).toBe('Bearer gwg_1');
    expect(await stream.next('hello')).toMatchObject({ hostname: 'gateway-host', heldVersion: 0n, backend: 2 });
  });

  it('happens once, even if the same command line is run again', async () => {
    await using world = await givenConnected();
    const { core, machine, agent } = world;
    await agent.stop();
    machine.start({ token: core.token });
    expect((await core.nextStream()).authorization).toBe('Bearer gwg_1');
    expect(core.joins).toHaveLength(1);
  });

  it('is not repeated by a later start without the token', async () => {
    await using world = await givenConnected();
    const { core, machine, agent } = world;
    await agent.stop();
    machine.start();
    expect(await nextHello(core)).toMatchObject({ heldVersion: 1n });
  });

  it('stores secrets readable only for the owner, and does not log them', async () => {
    await using world = await givenConnected();
    const { core, machine } = world;
    expect((await stat(machine.stateDir)).mode & 0o777).toBe(0o700);
    for (const entry of await readdir(machine.stateDir, { withFileTypes: true })) {
      const { mode } = await stat(join(machine.stateDir, entry.name));
      expect([entry.name, mode & 0o077]).toEqual([entry.name, 0]);
    }
    expect(machine.logged()).toContain('joined the location');
    for (const secret of [core.token.secret, 'gwg_1', key('interface')]) expect(machine.logged()).not.toContain(secret);
  });

  it('waits for a core that cannot be reached', async () => {
    await using world = await given();
    const { core, machine } = world;
    await core.stop();
    machine.start({ token: core.token });
    await machine.nextLog(joinRetryLog);
    await core.start();
    const stream = await machine.clock.advanceUntil(core.nextStream());
    expect(stream.authorization).toBe('Bearer gwg_1');
  });

  it.each([
    [Code.Unauthenticated, 'Core does not know this join token'],
    [Code.NotFound, 'The location of this join token no longer exists'],
  ])('ends with an explanation and without an interface if core answers %s', async (code, sentence) => {
    await using world = await given();
    const { core, machine } = world;
    core.refuse.join = code;
    const { finished } = machine.start({ token: core.token });
    await expect(finished).rejects.toMatchObject({ exit: 'refused', message: expect.stringContaining(sentence) });
    expect(machine.interfaces.size).toBe(0);
  });

  it('does not join or change an interface that it did not create', async () => {
    await using world = await given();
    const { core, machine } = world;
    const foreign = { mark: 'another program', settings: {}, peers: new Map(), traffic: new Map() };
    machine.interfaces.set('gw7', foreign);
    await expect(machine.start({ token: core.token }).finished).rejects.toMatchObject({ exit: 'failed' });
    expect(core.joins).toEqual([]);
    expect(machine.interfaces.get('gw7')).toBe(foreign);

    machine.start({ token: core.token, interfaceName: 'other' });
    await core.nextStream();
    expect([...machine.interfaces.keys()]).toEqual(['gw7', 'other']);
  });
});

describe('a wrong core', () => {
  it('with another authority is refused before secrets are sent', async () => {
    await using world = await given();
    await using impostor = await startCore({ authority: await makeAuthority() });
    const token = { ...world.core.token, core: impostor.address };
    const { finished } = world.machine.start({ token });
    await expect(finished).rejects.toMatchObject({
      exit: 'refused',
      message: expect.stringContaining('has another certificate authority'),
    });
    expect(impostor.joins).toEqual([]);
    expect(world.machine.interfaces.size).toBe(0);
  });

  it('that presents the right authority after a certificate of another one is refused', async () => {
    await using world = await given();
    const [own, right] = [await makeAuthority(), await authority];
    const issue = async () => {
      const { cert, key: leafKey } = await own.issue();
      const [leaf = ''] = cert.split(/(?<=-----END CERTIFICATE-----\n)/);
      return { cert: `${leaf}${right.pem}\n`, key: leafKey };
    };
    await using impostor = await startCore({ authority: { ...right, issue } });
    const { finished } = world.machine.start({ token: { ...world.core.token, core: impostor.address } });
    await expect(finished).rejects.toMatchObject({ exit: 'refused' });
    expect(impostor.joins).toEqual([]);
  });

  it('with a certificate for another name is refused', async () => {
    await using world = await given();
    await using other = await startCore({ authority: await authority, serverName: 'edge.gatewarden.internal' });
    world.machine.start({ token: { ...world.core.token, core: other.address } });
    await world.machine.nextLog(joinRetryLog);
    expect(other.joins).toEqual([]);
  });

  it('at the stored address gets no credential, and the tunnels stay up', async () => {
    await using world = await givenConnected();
    const { core, machine, agent } = world;
    await agent.stop();
    await using impostor = await startCore({ authority: await makeAuthority() });
    machine.start({ token: { ...core.token, core: impostor.address } });
    await machine.nextLog(connectRetryLog);
    expect(peersOf(machine)).toEqual(keys('a', 'b'));
  });
});

describe('another location', () => {
  it('is joined with the same folder only with --rejoin', async () => {
    await using world = await givenConnected();
    const { core, machine, agent } = world;
    await agent.stop();
    const token = { ...core.token, location: 8 };
    await expect(machine.start({ token }).finished).rejects.toMatchObject({
      exit: 'refused',
      message: expect.stringContaining('belongs to a gateway of the location "Office"'),
    });
    expect(peersOf(machine)).toEqual(keys('a', 'b'));

    machine.start({ token, rejoin: true });
    const stream = await core.nextStream();
    expect(stream.authorization).toBe('Bearer gwg_2');
    expect(await stream.next('hello')).toMatchObject({ heldVersion: 0n });
    expect([...machine.interfaces.keys()]).toEqual(['gw8']);
  });

  it('that cannot be joined does not change the first one', async () => {
    await using world = await givenConnected();
    const { core, machine, agent } = world;
    await agent.stop();
    core.refuse.join = Code.Unauthenticated;
    const rejoining = machine.start({ token: { ...core.token, location: 8 }, rejoin: true });
    await expect(rejoining.finished).rejects.toMatchObject({ exit: 'refused' });
    expect([...machine.interfaces.keys()]).toEqual(['gw7']);
    machine.start();
    expect(await nextHello(core)).toMatchObject({ heldVersion: 1n });
    expect(peersOf(machine)).toEqual(keys('a', 'b'));
  });
});

describe('a state from core', () => {
  it('is applied and acknowledged, as a full state and as changes', async () => {
    await using world = await givenConnected();
    const { machine, stream } = world;
    expect(peersOf(machine)).toEqual(keys('a', 'b'));
    stream.send(stateChange(1n, { upsert: [wirePeer('c', '10.1.0.2/32')], remove: ['a'] }));
    expect(await stream.next('applied')).toMatchObject({ version: 2n });
    expect(peersOf(machine)).toEqual(keys('b', 'c'));
  });

  it('without a valid interface is rejected with the reason', async () => {
    await using world = await given();
    world.machine.start({ token: world.core.token });
    const stream = await world.core.nextStream();
    stream.send({ case: 'full', value: { version: 1n, peers: [wirePeer('a')] } });
    expect(await stream.next('rejected')).toMatchObject({ version: 1n, reason: expect.stringContaining('interface') });
  });

  it('that cannot be applied as the first one removes the interface; the next valid one creates it', async () => {
    await using world = await given();
    const { core, machine } = world;
    machine.beforeChange = () => {
      throw new TunnelError('The port is taken.');
    };
    machine.start({ token: core.token });
    const stream = await core.nextStream();
    stream.send(fullState(1n, wirePeer('a')));
    expect(await stream.next('rejected')).toMatchObject({ version: 1n, reason: 'The port is taken.' });
    expect(machine.interfaces.size).toBe(0);
    machine.beforeChange = () => undefined;
    stream.send(fullState(2n, wirePeer('a')));
    expect(await stream.next('applied')).toMatchObject({ version: 2n });
    expect(peersOf(machine)).toEqual(keys('a'));
  });

  it('is compared with the interface and repairs changes by other programs', async () => {
    await using world = await givenConnected();
    const { machine, stream } = world;
    machine.interfaces.get('gw7')?.peers.delete(key('a'));
    stream.send(fullState(2n, wirePeer('a', '10.1.0.2/32'), wirePeer('b', '10.1.0.3/32')));
    await stream.next('applied');
    expect(peersOf(machine)).toEqual(keys('a', 'b'));
  });

  it('that starts from another version makes the agent reconnect and report its version', async () => {
    await using world = await givenConnected();
    const { core, machine, stream } = world;
    stream.send(stateChange(5n, { remove: ['a'] }));
    const next = await machine.clock.advanceUntil(core.nextStream());
    expect(await next.next('hello')).toMatchObject({ heldVersion: 1n });
    expect(peersOf(machine)).toEqual(keys('a', 'b'));
  });
});

describe('a state that cannot be applied completely', () => {
  const portTaken = 'The port is taken.';
  const refusePort = (machine: Machine) => {
    machine.beforeChange = ({ settings }) => {
      if (settings.listenPort === 51_999) throw new TunnelError(portTaken);
    };
  };

  it('has its removals applied, also after a retry and a restart without core', async () => {
    await using world = await givenConnected();
    const { core, machine, agent, stream } = world;
    refusePort(machine);
    stream.send(stateChange(1n, { remove: ['a'], listenPort: 51_999 }));
    expect(await stream.next('applied')).toMatchObject({ version: 2n, problems: [portTaken] });
    expect(peersOf(machine)).toEqual(keys('b'));
    machine.clock.advance(60_000);
    await stream.next('heartbeat');
    stream.send(stateChange(2n, { upsert: [wirePeer('c', '10.1.0.2/32')] }));
    expect(await stream.next('applied')).toMatchObject({ version: 3n, problems: [portTaken] });
    expect(peersOf(machine)).toEqual(keys('b', 'c'));
    await agent.stop();
    await core.stop();
    machine.start();
    await machine.nextLog(connectRetryLog);
    expect(peersOf(machine)).toEqual(keys('b', 'c'));
  });

  it('applies every valid peer, and reports the others', async () => {
    await using world = await givenConnected();
    const { machine, stream } = world;
    machine.beforeChange = ({ upserted }) => {
      if (upserted.some(({ publicKey }) => publicKey === key('bad'))) throw new TunnelError('No.');
    };
    const wanted = ['c', 'd', 'bad', 'e'].map((name, index) => wirePeer(name, `10.1.0.${index + 10}/32`));
    stream.send(stateChange(1n, { upsert: wanted }));
    expect(await stream.next('applied')).toMatchObject({ version: 2n, problems: [`Peer ${key('bad')}: No.`] });
    expect(peersOf(machine)).toEqual(keys('a', 'b', 'c', 'd', 'e'));
  });

  it('removes a peer whose former address could not be changed', async () => {
    await using world = await givenConnected();
    const { machine, stream } = world;
    machine.beforeChange = ({ upserted }) => {
      if (upserted.some(({ publicKey }) => publicKey === key('a'))) throw new TunnelError('No.');
    };
    stream.send(stateChange(1n, { upsert: [wirePeer('a', '10.1.0.9/32')] }));
    expect(await stream.next('applied')).toMatchObject({ problems: [`Peer ${key('a')}: No.`] });
    expect(peersOf(machine)).toEqual(keys('b'));
  });

  it('leaves out conflicting peers and applies the rest', async () => {
    await using world = await givenConnected();
    const { machine, stream } = world;
    stream.send(
      stateChange(1n, { upsert: [wirePeer('c', '10.1.0.3/32'), wirePeer('d', '10.1.0.4/32')], remove: ['a'] }),
    );
    expect(await stream.next('applied')).toMatchObject({
      version: 2n,
      problems: [expect.stringContaining('both have 10.1.0.3/32')],
    });
    expect(peersOf(machine)).toEqual(keys('b', 'd'));
  });

  it('is retried, and reported to core on the same stream when it is applied completely', async () => {
    await using world = await givenConnected();
    const { machine, stream } = world;
    refusePort(machine);
    stream.send(stateChange(1n, { listenPort: 51_999 }));
    expect(await stream.next('applied')).toMatchObject({ version: 2n, problems: [portTaken] });
    machine.beforeChange = () => undefined;
    const again = await machine.clock.advanceUntil(stream.next('applied'));
    expect(again).toMatchObject({ version: 2n, stateId: stateId(2n), problems: [] });
    expect(machine.interfaces.get('gw7')?.settings.listenPort).toBe(51_999);
  });

  it('is reported as rejected to a core without support for partial states', async () => {
    await using world = await given();
    const { core, machine } = world;
    core.sendsWelcome = false;
    machine.start({ token: core.token });
    const stream = await core.nextStream();
    stream.send(fullState(1n, wirePeer('a')));
    await stream.next('applied');
    refusePort(machine);
    stream.send(stateChange(1n, { remove: ['a'], listenPort: 51_999 }));
    expect(await stream.next('rejected')).toMatchObject({ version: 2n, reason: portTaken });
    const next = await machine.clock.advanceUntil(core.nextStream());
    expect(await next.next('hello')).toMatchObject({ heldVersion: 2n });
    expect(peersOf(machine)).toEqual([]);
  });

  it('is applied without the parts that need a missing capability, which is reported', async () => {
    await using world = await givenConnected();
    const { machine, stream } = world;
    const { value } = stateChange(1n, { remove: ['a'] });
    stream.send({ case: 'change', value: { ...value, requiredCapabilities: [77 as Capability] } });
    expect(await stream.next('applied')).toMatchObject({ problems: [expect.stringContaining('capability 77')] });
    expect(peersOf(machine)).toEqual(keys('b'));
  });

  it('is rejected if a removal fails; the removed peers do not return after a restart', async () => {
    await using world = await givenConnected();
    const { core, machine, agent, stream } = world;
    machine.beforeChange = ({ removedKeys }) => {
      if (removedKeys.length > 0) throw new TunnelError('No.');
    };
    stream.send(stateChange(1n, { remove: ['a'] }));
    expect(await stream.next('rejected')).toMatchObject({ version: 2n, reason: 'No.' });
    await agent.stop();
    await core.stop();
    machine.beforeChange = () => undefined;
    machine.start();
    await machine.nextLog(connectRetryLog);
    expect(peersOf(machine)).toEqual(keys('b'));
  });

  it('that was rejected and is applied later makes the agent reconnect', async () => {
    await using world = await givenConnected();
    const { core, machine, stream } = world;
    machine.beforeChange = ({ removedKeys }) => {
      if (removedKeys.length > 0) throw new TunnelError('No.');
    };
    stream.send(stateChange(1n, { remove: ['a'] }));
    await stream.next('rejected');
    machine.beforeChange = () => undefined;
    const next = await machine.clock.advanceUntil(core.nextStream());
    expect(await next.next('hello')).toMatchObject({ heldVersion: 2n, heldStateId: stateId(2n) });
    expect(peersOf(machine)).toEqual(keys('b'));
  });
});

const allCapabilities = [
  ...[Capability.CONTENT, Capability.PARTIAL, Capability.FORWARDING, Capability.FIREWALL],
  Capability.NAT,
];

describe('the state that the agent reports', () => {
  it('has the id and history mark from core, and the capabilities of the agent', async () => {
    await using world = await givenConnected();
    const { core, machine, agent, stream } = world;
    const historyMark = Buffer.from('mark of core');
    const { value } = stateChange(1n, { remove: ['a'] });
    stream.send({ case: 'change', value: { ...value, historyMark } });
    await stream.next('applied');
    await agent.stop();
    machine.start();
    expect(await nextHello(core)).toMatchObject({
      ...{ heldVersion: 2n, heldStateId: stateId(2n), historyMark: new Uint8Array(historyMark) },
      ...{ protocolVersion: 1, capabilities: allCapabilities },
    });
  });

  it('is read from the interface when core asks', async () => {
    await using world = await givenConnected();
    const { machine, stream } = world;
    const ask = async () => {
      stream.send({ case: 'reportContent', value: {} });
      return stream.next('content');
    };
    const digestNow = () => {
      const { settings, peers } = machine.interfaces.get('gw7') ?? { settings: {}, peers: new Map() };
      return new Uint8Array(contentDigest({ settings, peers }));
    };
    const initialContent = await ask();
    expect(initialContent).toMatchObject({ version: 1n, stateId: stateId(1n), digest: digestNow() });
    machine.interfaces.get('gw7')?.peers.delete(key('a'));
    const changedContent = await ask();
    expect(changedContent.digest).toEqual(digestNow());
    expect(changedContent.digest).not.toEqual(initialContent.digest);
    machine.interfaces.clear();
    expect((await ask()).digest).toHaveLength(0);
  });

  it('is identified by its id: a change of another state with the same version is refused', async () => {
    await using world = await givenConnected();
    const { core, machine, stream } = world;
    const { value } = stateChange(1n, { remove: ['a'] });
    stream.send({ case: 'change', value: { ...value, baseStateId: stateId(9n) } });
    const next = await machine.clock.advanceUntil(core.nextStream());
    expect(await next.next('hello')).toMatchObject({ heldVersion: 1n, heldStateId: stateId(1n) });
    expect(peersOf(machine)).toEqual(keys('a', 'b'));
  });
});

describe('a core that cannot be reached', () => {
  it('leaves the tunnels up, and the agent reconnects when core returns', async () => {
    await using world = await givenConnected();
    const { core, machine } = world;
    await core.stop();
    await machine.nextLog(connectRetryLog);
    expect(peersOf(machine)).toEqual(keys('a', 'b'));
    await core.start();
    const stream = await machine.clock.advanceUntil(core.nextStream());
    expect(await stream.next('hello')).toMatchObject({ heldVersion: 1n });
    stream.send(stateChange(1n, { remove: ['a'] }));
    await stream.next('applied');
    expect(peersOf(machine)).toEqual(keys('b'));
  });

  it('is not needed for a start: the last good state is applied, including changes', async () => {
    await using world = await givenConnected();
    const { core, machine, agent, stream } = world;
    stream.send(stateChange(1n, { upsert: [wirePeer('c', '10.1.0.4/32')] }));
    await stream.next('applied');
    stream.send(stateChange(2n, { remove: ['a'] }));
    await stream.next('applied');
    await agent.stop();
    await core.stop();
    machine.interfaces.clear();
    machine.start();
    await machine.nextLog(connectRetryLog);
    expect(peersOf(machine)).toEqual(keys('b', 'c'));
  });

  it('is retried with growing delays of up to 30 s', async () => {
    await using world = await givenConnected();
    const { core, machine } = world;
    await core.stop();
    const delays: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      const { delayMilliseconds: delay } = await machine.nextLog(connectRetryLog);
      delays.push(delay);
      machine.clock.advance(delay);
    }
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
  });

  it('is retried with a short delay after a stable connection', async () => {
    await using world = await givenConnected();
    const { core, machine } = world;
    await core.stop();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { delayMilliseconds } = await machine.nextLog(connectRetryLog);
      machine.clock.advance(delayMilliseconds);
    }
    await machine.nextLog(connectRetryLog);
    await core.start();
    const stream = await machine.clock.advanceUntil(core.nextStream());
    await stream.next('hello');
    machine.clock.advance(60_000);
    await stream.next('heartbeat');
    await core.stop();
    expect(await machine.nextLog(connectRetryLog)).toMatchObject({ delayMilliseconds: 500 });
  });
});

describe('a refused gateway', () => {
  it.each([
    [Code.Unauthenticated, 'revoked or deleted'],
    [Code.NotFound, 'no longer exists'],
  ])('removes its interface and state and ends, if its stream ends with %s', async (code, sentence) => {
    await using world = await givenConnected();
    const { core, machine, agent, stream } = world;
    stream.end(code);
    await expect(agent.finished).rejects.toMatchObject({ exit: 'refused', message: expect.stringContaining(sentence) });
    expect(machine.interfaces.size).toBe(0);
    expect(await readdir(machine.stateDir)).not.toContain('identity.json');
    expect(await readdir(machine.stateDir)).not.toContain('state.log');

    // A restart with the same token does not join again.
    await expect(machine.start({ token: core.token }).finished).rejects.toMatchObject({ exit: 'refused' });
    expect(core.joins).toHaveLength(1);
    machine.start({ token: core.token, rejoin: true });
    expect((await core.nextStream()).authorization).toBe('Bearer gwg_2');
  });

  it('ends at the next start too', async () => {
    await using world = await givenConnected();
    const { core, machine, agent } = world;
    await agent.stop();
    core.refuse.control = Code.Unauthenticated;
    await expect(machine.start().finished).rejects.toMatchObject({ exit: 'refused' });
    expect(machine.interfaces.size).toBe(0);
  });

  it.each([Code.Internal, Code.Unavailable, Code.PermissionDenied, Code.ResourceExhausted])(
    'reconnects after %s',
    async (code) => {
      await using world = await givenConnected();
      const { core, machine, stream } = world;
      stream.end(code);
      await machine.clock.advanceUntil(core.nextStream());
      expect(peersOf(machine)).toEqual(keys('a', 'b'));
    },
  );
});

describe('a stopped agent', () => {
  it('leaves the tunnels up, and the next one takes them over without changing a peer', async () => {
    await using world = await givenConnected();
    const { core, machine, agent } = world;
    await agent.stop();
    expect(peersOf(machine)).toEqual(keys('a', 'b'));
    let touched = 0;
    machine.beforeChange = () => {
      touched += 1;
    };
    machine.start();
    expect(await nextHello(core)).toMatchObject({ heldVersion: 1n });
    expect(touched).toBe(0);
  });

  it('completes a state that is being applied', async () => {
    await using world = await givenConnected();
    const { machine, agent, stream } = world;
    let release = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      machine.beforeChange = () => {
        resolve();
        return new Promise<void>((go) => (release = go));
      };
    });
    stream.send(stateChange(1n, { remove: ['a'] }));
    await begun;
    const stopped = agent.stop();
    release();
    await stopped;
    expect(peersOf(machine)).toEqual(keys('b'));
    machine.start();
    expect(await nextHello(world.core)).toMatchObject({ heldVersion: 2n });
  });

  it('cannot start while another one uses the same folder', async () => {
    await using world = await givenConnected();
    const { machine } = world;
    await expect(machine.start().finished).rejects.toMatchObject({
      exit: 'failed',
      message: expect.stringContaining('Another gateway is running'),
    });
  });

  it('changes the name of its interface with --interface', async () => {
    await using world = await givenConnected();
    const { core, machine, agent } = world;
    await agent.stop();
    const renamed = machine.start({ interfaceName: 'office' });
    await nextHello(core);
    expect([...machine.interfaces.keys()]).toEqual(['office']);
    expect(peersOf(machine, 'office')).toEqual(keys('a', 'b'));
    await renamed.stop();
    machine.start();
    await nextHello(core);
    expect([...machine.interfaces.keys()]).toEqual(['office']);
  });

  it('starts without a damaged last state and gets the full state', async () => {
    await using world = await givenConnected();
    const { core, machine, agent } = world;
    await agent.stop();
    await writeFile(join(machine.stateDir, 'state.log'), 'x'.repeat(100));
    machine.start();
    const stream = await core.nextStream();
    expect(await stream.next('hello')).toMatchObject({ heldVersion: 0n });
    stream.send(fullState(9n, wirePeer('c', '10.1.0.9/32')));
    await stream.next('applied');
    expect(peersOf(machine)).toEqual(keys('c'));
  });
});

describe('a connection', () => {
  it('carries a heartbeat every ten seconds', async () => {
    await using world = await givenConnected();
    const { machine, stream } = world;
    // the first state enabled forwarding
    expect(await stream.next('heartbeat')).toMatchObject({ forwardingIpv4: Forwarding.ON });
    const waiting = stream.next('heartbeat');
    const before = machine.clock.now().getTime();
    await machine.clock.advanceUntil(waiting);
    expect(machine.clock.now().getTime() - before).toBeGreaterThanOrEqual(10_000);
  });

  it('carries traffic of all peers with traffic first, then of those with new traffic', async () => {
    await using world = await givenConnected();
    const { core, machine, stream, agent } = world;
    await agent.stop();
    expect(stream).toBeDefined();
    const peer = (name: string, bytes: bigint) => ({
      publicKey: key(name),
      receivedBytes: bytes,
      sentBytes: 2n * bytes,
      latestHandshake: 1_700_000_000n,
      endpoint: '192.0.2.1:4000',
    });
    const traffic = machine.interfaces.get('gw7')?.traffic;
    traffic?.set(key('a'), peer('a', 10n));
    machine.start();
    const next = await core.nextStream();
    const first = await next.next('traffic');
    expect(first.peers).toMatchObject([
      { publicKey: new Uint8Array(keyBytes('a')), receivedBytes: 10n, sentBytes: 20n, endpoint: '192.0.2.1:4000' },
    ]);
    traffic?.set(key('b'), peer('b', 5n));
    const second = await machine.clock.advanceUntil(next.next('traffic'));
    expect(second.peers).toMatchObject([{ publicKey: new Uint8Array(keyBytes('b')), receivedBytes: 5n }]);
    expect(Number(second.measuredAt?.seconds) - Number(first.measuredAt?.seconds)).toBe(30);
  });

  it('carries traffic of more peers than the limit per report in several reports', async () => {
    await using world = await givenConnected();
    const { core, machine, agent } = world;
    await agent.stop();
    const traffic = machine.interfaces.get('gw7')?.traffic;
    for (let nth = 0; nth < 4_001; nth += 1) {
      const publicKey = key(`${nth}`);
      traffic?.set(publicKey, { publicKey, receivedBytes: 1n, sentBytes: 1n, latestHandshake: 1n, endpoint: '' });
    }
    machine.start();
    const stream = await core.nextStream();
    const parts = [await stream.next('traffic'), await stream.next('traffic'), await stream.next('traffic')];
    expect(parts.map(({ peers, continues }) => [peers.length, continues])).toEqual([
      [2_000, false],
      [2_000, true],
      [1, true],
    ]);
  });

  it('restores an interface that another program removed', async () => {
    await using world = await givenConnected();
    const { machine, stream } = world;
    machine.interfaces.clear();
    await machine.clock.advanceUntil(
      (async () => {
        while (peersOf(machine).length < 2) await stream.next('heartbeat');
      })(),
    );
    expect(peersOf(machine)).toEqual(keys('a', 'b'));
  });

  it('without an answer can be stopped', async () => {
    await using world = await given();
    const { core, machine } = world;
    const mute = createServer();
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const token = { ...core.token, core: `127.0.0.1:${(mute.address() as AddressInfo).port}` };
    const agent = machine.start({ token });
    await new Promise((resolve) => mute.once('connection', resolve));
    await agent.stop();
    await new Promise((resolve) => mute.close(resolve));
    expect(machine.interfaces.size).toBe(0);
    expect(await readFile(join(machine.stateDir, 'interfaces.json'), 'utf8')).toContain('"names": []');
  });
});
