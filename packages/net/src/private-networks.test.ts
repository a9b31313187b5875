import { expect, it } from 'vitest';
import { isPrivateNetwork } from './private-networks.ts';
import { parseSubnet } from './subnet.ts';

it.each([
  ['10.0.0.0/8', true],
  ['10.0.0.0/7', false],
  ['172.31.0.0/16', true],
  ['172.32.0.0/16', false],
  ['100.64.0.0/10', true],
  ['192.0.2.0/24', false],
  ['fd00::/48', true],
  ['2001:db8::/32', false],
  ['0.0.0.0/0', false],
])('for %s returns %s', (text, isPrivate) => {
  const subnet = parseSubnet(text);
  expect(subnet && isPrivateNetwork(subnet)).toBe(isPrivate);
});
