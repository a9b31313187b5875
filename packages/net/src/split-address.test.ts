import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anySubnet } from '../test/arbitraries.ts';
import { parseAddress } from './address.ts';
import { splitAddress } from './split-address.ts';
import { parseInterfaceAddress } from './subnet.ts';

describe('an address cut for a form', () => {
  it.each([
    ['192.168.5.7/24', '192.168.5.', '7', '24'],
    ['192.168.3.1/30', '192.168.3.', '1', '30'],
    ['2001:db8:85a3::8a2e:370:7334/64', '2001:0db8:85a3:0000:', '0000:8a2e:0370:7334', '64'],
    ['10.1.2.3/20', '10.1.', '2.3', '20'],
    ['10.1.2.3/0', '', '10.1.2.3', '0'],
    ['10.1.2.3/31', '10.1.2.', '3', '31'],
    ['10.1.2.3/32', '10.1.2.', '3', '32'],
    ['fd00::7/120', 'fd00:0000:0000:0000:0000:0000:0000:', '0007', '120'],
    ['fd00::7/128', 'fd00:0000:0000:0000:0000:0000:0000:', '0007', '128'],
    ['fd00::7/60', 'fd00:0000:0000:', '0000:0000:0000:0000:0007', '60'],
  ])('%s has the parts %j and %j', (text, networkPart, modifiablePart, networkPrefix) => {
    const read = parseInterfaceAddress(text);
    expect(read && splitAddress(read.address, read.subnet)).toEqual({
      ip: text.split('/')[0],
      networkPart,
      modifiablePart,
      networkPrefix,
    });
  });

  it('is the address again when its parts are joined', () => {
    const subnetAndAddress = anySubnet.chain((subnet) => {
      const value = fc.bigInt({ min: subnet.first, max: subnet.last });
      return fc.tuple(
        fc.constant(subnet),
        value.map((inside) => ({ family: subnet.family, value: inside })),
      );
    });
    fc.assert(
      fc.property(subnetAndAddress, ([subnet, address]) => {
        const { ip, networkPart, modifiablePart } = splitAddress(address, subnet);
        expect(parseAddress(networkPart + modifiablePart)).toEqual(address);
        expect(parseAddress(ip)).toEqual(address);
        expect(modifiablePart).not.toBe('');
        const lowest = splitAddress({ family: subnet.family, value: subnet.first }, subnet);
        expect(networkPart).toBe(lowest.networkPart);
      }),
    );
  });
});
