import { tmpdir } from 'node:os';
import { createRunCommand } from '@gatewarden/tunnel/run-command';
import { describe, expect, it } from 'vitest';
import { deviceAddresses, type FirstPacket, makeFilteredNetwork } from '../../../test/filtered-network.ts';
import { makeNamespace } from '../../../test/network-namespace.ts';
import type { AccessEntry, FirewallPolicy } from '../../ports/firewall.ts';
import { createFirewall } from './create-firewall.ts';

const service = (protocol: number, firstPort = 0, lastPort = 65_535) => ({
  ...{ firstProtocol: protocol, lastProtocol: protocol, firstPort, lastPort },
});
const [icmp, tcp, udp, icmp6] = [1, 6, 17, 58].map((protocol) => service(protocol));

function entry(first: string, last: string, changes: Partial<AccessEntry> = {}): AccessEntry {
  return { family: first.includes(':') ? 6 : 4, first, last, services: [], allow: true, rule: '7', ...changes };
}

/** Allows the sentinel; the profile of both addresses of the device has the entries. */
function policyOf(entries: AccessEntry[], changes: Partial<FirewallPolicy> = {}): FirewallPolicy {
  const allowed = entry('10.20.0.15', '10.20.0.15', { services: [udp ?? service(17)] });
  return {
    mode: 'deny',
    protected: [],
    profiles: new Map([['1', [...entries, allowed]]]),
    sources: new Map(deviceAddresses.map((address) => [address, '1'])),
    ...changes,
  };
}

const to = (address: string, protocol: 'tcp' | 'udp', port: number): FirstPacket => ({ address, protocol, port });

describe('the firewall', () => {
  it('forwards exactly what the profile of the device allows', async () => {
    await using network = await makeFilteredNetwork();
    const firewall = createFirewall({ run: network.gateway.run, name: network.link, folder: tmpdir() });
    await firewall.apply(
      policyOf([
        entry('10.20.0.1', '10.20.0.3', { services: [service(6, 22, 23), service(6, 443, 443)] }),
        entry('10.20.0.4', '10.20.0.4'),
        entry('fd00:20::1', 'fd00:20::2', { services: [service(17)] }),
        entry('10.20.0.5', '10.20.0.5', { allow: false }),
      ]),
    );

    const allowed = [
      ...[to('10.20.0.1', 'tcp', 22), to('10.20.0.3', 'tcp', 23), to('10.20.0.2', 'tcp', 443)],
      ...[to('10.20.0.4', 'tcp', 1), to('10.20.0.4', 'udp', 65_535), to('fd00:20::2', 'udp', 53)],
    ];
    const denied = [
      ...[to('10.20.0.1', 'tcp', 24), to('10.20.0.1', 'udp', 22), to('10.20.0.5', 'tcp', 22)],
      ...[to('10.20.0.6', 'tcp', 443), to('fd00:20::1', 'tcp', 53), to('fd00:20::3', 'udp', 53)],
    ];
    expect(await network.deliver([...allowed, ...denied])).toEqual(allowed);
  });

  it('denies what is protected and forwards the rest if the mode is to allow', async () => {
    await using network = await makeFilteredNetwork();
    const firewall = createFirewall({ run: network.gateway.run, name: network.link, folder: tmpdir() });
    await firewall.apply(
      policyOf([entry('10.20.0.1', '10.20.0.1', { services: [service(6, 443, 443)] })], {
        mode: 'allow',
        protected: [entry('10.20.0.1', '10.20.0.2', { allow: false, rule: '' })],
      }),
    );

    const packets = [to('10.20.0.1', 'tcp', 443), to('10.20.0.1', 'tcp', 80), to('10.20.0.2', 'udp', 1)];
    const other = to('10.20.0.3', 'tcp', 80);
    expect(await network.deliver([...packets, other])).toEqual([packets[0], other]);
  });

  it('filters ICMP of both families, and lets replies pass', async () => {
    await using network = await makeFilteredNetwork();
    const firewall = createFirewall({ run: network.gateway.run, name: network.link, folder: tmpdir() });
    const answers = (address: string) =>
      network.device.run('ping', ['-c', '1', '-W', '1', address]).then(
        () => true,
        () => false,
      );
    const services = [icmp ?? service(1)];
    await firewall.apply(
      policyOf([
        entry('10.20.0.1', '10.20.0.1', { services }),
        entry('fd00:20::1', 'fd00:20::1', { services: [icmp6 ?? service(58)] }),
        entry('10.20.0.2', '10.20.0.2', { services: [tcp ?? service(6)] }),
      ]),
    );

    const reached = await Promise.all(['10.20.0.1', 'fd00:20::1', '10.20.0.2', 'fd00:20::2'].map(answers));
    expect(reached).toEqual([true, true, false, false]);
  });

  it('filters what devices send to the gateway itself, and no other interface', async () => {
    await using network = await makeFilteredNetwork();
    const firewall = createFirewall({ run: network.gateway.run, name: network.link, folder: tmpdir() });
    await firewall.apply(policyOf([]));
    const pings = (from: typeof network.device, address: string) =>
      from.run('ping', ['-c', '1', '-W', '1', address]).then(
        () => true,
        () => false,
      );

    expect(await pings(network.device, '10.1.0.1')).toBe(false);
    expect(await pings(network.server, '10.20.0.254')).toBe(true);
    expect(await pings(network.gateway, '10.1.0.2')).toBe(true);
  });

  it('forwards connections to devices only if the mode is to allow', async () => {
    await using network = await makeFilteredNetwork();
    const firewall = createFirewall({ run: network.gateway.run, name: network.link, folder: tmpdir() });
    const reachesDevice = () =>
      network.server.run('ping', ['-c', '1', '-W', '1', '10.1.0.2']).then(
        () => true,
        () => false,
      );
    await firewall.apply(policyOf([entry('0.0.0.0', '10.20.0.14'), entry('10.20.0.16', '255.255.255.255')]));
    expect(await reachesDevice()).toBe(false);

    await firewall.apply(policyOf([], { mode: 'allow' }));
    expect(await reachesDevice()).toBe(true);
  });

  it('changes sources and profiles of an enforced policy', async () => {
    await using network = await makeFilteredNetwork();
    const firewall = createFirewall({ run: network.gateway.run, name: network.link, folder: tmpdir() });
    const web = to('10.20.0.1', 'tcp', 443);
    const before = policyOf([entry('10.20.0.1', '10.20.0.1')]);
    await firewall.apply(before);
    expect(await network.deliver([web])).toEqual([web]);

    const [profile = []] = policyOf([entry('10.20.0.2', '10.20.0.2')]).profiles.values();
    const sources = new Map(deviceAddresses.map((address) => [address, '2']));
    const after = { ...before, profiles: new Map([['2', profile]]), sources };
    await firewall.apply(after, before);

    const other = to('10.20.0.2', 'tcp', 443);
    expect(await network.deliver([web, other])).toEqual([other]);
    expect(await firewall.isIntact()).toBe(true);
    expect(await network.gateway.run('nft', ['list', 'ruleset'])).not.toContain('profile_1');
  });

  it.each([
    ['the blocks of a profile', 'flush chain inet gatewarden_LINK profile_2'],
    ['the base rules', 'insert rule inet gatewarden_LINK forward accept'],
    ['a new chain', 'add chain inet gatewarden_LINK profile_9'],
  ])('notices a change of %s after the profiles changed', async (_, statement) => {
    await using network = await makeFilteredNetwork();
    const firewall = createFirewall({ run: network.gateway.run, name: network.link, folder: tmpdir() });
    const before = policyOf([entry('10.20.0.1', '10.20.0.1')]);
    await firewall.apply(before);
    const [profile = []] = policyOf([entry('10.20.0.2', '10.20.0.2')]).profiles.values();
    await firewall.apply({ ...before, profiles: new Map([...before.profiles, ['2', profile]]) }, before);
    expect([await firewall.isIntact(), await firewall.isIntact()]).toEqual([true, true]);

    await network.gateway.run('nft', statement.replace('LINK', network.link).split(' '));
    expect(await firewall.isIntact()).toBe(false);
  });

  it('counts once what each rule decided, and nothing that no rule decided', async () => {
    await using network = await makeFilteredNetwork();
    const firewall = createFirewall({ run: network.gateway.run, name: network.link, folder: tmpdir() });
    const ping = (address: string) =>
      network.device.run('ping', ['-c', '1', '-W', '1', address]).catch(() => 'without an answer');
    const allowed = entry('10.20.0.1', '10.20.0.2', { rule: '8' });
    const denied = entry('10.20.0.3', '10.20.0.3', { allow: false, rule: '9' });
    const before = policyOf([allowed, denied]);
    await firewall.apply(before);
    expect(await firewall.takeHits()).toEqual([]);
    await Promise.all(['10.20.0.1', '10.20.0.2', '10.20.0.3', '10.20.0.4'].map(ping));

    const pingBytes = 84;
    const hits = await firewall.takeHits();
    expect(hits.toSorted((a, b) => a.rule.localeCompare(b.rule))).toEqual([
      { rule: '8', packets: 4, bytes: 4 * pingBytes },
      { rule: '9', packets: 1, bytes: pingBytes },
    ]);
    expect(await firewall.takeHits()).toEqual([]);

    const after = { ...before, sources: new Map([[deviceAddresses[0] ?? '', '1']]) };
    await firewall.apply(after, before);
    await ping('10.20.0.1');
    expect(await firewall.takeHits()).toEqual([{ rule: '8', packets: 2, bytes: 2 * pingBytes }]);

    // another table, whose counters begin at zero
    await firewall.apply(before);
    await ping('10.20.0.1');
    expect(await firewall.takeHits()).toEqual([{ rule: '8', packets: 2, bytes: 2 * pingBytes }]);
    await network.gateway.run('nft', ['flush', 'ruleset']);
    expect(await firewall.takeHits()).toEqual([]);
  });

  it('notices a flushed ruleset, and removes only its own table', async () => {
    await using network = await makeFilteredNetwork();
    const firewall = createFirewall({ run: network.gateway.run, name: network.link, folder: tmpdir() });
    await firewall.apply(policyOf([]));
    expect(await firewall.isIntact()).toBe(true);
    await network.gateway.run('nft', ['flush', 'ruleset']);
    expect(await firewall.isIntact()).toBe(false);

    await firewall.apply(policyOf([]));
    await network.gateway.run('nft', ['add', 'table', 'inet', 'other']);
    await firewall.remove();
    await firewall.remove();
    expect(await network.gateway.run('nft', ['list', 'tables'])).toBe('table inet other\n');
  });

  it('says that nftables is not installed', async () => {
    const run = createRunCommand('/nowhere');
    const firewall = createFirewall({
      run: (program, args, options) => run(program === 'nft' ? 'nft-that-is-missing' : program, args, options),
      ...{ name: 'gw1', folder: tmpdir() },
    });
    expect(await firewall.isAvailable()).toBe(false);
    await expect(firewall.apply(policyOf([]))).rejects.toThrow('nftables is not installed');
    await firewall.remove();
  });

  it('changes one of 20 000 sources', async () => {
    await using namespace = await makeNamespace();
    const firewall = createFirewall({ run: namespace.run, name: 'gw1', folder: tmpdir() });
    const addresses = Array.from({ length: 20_000 }, (_, n) => `10.${64 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`);
    const profiles = new Map(
      Array.from({ length: 500 }, (_, n) => [
        `${n}`,
        [entry(`10.20.${n >> 8}.${n & 255}`, `10.20.${n >> 8}.${n & 255}`)],
      ]),
    );
    const before = policyOf([], { profiles, sources: new Map(addresses.map((each, n) => [each, `${n % 500}`])) });
    await firewall.apply(before);

    const after = { ...before, sources: new Map(before.sources).set(addresses[5] ?? '', '9') };
    await firewall.apply(after, before);

    const listed = await namespace.run('nft', [
      'get',
      'element',
      'inet',
      'gatewarden_gw1',
      'sources4',
      `{ ${addresses[5]} }`,
    ]);
    expect(listed).toContain('goto profile_9');
  });
});
