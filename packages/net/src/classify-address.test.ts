import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressNear, anySubnet } from '../test/arbitraries.ts';
import { type Address, formatAddress, parseAddress } from './address.ts';
import { parseInterfaceAddressList } from './address-list.ts';
import { classifyAddress } from './classify-address.ts';
import { lowestFreeAddress } from './lowest-free-address.ts';

const free = { valid: true, available: true };
const unavailable = { valid: true, available: false };
const invalid = { valid: false, available: false };

function addresses(...texts: string[]): Address[] {
  return texts.flatMap((text) => parseAddress(text) ?? []);
}

describe('an address chosen for a device', () => {
  const list = parseInterfaceAddressList('10.1.0.1/24, fd00::5/64, 10.9.0.0/31');
  const networks = list.kind === 'list' ? list.items : [];
  const taken = addresses('10.1.0.2', 'fd00::2');

  it.each([
    ['10.1.0.3', 'is free', free],
    ['10.1.0.254', 'is free', free],
    ['fd00::1', 'is free', free],
    ['FD00:0::0:6', 'is free in any spelling', free],
    ['10.9.0.1', 'is free, the other end of a point-to-point network', free],
    ['10.1.0.0', 'is a network address', unavailable],
    ['10.1.0.255', 'is a broadcast address', unavailable],
    ['fd00::', 'is a network address', unavailable],
    ['fd00::ffff:ffff:ffff:ffff', 'is the last address', unavailable],
    ['10.1.0.1', "is the gateway's", unavailable],
    ['fd00::5', "is the gateway's", unavailable],
    ['10.9.0.0', "is the gateway's", unavailable],
    ['10.1.0.2', "is another device's", unavailable],
    ['fd00:0:0:0::2', "is another device's in any spelling", unavailable],
    ['10.1.1.3', 'is outside', invalid],
    ['fd00:0:0:1::3', 'is outside', invalid],
    ['::10.1.0.3', 'is of another family', invalid],
    ['10.1.0.3/24', 'is no address', invalid],
    ['', 'is no address', invalid],
  ])('%s %s', (text, _, expected) => {
    expect(classifyAddress(text, networks, taken)).toEqual(expected);
  });

  it('does not count as held when an address of the other family has the same number', () => {
    const sparse = parseInterfaceAddressList('::a01:1/120');
    const networks6 = sparse.kind === 'list' ? sparse.items : [];
    expect(classifyAddress('::a01:3', networks6, addresses('10.1.0.3'))).toEqual(free);
  });

  it('is available when it is the one that would have been handed out', () => {
    const location = anySubnet.chain((subnet) =>
      fc.record({ subnet: fc.constant(subnet), address: addressNear(subnet), taken: fc.array(addressNear(subnet)) }),
    );
    fc.assert(
      fc.property(location, ({ subnet, address, taken }) => {
        const suggested = lowestFreeAddress(subnet, [...taken, address]);
        fc.pre(suggested !== undefined);
        const network = { subnet, address, text: '' };
        expect(classifyAddress(formatAddress(suggested), [network], taken)).toEqual(free);
      }),
    );
  });
});
