import { expect, it } from 'vitest';
import { addressFault } from './address-fault.ts';

const gateways = ['10.1.0.1/24', 'fd00:1::1/64'];

it.each([
  ['abc', '10.1.0.0/24', 'not_address'],
  ['300.1.1.1', '10.1.0.0/24', 'not_address'],
  ['192.0.2.1', '10.1.0.0/24', 'outside'],
  ['fd00:1::2', '10.1.0.0/24', 'outside'],
  ['10.1.0.0', '10.1.0.0/24', 'reserved'],
  ['10.1.0.255', '10.1.0.0/24', 'reserved'],
  ['10.1.0.1', '10.1.0.0/24', 'gateway'],
  ['fd00:1:0::1', 'fd00:1::/64', 'gateway'],
  ['10.1.0.2', '10.1.0.0/24', undefined],
  ['fd00:1::2', 'fd00:1::/64', undefined],
])('of %s in %s is %s', (address, network, fault) => {
  expect(addressFault(address, network, gateways)).toBe(fault);
});
