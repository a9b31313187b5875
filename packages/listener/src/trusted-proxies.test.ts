import { expect, it } from 'vitest';
import { createProxyCheck } from './trusted-proxies.ts';

it.each([
  ['loopback', '127.0.0.9', true],
  ['loopback', '::ffff:127.0.0.1', true],
  ['loopback', '::1', true],
  ['loopback', '192.0.2.1', false],
  ['uniquelocal', '10.1.2.3', true],
  ['linklocal', 'fe80::1%eth0', true],
  ['192.0.2.0/24', '192.0.2.200', true],
  ['192.0.2.0/24', '198.51.100.1', false],
  ['2001:db8::/32', '2001:db8::1', true],
  ['2001:db8::1', '2001:db8::2', false],
  ['loopback', 'unknown', false],
])('for %s, a connection from %s: %s', (proxy, address, expected) => {
  expect(createProxyCheck(['198.18.0.1', proxy])(address)).toBe(expected);
});
