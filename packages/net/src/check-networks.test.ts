import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anySubnet } from '../test/arbitraries.ts';
import { parseInterfaceAddressList } from './address-list.ts';
import { checkCapacity, checkNetworks, deviceCapacity, isNetworkAddress } from './check-networks.ts';
import { freeAddresses } from './free-addresses.ts';
import { type InterfaceAddress, overlaps } from './subnet.ts';

function networks(text: string): InterfaceAddress[] {
  const list = parseInterfaceAddressList(text);
  if (list.kind === 'bad-item') throw new Error(`${list.item} is no network`);
  return list.items;
}

/** The problem with its networks as texts. */
function problemOf(text: string): Record<string, unknown> | undefined {
  const problem = checkNetworks(networks(text));
  const shown = (value: unknown) => (typeof value === 'object' ? (value as InterfaceAddress).text : value);
  return problem && Object.fromEntries(Object.entries(problem).map(([key, value]) => [key, shown(value)]));
}

describe('checkNetworks', () => {
  it.each([
    '10.1.0.1/24',
    '10.1.0.254/24',
    '10.1.0.0/31',
    '10.1.0.1/31',
    '10.1.0.1/32',
    'fd00::/127',
    'fd00::1/127',
    'fd00::1/128',
    'fd00::1/64',
    '10.1.0.1/24, 10.1.1.1/24, fd00::1/64, fd00:0:0:1::1/64',
    '192.0.2.1/24',
    'fe80::1/64',
    '10.1.0.0/24',
    'fd00::/64',
  ])('accepts %s', (text) => {
    expect(problemOf(text)).toBeUndefined();
  });

  it('rejects an empty list', () => {
    expect(problemOf('')).toEqual({ kind: 'no-network' });
  });

  it.each(['10.1.0.255/24', '10.1.0.3/30', 'fd00::3/126'])(
    'rejects %s, the broadcast address of its network',
    (network) => {
      expect(problemOf(`192.0.2.1/24,${network}`)).toEqual({ kind: 'unusable-gateway-address', network });
    },
  );

  it.each([
    ['10.1.0.0/24', true],
    ['fd00::/64', true],
    ['10.1.0.1/24', false],
    ['10.1.0.0/31', false],
    ['10.1.0.0/32', false],
  ])('recognizes whether %s is the network address: %s', (text, is) => {
    expect(networks(text).map(isNetworkAddress)).toEqual([is]);
  });

  it.each([
    ['10.1.0.1/24,10.1.0.2/24', '10.1.0.1/24', '10.1.0.2/24'],
    ['10.1.0.1/24,10.1.2.1/16', '10.1.2.1/16', '10.1.0.1/24'],
    ['10.1.7.1/24,fd00::1/64,10.1.0.1/16', '10.1.0.1/16', '10.1.7.1/24'],
    ['fd00::1/64,10.1.0.1/24,fd00::5/127', 'fd00::1/64', 'fd00::5/127'],
    ['10.1.9.1/24,10.2.0.1/16,10.1.8.1/24,10.1.0.1/21,10.1.7.1/32', '10.1.0.1/21', '10.1.7.1/32'],
  ])('rejects %s as overlapping', (text, network, other) => {
    expect(problemOf(text)).toEqual({ kind: 'overlapping-networks', network, other });
  });

  it('reports an overlap if and only if two networks overlap', () => {
    const interfaces = fc.array(anySubnet, { minLength: 1, maxLength: 12 }).map((subnets) =>
      subnets.map((subnet) => ({
        address: { family: subnet.family, value: subnet.firstHost },
        subnet,
        text: subnet.text,
      })),
    );
    fc.assert(
      fc.property(interfaces, (list) => {
        const problem = checkNetworks(list);
        fc.pre(problem?.kind !== 'reserved-network');
        const pairs = list.flatMap((a, index) => list.slice(index + 1).map((b) => overlaps(a.subnet, b.subnet)));
        expect(problem?.kind === 'overlapping-networks').toBe(pairs.includes(true));
      }),
    );
  });

  it.each([
    '0.0.0.1/0',
    '0.1.2.3/16',
    '127.0.0.1/8',
    '224.0.0.1/24',
    '239.1.1.1/32',
    '::1/128',
    '::1/0',
    '::ffff:10.0.0.1/120',
    'ff02::1/64',
  ])('rejects %s as reserved', (network) => {
    expect(problemOf(`10.1.0.1/24,${network}`)).toEqual({ kind: 'reserved-network', network });
  });
});

describe('deviceCapacity and checkCapacity', () => {
  it.each([
    ['10.1.0.1/24', 253n],
    ['10.1.0.1/30', 1n],
    ['10.1.0.1/31', 1n],
    ['10.1.0.1/32', 0n],
    ['fd00::1/127', 1n],
    ['fd00::1/128', 0n],
    ['fd00::1/64', 2n ** 64n - 3n],
  ])('%s has %d addresses for devices', (text, capacity) => {
    expect(networks(text).map(deviceCapacity)).toEqual([capacity]);
  });

  it.each(['10.1.0.1/24', '10.1.0.0/24', '10.1.0.9/28', '10.1.0.0/31', '10.1.0.7/32', 'fd00::1/120', 'fd00::1/127'])(
    'the capacity of %s equals the number of free addresses',
    (text) => {
      const capacities = networks(text).map(deviceCapacity);
      const handedOut = networks(text).map(({ subnet, address }) => [...freeAddresses(subnet, [address])].length);
      expect(handedOut.map(BigInt)).toEqual(capacities);
    },
  );

  it('require the capacity in every network', () => {
    const [wide, narrow] = networks('10.1.0.1/24,fd00::1/125');
    if (!wide || !narrow) throw new Error('two networks were given');
    expect(checkCapacity([wide, narrow], 5)).toBeUndefined();
    expect(checkCapacity([wide, narrow], 6)).toEqual({ kind: 'network-too-small', network: narrow, capacity: 5n });
  });
});
