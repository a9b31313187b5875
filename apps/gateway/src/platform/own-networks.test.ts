import { parseSubnet } from '@gatewarden/net/subnet';
import { expect, it } from 'vitest';
import { type AddressLimits, checkAddresses, defaultLimits, type OwnNetworks, toAddresses } from './own-networks.ts';

const subnets = (...texts: string[]) => texts.flatMap((text) => parseSubnet(text) ?? []);

function refusalOf(text: string, machine: OwnNetworks, limits: AddressLimits): string | undefined {
  const { accepted, refusals } = checkAddresses([text], machine, limits);
  expect(accepted).toEqual(refusals.length === 0 ? [text] : []);
  return refusals[0];
}

/** A machine in 192.168.1.0/24 whose company has 10.0.0.0/8 behind a router. */
const own: OwnNetworks = {
  addresses: toAddresses(['192.168.1.5', '127.0.0.1', '2001:db8:1::5', 'fe80::5']),
  peers: toAddresses(['192.168.1.1', '203.0.113.9', 'fe80::1%eth0']),
  resolvers: toAddresses(['100.64.200.53', 'fd00:53::53', '127.0.0.53']),
  onLink: subnets('192.168.1.0/24', '2001:db8:1::/64'),
  routed: subnets('10.0.0.0/8', '172.16.5.0/24'),
};

it.each(['10.7.0.1/24', '100.65.0.1/16', 'fd00:7::1/64', '192.168.2.1/24', '172.16.6.1/24'])('accepts %s', (text) => {
  expect(refusalOf(text, own, defaultLimits)).toBeUndefined();
});

it.each([
  ['0.0.0.0/0', 'takes prefixes from /8'],
  ['128.0.0.1/1', 'takes prefixes from /8'],
  ['::/0', 'takes prefixes from /32'],
  ['2000::1/3', 'takes prefixes from /32'],
  ['192.168.1.9/32', 'a local network'],
  ['192.168.1.129/25', 'a local network'],
  ['192.168.0.1/16', 'an address'],
  ['203.0.113.1/24', 'is not private'],
  ['8.0.0.1/8', 'is not private'],
  ['169.254.1.1/16', 'is not private'],
  ['172.32.0.1/16', 'is not private'],
  ['192.160.0.1/12', 'is not private'],
  ['2001:db8:9::1/64', 'is not private'],
  ['fe80::1/64', 'is not private'],
  ['10.0.0.1/8', 'a route'],
  ['172.16.0.1/12', 'a route'],
  ['100.64.200.1/24', 'a DNS server'],
  ['100.64.0.1/10', 'a DNS server'],
  ['fd00:53::1/64', 'a DNS server'],
  ['127.0.0.1/8', 'is not private'],
])('refuses %s: %s', (text, reason) => {
  expect(refusalOf(text, own, defaultLimits)).toContain(reason);
});

it.each([
  ['10.9.0.9/24', 'a router or the way to core'],
  ['fd00:1::77/128', 'a local network'],
])('refuses %s if the machine is in private networks: %s', (text, reason) => {
  const inside = { ...own, peers: toAddresses(['10.9.0.1']), onLink: subnets('fd00:1::/64') };
  expect(refusalOf(text, inside, defaultLimits)).toContain(reason);
});

it('accepts an overlap, a public network and a shorter prefix if the limits allow them', () => {
  const limits = { minPrefix: { 4: 4, 6: 32 } as const, allowed: subnets('192.168.1.0/24', '96.0.0.0/4') };
  expect(refusalOf('192.168.1.129/25', own, limits)).toBeUndefined();
  expect(refusalOf('192.168.0.1/16', own, limits)).toContain('is refused');
  expect(refusalOf('96.0.0.1/4', own, limits)).toBeUndefined();
  expect(refusalOf('96.0.0.1/4', own, { ...limits, allowed: [] })).toContain('is not private');
});

it('accepts at most eight addresses, and lists at most eight refused ones', () => {
  const many = Array.from({ length: 20 }, (_, index) => `10.7.${index}.1/24`);
  const hostile = Array.from({ length: 200 }, (_, index) => `${index + 11}.0.0.1/8`);
  const { accepted, refusals } = checkAddresses([...hostile, ...many], own, defaultLimits);
  expect(accepted).toEqual(many.slice(0, 8));
  expect(refusals).toHaveLength(10);
  expect(refusals.at(-2)).toContain('192');
  expect(refusals.at(-1)).toContain('12');
});
