import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { expect, it } from 'vitest';
import { formatAddress, parseAddress } from './address.ts';
import { isPublicAddress } from './public-address.ts';

const isPublic = (text: string) => {
  const address = parseAddress(text);
  return address && isPublicAddress(address);
};

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:0:7f00:1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::1',
  '3fff::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
])('does not count %s as public', (text) => {
  expect(isPublic(text)).toBe(false);
});

it.each([
  '1.1.1.1',
  '100.128.0.1',
  '172.32.0.1',
  '2606:4700::1111',
  '64:ff9b::1.1.1.1',
  '::ffff:8.8.8.8',
  '2002:808:808::1',
])('counts %s as public', (text) => {
  expect(isPublic(text)).toBe(true);
});

it('counts no IPv4 address as public to which another implementation assigns a special range', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 0xffffffffn }), (value) => {
      const address = { family: 4, value } as const;
      if (!isPublicAddress(address)) return;
      expect(ipaddr.parse(formatAddress(address)).range()).toMatch(/^(unicast|as112|amt)$/);
    }),
  );
});
