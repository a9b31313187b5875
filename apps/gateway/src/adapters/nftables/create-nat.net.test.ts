import { tmpdir } from 'node:os';
import { createRunCommand } from '@gatewarden/tunnel/run-command';
import { describe, expect, it } from 'vitest';
import { makeFilteredNetwork } from '../../../test/filtered-network.ts';
import { makeNamespace, type NetworkNamespace } from '../../../test/network-namespace.ts';
import type { NatPolicy } from '../../ports/nat.ts';
import { createNat } from './create-nat.ts';

/** Stores the source address of each ping that arrives. */
const recorder = [
  'add table inet sources',
  'add set inet sources seen4 { type ipv4_addr ; flags dynamic ; size 65535 ; }',
  'add set inet sources seen6 { type ipv6_addr ; flags dynamic ; size 65535 ; }',
  'add chain inet sources input { type filter hook input priority -300 ; policy accept ; }',
  'add rule inet sources input icmp type echo-request update @seen4 { ip saddr }',
  'add rule inet sources input icmpv6 type echo-request update @seen6 { ip6 saddr }',
];

async function givenNat() {
  const network = await makeFilteredNetwork();
  for (const line of recorder) await network.server.run('nft', line.split(' '));
  const ping = (from: NetworkNamespace, address: string) =>
    from.run('ping', ['-c', '1', '-W', '1', address]).then(
      () => true,
      () => false,
    );
  const sources = async (set: 'seen4' | 'seen6') => {
    const listed: { nftables: { set?: { elem?: string[] } }[] } = JSON.parse(
      await network.server.run('nft', ['--json', 'list', 'set', 'inet', 'sources', set]),
    );
    await network.server.run('nft', ['flush', 'set', 'inet', 'sources', set]);
    return listed.nftables.flatMap((object) => object.set?.elem ?? []);
  };
  return {
    network,
    nat: createNat({ run: network.gateway.run, name: network.link, folder: tmpdir() }),
    ping,
    /** From which addresses the server sees pings of the device. */
    async seen() {
      await ping(network.device, '10.20.0.1');
      await ping(network.device, 'fd00:20::1');
      return [...(await sources('seen4')), ...(await sources('seen6'))];
    },
    [Symbol.asyncDispose]: () => network[Symbol.asyncDispose](),
  };
}

const nothing: NatPolicy = { masqueraded: [], bindings: new Map() };
const masqueraded = ['10.1.0.0/24', 'fd00:1::/64'];

describe('address translation', () => {
  it('gives connections from devices the address of the interface through which they leave', async () => {
    await using given = await givenNat();
    expect(await given.seen()).toEqual(['10.1.0.2', 'fd00:1::2']);
    await given.nat.apply({ ...nothing, masqueraded });
    expect(await given.seen()).toEqual(['10.20.0.254', 'fd00:20::fe']);
    expect(await given.ping(given.network.server, '10.1.0.2')).toBe(true);
    await given.nat.remove();
    expect(await given.seen()).toEqual(['10.1.0.2', 'fd00:1::2']);
  });

  it('gives connections of bound devices their own address, before masquerading', async () => {
    await using given = await givenNat();
    const first: NatPolicy = { masqueraded, bindings: new Map([['10.1.0.2', '10.20.0.200']]) };
    await given.nat.apply(first);
    expect(await given.seen()).toEqual(['10.20.0.200', 'fd00:20::fe']);

    const second = {
      masqueraded,
      bindings: new Map([
        ['10.1.0.2', '10.20.0.201'],
        ['fd00:1::2', 'fd00:20::c8'],
      ]),
    };
    await given.nat.apply(second, first);
    expect(await given.seen()).toEqual(['10.20.0.201', 'fd00:20::c8']);
    expect(await given.nat.isIntact()).toBe(true);

    await given.nat.apply({ masqueraded, bindings: new Map() }, second);
    expect(await given.seen()).toEqual(['10.20.0.254', 'fd00:20::fe']);
  });

  it('notices a flushed ruleset, and removes only its own table', async () => {
    await using namespace = await makeNamespace();
    const nat = createNat({ run: namespace.run, name: 'gw1', folder: tmpdir() });
    await nat.apply({ ...nothing, masqueraded });
    expect(await nat.isIntact()).toBe(true);
    await namespace.run('nft', ['flush', 'ruleset']);
    expect(await nat.isIntact()).toBe(false);

    await nat.apply({ ...nothing, masqueraded });
    await namespace.run('nft', ['add', 'table', 'inet', 'other']);
    await nat.remove();
    await nat.remove();
    expect(await namespace.run('nft', ['list', 'tables'])).toBe('table inet other\n');
  });

  it('says that nftables is not installed', async () => {
    const run = createRunCommand('/nowhere');
    const nat = createNat({
      run: (program, args, options) => run(program === 'nft' ? 'nft-that-is-missing' : program, args, options),
      ...{ name: 'gw1', folder: tmpdir() },
    });
    await expect(nat.apply(nothing)).rejects.toThrow('Addresses cannot be translated: nftables is not installed.');
    await nat.remove();
  });
});
