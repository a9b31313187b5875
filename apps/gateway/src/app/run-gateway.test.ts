import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Code } from '@connectrpc/connect';
import { Capability } from '@gatewarden/contract/gateway/v1';
import { describe, expect, it } from 'vitest';
import { type Authority, makeAuthority } from '../../test/certificates.ts';
import { type Core, startCore } from '../../test/core.ts';
import { type Machine, makeMachine } from '../../test/gateway.ts';
import { fullState, stateChange, stateId, wirePeer } from '../../test/given/messages.ts';
import { key, keyBytes } from '../../test/given/tunnel.ts';
import { contentDigest } from '../peers/content-digest.ts';
import { TunnelError } from '../ports/wireguard.ts';

const authority: Promise<Authority> = makeAuthority();

async function given() {
  const core = await startCore({ authority: await authority });
  const machine = await makeMachine();
  return {
    core,
    machine,
    [Symbol.asyncDispose]: async () => {
      await machine[Symbol.asyncDispose]();
      await core[Symbol.asyncDispose]();
    },
  };
}

/** An agent that has joined and holds version 1 with peers a and b. */
async function givenConnected() {
  const base = await given();
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

  it('happens once, however often the same command line is run', async () => {
    await using world = await givenConnected();
    const { core, machine, agent } = world;
    await agent.stop();
    machine.start({ token: core.token });
    expect((await core.nextStream()).authorization).toBe('Bearer gwg_1');
    expect(core.joins).toHaveLength(1);
  });

  it('is not needed again: a later start does without the token', async () => {
    await using world = await givenConnected();
    const { core, machine, agent } = world;
    await agent.stop();
    machine.start();
    expect(await nextHello(core)).toMatchObject({ heldVersion: 1n });
  });

  it('keeps its secrets where only the owner can read them, and out of the log', async () => {
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

  it('waits for a core that is away', async () => {
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
    [Code.NotFound, 'The location of this join token does not exist any more'],
  ])('ends with a sentence, and without an interface, when core answers %s', async (code, sentence) => {
    await using world = await given();
    const { core, machine } = world;
    core.refuse.join = code;
    const { finished } = machine.start({ token: core.token });
    await expect(finished).rejects.toMatchObject({ exit: 'refused', message: expect.stringContaining(sentence) });
    expect(machine.interfaces.size).toBe(0);
  });

  it('leaves an interface alone that it did not make, and does not join', async () => {
    await using world = await given();
    const { core, machine } = world;
    const foreign = { mark: 'somebody', settings: {}, peers: new Map(), traffic: new Map() };
    machine.interfaces.set('gw7', foreign);
    await expect(machine.start({ token: core.token }).finished).rejects.toMatchObject({ exit: 'failed' });
    expect(core.joins).toEqual([]);
    expect(machine.interfaces.get('gw7')).toBe(foreign);

    machine.start({ token: core.token, interfaceName: 'other' });
    await core.nextStream();
    expect([...machine.interfaces.keys()]).toEqual(['gw7', 'other']);
  });
});

describe('another core', () => {
  it('of another authority is refused before anything secret is sent', async () => {
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

  it('that presents the right authority behind a certificate of its own is refused too', async () => {
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

  it('with a certificate for another name is not trusted', async () => {
    await using world = await given();
    await using other = await startCore({ authority: await authority, serverName: 'edge.gatewarden.internal' });
    world.machine.start({ token: { ...world.core.token, core: other.address } });
    await world.machine.nextLog(joinRetryLog);
    expect(other.joins).toEqual([]);
  });

  it('at the known address gets no credential, and the tunnels stay', async () => {
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
  it('is not joined with the folder of the first one, unless told so', async () => {
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

  it('that cannot be joined leaves the first one as it was', async () => {
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
  it('is put in force and acknowledged, whole and then by changes', async () => {
    await using world = await givenConnected();
    const { machine, stream } = world;
    expect(peersOf(machine)).toEqual(keys('a', 'b'));
    stream.send(stateChange(1n, { upsert: [wirePeer('c', '10.1.0.2/32')], remove: ['a'] }));
    expect(await stream.next('applied')).toMatchObject({ version: 2n });
    expect(peersOf(machine)).toEqual(keys('b', 'c'));
  });

  it('without a usable interface is rejected with the reason', async () => {
    await using world = await given();
    world.machine.start({ token: world.core.token });
    const stream = await world.core.nextStream();
    stream.send({ case: 'full', value: { version: 1n, peers: [wirePeer('a')] } });
    expect(await stream.next('rejected')).toMatchObject({ version: 1n, reason: expect.stringContaining('interface') });
  });

  it('that cannot be applied at first leaves no interface half made, and a better one makes it', async () => {
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

  it('is compared with the interface, so that changes by other programs are repaired', async () => {
    await using world = await givenConnected();
    const { machine, stream } = world;
    machine.interfaces.get('gw7')?.peers.delete(key('a'));
    stream.send(fullState(2n, wirePeer('a', '10.1.0.2/32'), wirePeer('b', '10.1.0.3/32')));
    await stream.next('applied');
    expect(peersOf(machine)).toEqual(keys('a', 'b'));
  });

  it('that starts from a version not held makes the agent connect again and say what it holds', async () => {
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

  it('has its removals in force, also after a retry and a restart without core', async () => {
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

  it('has every peer that is not refused, and names the others', async () => {
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

  it('takes a peer out whose former address it could not take away', async () => {
    await using world = await givenConnected();
    const { machine, stream } = world;
    machine.beforeChange = ({ upserted }) => {
      if (upserted.some(({ publicKey }) => publicKey === key('a'))) throw new TunnelError('No.');
    };
    stream.send(stateChange(1n, { upsert: [wirePeer('a', '10.1.0.9/32')] }));
    expect(await stream.next('applied')).toMatchObject({ problems: [`Peer ${key('a')}: No.`] });
    expect(peersOf(machine)).toEqual(keys('b'));
  });

  it('leaves out what makes no sense and applies the rest', async () => {
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

  it('is retried, and core hears on the same stream when all of it is in force', async () => {
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

  it('is reported as rejected to a core that knows nothing of partial states', async () => {
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

  it('needs a capability that the agent lacks: the rest is applied, and the lack is named', async () => {
    await using world = await givenConnected();
    const { machine, stream } = world;
    const { value } = stateChange(1n, { remove: ['a'] });
    stream.send({ case: 'change', value: { ...value, requiredCapabilities: [77 as Capability] } });
    expect(await stream.next('applied')).toMatchObject({ problems: [expect.stringContaining('capability 77')] });
    expect(peersOf(machine)).toEqual(keys('b'));
  });

  it('is rejected when a removal fails; no restart brings the peers back that core removed', async () => {
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

  it('that was rejected and is in force later makes the agent greet core again', async () => {
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

describe('what the agent says of its state', () => {
  it('is what core named it, with the mark and what the agent can do', async () => {
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
      ...{ protocolVersion: 1, capabilities: [Capability.CONTENT, Capability.PARTIAL] },
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

  it('starts from the id, not from the number: a change of another state with the same version is refused', async () => {
    await using world = await givenConnected();
    const { core, machine, stream } = world;
    const { value } = stateChange(1n, { remove: ['a'] });
    stream.send({ case: 'change', value: { ...value, baseStateId: stateId(9n) } });
    const next = await machine.clock.advanceUntil(core.nextStream());
    expect(await next.next('hello')).toMatchObject({ heldVersion: 1n, heldStateId: stateId(1n) });
    expect(peersOf(machine)).toEqual(keys('a', 'b'));
  });
});

describe('a core that goes away', () => {
  it('leaves the tunnels up and is found again', async () => {
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

  it('is not needed for a start: the last good state is put in force, changes included', async () => {
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

  it('is tried with growing delays of up to half a minute', async () => {
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

  it('is tried quickly again after a connection that lasted', async () => {
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

describe('a gateway that core does not want', () => {
  it.each([
    [Code.Unauthenticated, 'taken out of service'],
    [Code.NotFound, 'does not exist any more'],
  ])('removes what it made and ends, when a stream ends with %s', async (code, sentence) => {
    await using world = await givenConnected();
    const { core, machine, agent, stream } = world;
    stream.end(code);
    await expect(agent.finished).rejects.toMatchObject({ exit: 'refused', message: expect.stringContaining(sentence) });
    expect(machine.interfaces.size).toBe(0);
    expect(await readdir(machine.stateDir)).not.toContain('identity.json');
    expect(await readdir(machine.stateDir)).not.toContain('state.log');

    // Whatever starts it again does not bring it back with the same token.
    await expect(machine.start({ token: core.token }).finished).rejects.toMatchObject({ exit: 'refused' });
    expect(core.joins).toHaveLength(1);
    machine.start({ token: core.token, rejoin: true });
    expect((await core.nextStream()).authorization).toBe('Bearer gwg_2');
  });

  it('hears of it at the next start too', async () => {
    await using world = await givenConnected();
    const { core, machine, agent } = world;
    await agent.stop();
    core.refuse.control = Code.Unauthenticated;
    await expect(machine.start().finished).rejects.toMatchObject({ exit: 'refused' });
    expect(machine.interfaces.size).toBe(0);
  });

  it.each([Code.Internal, Code.Unavailable, Code.PermissionDenied, Code.ResourceExhausted])(
    'does not mistake %s for that',
    async (code) => {
      await using world = await givenConnected();
      const { core, machine, stream } = world;
      stream.end(code);
      await machine.clock.advanceUntil(core.nextStream());
      expect(peersOf(machine)).toEqual(keys('a', 'b'));
    },
  );
});

describe('an agent that is stopped', () => {
  it('leaves the tunnels up, and the next one takes them over without touching a peer', async () => {
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

  it('brings a state that is being applied to its end', async () => {
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

  it('waits while another one runs on the same folder', async () => {
    await using world = await givenConnected();
    const { machine } = world;
    await expect(machine.start().finished).rejects.toMatchObject({
      exit: 'failed',
      message: expect.stringContaining('Another gateway is running'),
    });
  });

  it('moves to an interface of another name when told so', async () => {
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

  it('starts without its last state when that is damaged, and gets the whole of it', async () => {
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
    const waiting = stream.next('heartbeat');
    const before = machine.clock.now().getTime();
    await machine.clock.advanceUntil(waiting);
    expect(machine.clock.now().getTime() - before).toBeGreaterThanOrEqual(10_000);
  });

  it('carries traffic of all peers that had any at first, then of those that had more', async () => {
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

  it('carries traffic of more peers than core reads at once in several reports', async () => {
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

  it('makes an interface anew that somebody removed', async () => {
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

  it('that is never answered is given up', async () => {
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
