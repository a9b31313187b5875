import { expect, it } from 'vitest';
import { parseAddress } from './address.ts';
import { splitAddress } from './split-address.ts';
import { parseSubnet } from './subnet.ts';

it.each([
  ['192.168.5.7', '192.168.5.0/24', '192.168.5.', '7'],
  ['192.168.3.1', '192.168.3.0/30', '192.168.3.', '1'],
  ['10.20.30.40', '10.16.0.0/12', '10.', '20.30.40'],
  ['10.0.0.1', '10.0.0.1/32', '10.0.0.', '1'],
  ['2001:db8:85a3::8a2e:370:7334', '2001:db8:85a3::/64', '2001:0db8:85a3:0000:', '0000:8a2e:0370:7334'],
  ['fd00::1', 'fd00::/120', 'fd00:0000:0000:0000:0000:0000:0000:', '0001'],
])('splits %s in %s', (text, network, fixed, editable) => {
  const [address, subnet] = [parseAddress(text), parseSubnet(network)];
  expect(address && subnet && splitAddress(address, subnet)).toEqual({ address: text, fixed, editable });
});
