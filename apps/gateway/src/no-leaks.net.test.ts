import { FirewallMode } from '@gatewarden/contract/gateway/v1';
import { expect, it } from 'vitest';
import { fullState } from '../test/given/messages.ts';
import { connect, makeNamespace, type NetworkNamespace } from '../test/network-namespace.ts';
import { clientPeer, makeTunnelNetwork } from '../test/tunnel-network.ts';

/** Of a server behind the gateway; within the network that the client sends through the tunnel. */
const server = { denied: '10.1.0.129', allowed: '10.1.0.130' };
const anyService = { firstProtocol: 0, lastProtocol: 255, firstPort: 0, lastPort: 65_535 };
const allowed = Uint8Array.from(server.allowed.split('.').map(Number));
const firewall = {
  mode: FirewallMode.DENY,
  profiles: [
    {
      id: 1n,
      entries: [{ firstAddress: allowed, lastAddress: allowed, services: [anyService], allow: true, ruleId: 7n }],
    },
  ],
};

/** The kernel of the server counts every packet that the gateway forwards to it. */
async function givenServer(gateway: NetworkNamespace) {
  const namespace = await makeNamespace();
  await connect(gateway, namespace, ['10.1.0.254/25', `${server.denied}/25`]);
  const { run } = namespace;
  const links: { ifname: string }[] = JSON.parse(await run('ip', ['-json', 'link', 'show', 'type', 'veth']));
  await run('ip', ['address', 'add', `${server.allowed}/25`, 'dev', links[0]?.ifname ?? '']);
  await run('ip', ['route', 'add', 'default', 'via', '10.1.0.254']);
  for (const line of [
    'add table inet observer',
    'add chain inet observer arrived { type filter hook prerouting priority -300 ; policy accept ; }',
    `add rule inet observer arrived ip daddr ${server.denied} counter`,
    `add rule inet observer arrived ip daddr ${server.allowed} counter`,
  ]) {
    await run('nft', line.split(' '));
  }
  const arrived = async () => {
    const listed = await run('nft', ['list', 'chain', 'inet', 'observer', 'arrived']);
    const [denied = 0, allowed = 0] = [...listed.matchAll(/packets (\d+)/g)].map(([, count]) => Number(count));
    return { denied, allowed };
  };
  return { arrived, [Symbol.asyncDispose]: () => namespace[Symbol.asyncDispose]() };
}

it('forwards none of the packets that are denied while the gateway or core starts again', async () => {
  await using network = await makeTunnelNetwork();
  await using behind = await givenServer(network.gateway);
  await network.gateway.run('tee', ['/proc/sys/net/ipv4/ip_forward'], { input: '1' });
  const start = () => network.agent('--join', network.token, '--interface', network.link);
  let agent = start();
  const stream = await network.core.nextStream();
  await stream.next('hello');
  const sender = network.sendSteadily(server.denied, server.allowed);
  const client = { ...(await clientPeer(network)), accessProfileId: 1n };
  const { value } = fullState(1n, client);
  stream.send({ case: 'full', value: { ...value, firewall } });
  await stream.next('applied');

  /** Both kinds of packets are sent in turn, so that denied ones have been sent too. */
  async function continues(): Promise<void> {
    const { allowed: before } = await behind.arrived();
    await expect.poll(async () => (await behind.arrived()).allowed).toBeGreaterThan(before + 200);
  }
  async function connected(): Promise<void> {
    await (await network.core.nextStream()).next('hello');
  }

  await continues();

  await network.core.stop();
  await continues();
  await network.core.start();
  await connected();
  await continues();

  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    agent.kill(signal);
    await agent.exited;
    await continues();
    agent = start();
    await connected();
    await continues();
  }

  // as after the machine started again
  agent.kill('SIGKILL');
  await agent.exited;
  await network.gateway.run('ip', ['link', 'delete', network.link]);
  await network.gateway.run('nft', ['flush', 'ruleset']);
  agent = start();
  await connected();
  await network.resetClient();
  await continues();

  sender.kill('SIGTERM');
  await sender.exited;
  expect((await behind.arrived()).denied).toBe(0);
});
