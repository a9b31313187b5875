import { expect, it } from 'vitest';
import { normalizeAddress } from './normalize-address.ts';

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  [undefined, undefined],
])('normalizes the socket address %s to %s', (remote, address) => {
  expect(normalizeAddress(remote)).toBe(address);
});
