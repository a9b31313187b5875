import { FirewallMode } from '@gatewarden/contract/gateway/v1';
import { describe, expect, it } from 'vitest';
import { fullState, stateChange } from '../test/given/messages.ts';
import { clientPeer, makeTunnelNetwork, type TunnelNetwork, tunnelAddresses } from '../test/tunnel-network.ts';

const [ipv4, ipv6] = tunnelAddresses.gateway;
const bytes = (...values: number[]) => new Uint8Array(values);
const anyPort = [{ firstProtocol: 6, lastProtocol: 6, firstPort: 0, lastPort: 65_535 }];

/** Allows TCP to the gateway's IPv4 address. */
const profile = {
  id: 1n,
  entries: [
    { firstAddress: bytes(10, 1, 0, 1), lastAddress: bytes(10, 1, 0, 1), services: anyPort, allow: true, ruleId: 7n },
  ],
};
const firewall = { mode: FirewallMode.DENY, profiles: [profile], protected: [] };

/** A gateway that denies by default, and a client that may connect to its IPv4 address. */
async function givenFilteredTunnel() {
  const network = await makeTunnelNetwork();
  const agent = network.agent('--join', network.token, '--interface', network.link);
  const stream = await network.core.nextStream();
  const hello = await stream.next('hello');
  const client = { ...(await clientPeer(network)), accessProfileId: 1n };
  const { value } = fullState(1n, client);
  stream.send({ case: 'full', value: { ...value, firewall } });
  expect(await stream.next('applied')).toMatchObject({ problems: [] });
  return { network, agent, stream, hello, client, [Symbol.asyncDispose]: () => network[Symbol.asyncDispose]() };
}

/** Counts packets that arrive from the tunnel and pass the filter, from now on. */
async function countPassed({ gateway, link }: TunnelNetwork): Promise<() => Promise<number>> {
  const hook = '{ type filter hook input priority 100 ; policy accept ; }';
  await gateway.run('nft', ['add', 'table', 'inet', 'observer']);
  await gateway.run('nft', ['add', 'chain', 'inet', 'observer', 'input', ...hook.split(' ')]);
  await gateway.run('nft', ['add', 'rule', 'inet', 'observer', 'input', 'iifname', link, 'counter']);
  return async () => {
    const listed = await gateway.run('nft', ['list', 'chain', 'inet', 'observer', 'input']);
    return Number(/packets (\d+)/.exec(listed)?.[1]);
  };
}

describe('access control', () => {
  it('lets through what the profile of the client allows, and nothing else', async () => {
    await using given = await givenFilteredTunnel();
    expect(given.hello.capabilities).toContain(4);
    expect(await given.network.reaches(ipv4)).toBe(true);
    expect(await given.network.reaches(ipv6, 700)).toBe(false);
  });

  it('ends when the right is withdrawn', async () => {
    await using given = await givenFilteredTunnel();
    const { network, stream, client } = given;
    expect(await network.reaches(ipv4)).toBe(true);
    const { value } = stateChange(1n, {});
    stream.send({
      case: 'change',
      value: { ...value, upsertedPeers: [{ ...client, accessProfileId: 0n }], removedProfileIds: [1n] },
    });
    await stream.next('applied');
    expect(await network.reaches(ipv4, 700)).toBe(false);
  });

  it('lets no packet through while the agent is killed and started again', async () => {
    await using given = await givenFilteredTunnel();
    const { network, agent } = given;
    const passed = await countPassed(network);
    const attempts = network.reaches(ipv6, 3_000);

    agent.kill('SIGKILL');
    await agent.exited;
    const again = network.agent();
    await (await network.core.nextStream()).next('hello');
    expect(await attempts).toBe(false);

    expect(await passed()).toBe(0);
    expect(await network.reaches(ipv4)).toBe(true);
    again.kill('SIGTERM');
    expect(await again.exited).toBe(0);
    expect(await network.reaches(ipv6, 700)).toBe(false);
  });

  it('is restored after another program flushed the ruleset, and reported', async () => {
    await using given = await givenFilteredTunnel();
    const { network, stream } = given;

    await network.gateway.run('nft', ['flush', 'ruleset']);

    await expect.poll(() => network.gateway.run('nft', ['list', 'ruleset'])).toContain('profile_1');
    expect(await stream.next('applied')).toMatchObject({ version: 1n, correction: { firewall: true } });
    expect(await network.reaches(ipv6, 700)).toBe(false);
  });

  it('is removed with the interface, and no other table is', async () => {
    await using given = await givenFilteredTunnel();
    const { network, agent } = given;
    await network.gateway.run('nft', ['add', 'table', 'inet', 'other']);
    agent.kill('SIGTERM');
    await agent.exited;
    expect(await network.agent('--down').exited).toBe(0);
    expect(await network.gateway.run('nft', ['list', 'tables'])).toBe('table inet other\n');
  });
});
