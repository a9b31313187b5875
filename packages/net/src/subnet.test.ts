import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressNear, anyAddress, anySubnet } from '../test/arbitraries.ts';
import { bitsOf, formatAddress, parseAddress } from './address.ts';
import {
  contains,
  isHostAddress,
  overlaps,
  parseInterfaceAddress,
  parseSubnet,
  type Subnet,
  subnetOf,
} from './subnet.ts';

const anyInterface = anyAddress.chain((address) =>
  fc.nat(bitsOf(address.family)).map((prefix) => ({ address, prefix })),
);

/** First and last host of a network as texts. */
function hostsOf(text: string): [string, string] | undefined {
  const subnet = parseSubnet(text);
  if (!subnet) return undefined;
  const shown = (value: bigint) => formatAddress({ family: subnet.family, value });
  return [shown(subnet.firstHost), shown(subnet.lastHost)];
}

/** A second definition for comparison: two subnets overlap when one contains the start of the other. */
function overlapsByStart(a: Subnet, b: Subnet): boolean {
  return contains(a, { family: b.family, value: b.first }) || contains(b, { family: a.family, value: a.first });
}

describe('a subnet', () => {
  it('is read back unchanged from its text', () => {
    fc.assert(
      fc.property(anySubnet, (subnet) => {
        expect(parseSubnet(subnet.text)).toEqual(subnet);
      }),
    );
  });

  it('contains the address it was created from, and the number of addresses of its prefix', () => {
    fc.assert(
      fc.property(anyInterface, ({ address, prefix }) => {
        const subnet = subnetOf(address, prefix);
        expect(contains(subnet, address)).toBe(true);
        expect(subnet.last - subnet.first + 1n).toBe(2n ** BigInt(bitsOf(address.family) - prefix));
      }),
    );
  });

  it('contains exactly the addresses that share its prefix', () => {
    const subnetAndAddress = anySubnet.chain((subnet) => fc.tuple(fc.constant(subnet), addressNear(subnet)));
    fc.assert(
      fc.property(subnetAndAddress, ([subnet, address]) => {
        expect(contains(subnet, address)).toBe(subnetOf(address, subnet.prefix).text === subnet.text);
      }),
    );
  });

  it('overlaps symmetrically, and always with itself', () => {
    fc.assert(
      fc.property(anySubnet, anySubnet, (a, b) => {
        expect(overlaps(a, b)).toBe(overlaps(b, a));
        expect(overlaps(a, b)).toBe(overlapsByStart(a, b));
        expect(overlaps(a, a)).toBe(true);
      }),
    );
  });

  it('overlaps with a subnet that it contains, and not with an adjacent one', () => {
    const [outer, inner, next] = ['10.0.0.0/8', '10.255.0.0/16', '11.0.0.0/8'].flatMap(
      (text) => parseSubnet(text) ?? [],
    );
    expect(outer && inner && overlaps(outer, inner)).toBe(true);
    expect(outer && next && overlaps(outer, next)).toBe(false);
  });

  it('never matches addresses of the other family', () => {
    const everything = parseSubnet('0.0.0.0/0');
    const everything6 = parseSubnet('::/0');
    const one = parseAddress('::a00:1');
    expect(everything && one && contains(everything, one)).toBe(false);
    expect(everything && one && isHostAddress(everything, one)).toBe(false);
    expect(everything && everything6 && overlaps(everything, everything6)).toBe(false);
  });

  it.each([
    ['10.1.0.77/24', ['10.1.0.1', '10.1.0.254']],
    ['10.1.0.0/30', ['10.1.0.1', '10.1.0.2']],
    ['10.1.0.1/31', ['10.1.0.0', '10.1.0.1']],
    ['10.1.0.1/32', ['10.1.0.1', '10.1.0.1']],
    ['10.1.0.1', ['10.1.0.1', '10.1.0.1']],
    ['0.0.0.0/0', ['0.0.0.1', '255.255.255.254']],
    ['fd00::5/64', ['fd00::1', 'fd00::ffff:ffff:ffff:fffe']],
    ['fd00::/126', ['fd00::1', 'fd00::2']],
    ['fd00::/127', ['fd00::', 'fd00::1']],
    ['fd00::7/128', ['fd00::7', 'fd00::7']],
    ['fd00::7', ['fd00::7', 'fd00::7']],
  ])('%s has the hosts %j', (text, hosts) => {
    expect(hostsOf(text)).toEqual(hosts);
  });

  it('accepts host addresses from the first to the last host', () => {
    const [network, host, broadcast, outside] = ['10.1.0.0', '10.1.0.1', '10.1.0.255', '10.1.1.1'].map(parseAddress);
    const subnet = parseSubnet('10.1.0.0/24');
    const results = [network, host, broadcast, outside].map(
      (address) => subnet && address && isHostAddress(subnet, address),
    );
    expect(results).toEqual([false, true, false, false]);
  });

  it.each([
    ['10.1.2.3/16', '10.1.0.0/16'],
    ['10.0.0.9/255.255.255.0', '10.0.0.0/24'],
    ['10.0.0.9/255.255.255.255', '10.0.0.9/32'],
    ['10.0.0.9/0.0.0.0', '0.0.0.0/0'],
    ['2001:DB8:0:1::5/48', '2001:db8::/48'],
    ['fd00::1', 'fd00::1/128'],
  ])('%s is read as the network %s', (written, network) => {
    expect(parseSubnet(written)?.text).toBe(network);
  });

  it.each([
    ['10.1.0.1/24', '10.1.0.1/24', '10.1.0.0/24'],
    ['10.1.0.1/255.255.255.0', '10.1.0.1/24', '10.1.0.0/24'],
    ['10.1.0.1', '10.1.0.1/32', '10.1.0.1/32'],
    ['FD00:0::1/64', 'fd00::1/64', 'fd00::/64'],
  ])('%s is read as the interface address %s in %s', (written, shown, network) => {
    const read = parseInterfaceAddress(written);
    expect([read?.text, read?.subnet.text]).toEqual([shown, network]);
    expect(read && formatAddress(read.address)).toBe(shown.split('/')[0]);
  });

  it.each([
    '',
    '/',
    '/24',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/08',
    '10.0.0.0/-1',
    '10.0.0.0/ 8',
    '10.0.0.0/8 ',
    '10.0.0.0/8/8',
    '10.0.0.0/255.0.255.0',
    '10.0.0.0/0.0.0.255',
    '10.0.0.0/255.255.255',
    '10.0.0/8',
    'fd00::/129',
    'fd00::/ffff::',
    'fd00::/255.255.255.0',
    'example.com/24',
  ])('is not read from %j', (text) => {
    expect(parseSubnet(text)).toBeUndefined();
    expect(parseInterfaceAddress(text)).toBeUndefined();
  });

  it('throws for a prefix length outside of its family', () => {
    expect(() => subnetOf({ family: 4, value: 0n }, 33)).toThrow(RangeError);
    expect(() => subnetOf({ family: 6, value: 0n }, -1)).toThrow(RangeError);
    expect(() => subnetOf({ family: 6, value: 0n }, 1.5)).toThrow(RangeError);
  });
});
