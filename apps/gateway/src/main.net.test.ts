import { open } from 'node:fs/promises';
import { Code } from '@connectrpc/connect';
import { Forwarding } from '@gatewarden/contract/gateway/v1';
import { describe, expect, it } from 'vitest';
import type { AgentStream } from '../test/core.ts';
import { fullState, stateId, stateWithAddresses, wirePeer } from '../test/given/messages.ts';
import { clientPeer, makeTunnelNetwork, type TunnelNetwork, tunnelAddresses } from '../test/tunnel-network.ts';

/** A gateway with a working tunnel to the client, and an idle peer. */
async function givenTunnel() {
  const network = await makeTunnelNetwork();
  const agent = network.agent('--join', network.token, '--interface', network.link);
  const stream = await network.core.nextStream();
  await stream.next('hello');
  const client = await clientPeer(network);
  stream.send(fullState(1n, client, wirePeer('idle', '10.1.0.3/32')));
  await stream.next('applied');
  return { network, agent, stream, client, [Symbol.asyncDispose]: () => network[Symbol.asyncDispose]() };
}

/** Bytes that the gateway has received from the client, according to the next report. */
async function receivedBytes(stream: AgentStream): Promise<bigint> {
  const { peers } = await stream.next('traffic');
  expect(peers).toHaveLength(1);
  return peers[0]?.receivedBytes ?? 0n;
}

async function hasInterface({ gateway, link }: TunnelNetwork): Promise<boolean> {
  return (await gateway.run('ip', ['-json', 'link', 'show'])).includes(link);
}

describe('a tunnel', () => {
  it('carries traffic over IPv4 and IPv6, and reports it to core', async () => {
    await using given = await givenTunnel();
    for (const address of tunnelAddresses.gateway) expect(await given.network.reaches(address)).toBe(true);
    given.stream.send({ case: 'reportEvery', value: { seconds: 1 } });
    expect(await receivedBytes(given.stream)).toBeGreaterThan(0n);
  });

  it('is closed to a removed peer after the acknowledgement, and open to the others', async () => {
    await using given = await givenTunnel();
    const { network, stream, client } = given;
    expect(await network.reaches(tunnelAddresses.gateway[0])).toBe(true);
    stream.send({
      case: 'change',
      value: { baseVersion: 1n, baseStateId: stateId(1n), version: 2n, removedPublicKeys: [client.publicKey] },
    });
    await stream.next('applied');
    expect(await network.reaches(tunnelAddresses.gateway[0], 700)).toBe(false);
    expect((await network.gateway.run('wg', ['show', network.link, 'peers'])).trim().split('\n')).toHaveLength(1);
  });

  it('continues while the agent is restarted, with its counters', async () => {
    await using given = await givenTunnel();
    const { network, agent } = given;
    expect(await network.reaches(tunnelAddresses.gateway[0])).toBe(true);
    agent.kill('SIGTERM');
    expect(await agent.exited).toBe(0);
    expect(await network.reaches(tunnelAddresses.gateway[1])).toBe(true);

    const again = network.agent();
    const stream = await network.core.nextStream();
    expect(await stream.next('hello')).toMatchObject({ heldVersion: 1n });
    const before = await receivedBytes(stream);
    expect(before).toBeGreaterThan(0n);
    expect(await network.reaches(tunnelAddresses.gateway[0])).toBe(true);
    stream.send({ case: 'reportEvery', value: { seconds: 1 } });
    expect(await receivedBytes(stream)).toBeGreaterThan(before);
    again.kill('SIGTERM');
    expect(await again.exited).toBe(0);
    expect(network.core.joins).toHaveLength(1);
  });

  it('continues after the agent is killed, and the next one takes it over', async () => {
    await using given = await givenTunnel();
    const { network, agent } = given;
    expect(await network.reaches(tunnelAddresses.gateway[0])).toBe(true);
    agent.kill('SIGKILL');
    await agent.exited;
    expect(await network.reaches(tunnelAddresses.gateway[0])).toBe(true);
    network.agent();
    const stream = await network.core.nextStream();
    await stream.next('hello');
    expect(await receivedBytes(stream)).toBeGreaterThan(0n);
  });

  it('continues without core, and is restored without core after its interface is removed', async () => {
    await using given = await givenTunnel();
    const { network, agent } = given;
    await network.core.stop();
    expect(await network.reaches(tunnelAddresses.gateway[0])).toBe(true);
    agent.kill('SIGKILL');
    await agent.exited;
    await network.gateway.run('ip', ['link', 'delete', 'dev', network.link]);
    expect(await network.reaches(tunnelAddresses.gateway[0], 700)).toBe(false);
    network.agent();
    await network.resetClient();
    expect(await network.reaches(tunnelAddresses.gateway[0])).toBe(true);
  });

  it('is restored when another program removes its interface', async () => {
    await using given = await givenTunnel();
    const { network, stream } = given;
    await network.gateway.run('ip', ['link', 'delete', 'dev', network.link]);
    stream.send({ case: 'reportEvery', value: { seconds: 1 } });
    await network.resetClient();
    expect(await network.reaches(tunnelAddresses.gateway[0])).toBe(true);
  });
});

describe('a core at a link-local IPv6 address', () => {
  it('is joined, sends the state, and is reached again after a restart', async () => {
    await using network = await makeTunnelNetwork({ core: 'client' });
    const agent = network.agent('--join', network.token, '--interface', network.link);
    const stream = await network.core.nextStream();
    await stream.next('hello');
    stream.send(fullState(1n, await clientPeer(network)));
    expect(await stream.next('applied')).toMatchObject({ version: 1n, problems: [] });
    for (const address of tunnelAddresses.gateway) expect(await network.reaches(address)).toBe(true);

    agent.kill('SIGTERM');
    expect(await agent.exited).toBe(0);
    network.agent();
    const next = await network.core.nextStream();
    expect(await next.next('hello')).toMatchObject({ heldVersion: 1n });
    expect(network.core.joins).toHaveLength(1);
  });
});

describe('the log', () => {
  it('does not end the agent on a full disk or without a reader', async () => {
    await using network = await makeTunnelNetwork();
    await using full = await open('/dev/full', 'w');
    const options = ['--join', network.token, '--interface', network.link, '--log-level', 'debug'];
    for (const [version, isFull] of [
      [1n, true],
      [2n, false],
    ] as const) {
      const agent = isFull ? network.agentWritingTo(full.fd, ...options) : network.agent(...options);
      const stream = await network.core.nextStream();
      await stream.next('hello');
      agent.closeOutput();
      stream.send(fullState(version, wirePeer('idle', '10.1.0.3/32')));
      expect(await stream.next('applied')).toMatchObject({ version });
      agent.kill('SIGTERM');
      expect(await agent.exited).toBe(0);
    }
  });
});

describe('a compromised core', () => {
  it('cannot redirect public addresses of the machine, and the tunnels stay up', async () => {
    await using given = await givenTunnel();
    const { network, stream, client } = given;
    const { run } = network.gateway;
    const all = Array.from({ length: 222 }, (_, index) => `${index + 1}.0.0.1/8`);
    const addresses = [...all.filter((each) => !each.startsWith('10.')), '2001:db8::1/32', '10.1.0.1/24'];
    stream.send(stateWithAddresses(2n, addresses, client));
    const { problems } = await stream.next('applied');
    expect(problems).toEqual([expect.stringContaining('1.0.0.1/8 is refused: its network is not private')]);

    const routes = JSON.parse(await run('ip', ['-json', 'route', 'show', 'dev', network.link]));
    expect(routes.map(({ dst }: { dst: string }) => dst)).toEqual(['10.1.0.0/24']);
    for (const address of ['8.8.8.8', '1.1.1.1']) await expect(run('ip', ['route', 'get', address])).rejects.toThrow();
    expect(await network.reaches(tunnelAddresses.gateway[0])).toBe(true);
  });
});

describe('the command line', () => {
  it('removes the interface with --down after the agent is stopped, and restores it at the next start', async () => {
    await using given = await givenTunnel();
    const { network, agent } = given;
    const early = network.agent('--down');
    expect(await early.exited).toBe(1);
    expect(early.errors()).toContain('Another gateway is running');
    agent.kill('SIGTERM');
    await agent.exited;

    expect(await network.agent('--down').exited).toBe(0);
    expect(await hasInterface(network)).toBe(false);
    expect(await network.agent('--down').exited).toBe(0);

    network.agent();
    const stream = await network.core.nextStream();
    expect(await stream.next('hello')).toMatchObject({ heldVersion: 1n });
    await network.resetClient();
    expect(await network.reaches(tunnelAddresses.gateway[0])).toBe(true);
  });

  it('exits with 3 and an explanation when core revokes the gateway, and removes its interface and state', async () => {
    await using given = await givenTunnel();
    const { network, agent, stream } = given;
    stream.end(Code.Unauthenticated);
    expect(await agent.exited).toBe(3);
    expect(agent.errors()).toContain('it was revoked or deleted');
    expect(await hasInterface(network)).toBe(false);
    const restarted = network.agent();
    expect(await restarted.exited).toBe(2);
    expect(restarted.errors()).toContain('has not joined a location yet');
  });

  it('exits with 1 and an explanation if the interface belongs to another program', async () => {
    await using network = await makeTunnelNetwork();
    await network.gateway.run('ip', ['tuntap', 'add', 'dev', network.link, 'mode', 'tun']);
    const agent = network.agent('--join', network.token, '--interface', network.link);
    expect(await agent.exited).toBe(1);
    expect(agent.errors()).toContain(`There is an interface ${network.link} already that this gateway did not make`);
    expect(await hasInterface(network)).toBe(true);
    expect(network.core.joins).toEqual([]);
  });

  it('exits with 2 and one sentence per mistake', async () => {
    await using network = await makeTunnelNetwork();
    const agent = network.agent('--interface', '9', '--join', 'x');
    expect(await agent.exited).toBe(2);
    expect(agent.errors().trim().split('\n')).toHaveLength(2);
  });
});

describe('IP forwarding', () => {
  const settings = ['net.ipv4.ip_forward', 'net.ipv6.conf.all.forwarding'] as const;

  /** A gateway on a machine that does not forward packets, with a state, and what it reports about forwarding. */
  async function givenForwarding(...args: string[]) {
    const network = await makeTunnelNetwork();
    for (const setting of settings) await network.gateway.run('sysctl', ['-q', '-w', `${setting}=0`]);
    network.agent('--join', network.token, '--interface', network.link, ...args);
    const stream = await network.core.nextStream();
    await stream.next('hello');
    const first = await stream.next('heartbeat');
    stream.send(fullState(1n, await clientPeer(network)));
    await stream.next('applied');
    const read = async (setting: string) => (await network.gateway.run('sysctl', ['-n', setting])).trim();
    return {
      first,
      second: await stream.next('heartbeat'),
      settings: await Promise.all(settings.map(read)),
      [Symbol.asyncDispose]: () => network[Symbol.asyncDispose](),
    };
  }

  it('is enabled for the address families of the tunnel, and reported', async () => {
    await using given = await givenForwarding();
    expect(given.first).toMatchObject({ forwardingIpv4: Forwarding.OFF, forwardingIpv6: Forwarding.OFF });
    expect(given.second).toMatchObject({ forwardingIpv4: Forwarding.ON, forwardingIpv6: Forwarding.ON });
    expect(given.settings).toEqual(['1', '1']);
  });

  it('is only reported with --keep-forwarding', async () => {
    await using given = await givenForwarding('--keep-forwarding');
    expect(given.second).toMatchObject({ forwardingIpv4: Forwarding.OFF, forwardingIpv6: Forwarding.OFF });
    expect(given.settings).toEqual(['0', '0']);
  });
});
