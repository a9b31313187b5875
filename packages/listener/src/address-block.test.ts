import { expect, it } from 'vitest';
import { addressBlockOf, widerBlockOf } from './address-block.ts';

it('groups the addresses of one host and those of one organization', () => {
  expect(addressBlockOf('2001:db8:1:2::1')).toBe(addressBlockOf('2001:db8:1:2:ffff::'));
  expect(addressBlockOf('2001:db8:1:2::1')).not.toBe(addressBlockOf('2001:db8:1:3::1'));
  expect(widerBlockOf('2001:db8:1:2::1')).toBe(widerBlockOf('2001:db8:1:3::1'));
  expect(widerBlockOf('2001:db8:1::1')).not.toBe(widerBlockOf('2001:db8:2::1'));
  expect(widerBlockOf('192.0.2.1')).toBe(widerBlockOf('192.0.2.255'));
  expect(widerBlockOf('192.0.2.1')).not.toBe(widerBlockOf('192.0.3.1'));
});
