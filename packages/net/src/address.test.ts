import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressIn, anyAddress } from '../test/arbitraries.ts';
import { type Address, formatAddress, parseAddress } from './address.ts';

/** What the product shows for an address that a user typed. */
function canonical(text: string): string | undefined {
  const address = parseAddress(text);
  return address && formatAddress(address);
}

describe('parseAddress and formatAddress', () => {
  it('read a formatted address back unchanged', () => {
    fc.assert(
      fc.property(anyAddress, (address) => {
        expect(parseAddress(formatAddress(address))).toEqual(address);
      }),
    );
  });

  it('accept padded, upper-case and shortened groups', () => {
    fc.assert(
      fc.property(addressIn(6), fc.nat(7), fc.nat(7), fc.boolean(), (address, from, to, dotted) => {
        const groups = groupsOf(address).map((group) => group.toString(16).padStart(4, '0').toUpperCase());
        const tail = dotted ? [groupsOf({ family: 4, value: address.value & 0xffffffffn }).join('.')] : groups.slice(6);
        const written = [...groups.slice(0, 6), ...tail].join(':');
        expect(parseAddress(written)).toEqual(address);

        const shortened = groups.map((group, index) => (index >= from && index <= to ? '0000' : group));
        const zeros = from <= to ? shortened.toSpliced(from, to - from + 1, '*').join(':') : shortened.join(':');
        expect(parseAddress(zeros.replace(/:?\*:?/, '::'))).toEqual(parseAddress(shortened.join(':')));
      }),
    );
  });

  it('return an IPv4 address unchanged', () => {
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        expect(canonical(text)).toBe(text);
      }),
    );
  });

  it('accept every IPv6 spelling of the RFC 3986 grammar', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        expect(parseAddress(text)?.family).toBe(6);
      }),
    );
  });

  it('represent an address as a number of 32 or 128 bits', () => {
    expect(parseAddress('10.1.0.2')).toEqual({ family: 4, value: 0x0a010002n });
    expect(parseAddress('255.255.255.255')).toEqual({ family: 4, value: 2n ** 32n - 1n });
    expect(parseAddress('::1:2')).toEqual({ family: 6, value: 0x10002n });
    expect(parseAddress('ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff')).toEqual({ family: 6, value: 2n ** 128n - 1n });
  });

  it('order octets and groups of 16 bits from the highest', () => {
    expect(groupsOf({ family: 4, value: 0x0a0100ffn })).toEqual([10, 1, 0, 255]);
    expect(groupsOf({ family: 6, value: (0xfd00n << 112n) | 7n })).toEqual([0xfd00, 0, 0, 0, 0, 0, 0, 7]);
  });

  it.each([
    // RFC 5952 §1, §2.1, §2.2, §4.2.1, §4.2.2, §4.2.3, §5
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['2001:0db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['2001:db8::0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['2001:DB8:0:0:1::1', '2001:db8::1:0:0:1'],
    ['2001:db8:aaaa:bbbb:cccc:dddd:eeee:0001', '2001:db8:aaaa:bbbb:cccc:dddd:eeee:1'],
    ['2001:db8:aaaa:bbbb:cccc:dddd::1', '2001:db8:aaaa:bbbb:cccc:dddd:0:1'],
    ['2001:db8:0:0:0::1', '2001:db8::1'],
    ['2001:db8:0:0:0:0:2:1', '2001:db8::2:1'],
    ['2001:db8::1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
    ['2001:db8:AAAA:BBBB:CCCC:DDDD:EEEE:AaAa', '2001:db8:aaaa:bbbb:cccc:dddd:eeee:aaaa'],
    ['0:0:0:0:0:ffff:192.0.2.1', '::ffff:192.0.2.1'],
    ['::ffff:c000:201', '::ffff:192.0.2.1'],
    ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
    ['0:0:0:0:0:0:0:0', '::'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['1:0:0:0:0:0:0:0', '1::'],
    ['1:2:3:4:5:6:1.2.3.4', '1:2:3:4:5:6:102:304'],
  ])('format %s as %s', (written, shown) => {
    expect(canonical(written)).toBe(shown);
  });

  it.each([
    '',
    ' 10.0.0.1',
    '10.0.0.1\n',
    '10.0.0',
    '10.0.0.0.1',
    '10.0.0.256',
    '10.0.0.01',
    '010.0.0.1',
    '0x0a.0.0.1',
    '10.0.0.-1',
    '10.0.0.1e1',
    '10..0.1',
    '167772161',
    '10.0.0.1/24',
    '١٠.0.0.1',
    ':',
    ':::',
    '::1::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7:8::',
    '::1:2:3:4:5:6:7:8',
    '1:2:3:4::5:6:7:8',
    ':1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:',
    '12345::',
    'g::',
    'fe80::1%eth0',
    '[::1]',
    '::1.2.3',
    '::1.2.3.04',
    '1.2.3.4::',
    '::1.2.3.4:5',
    '1:2:3:4:5:6:7:1.2.3.4',
    '1.2.3.4:5::',
  ])('reject %j', (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });
});

/** Octets of an IPv4 address, 16-bit groups of an IPv6 address. */
function groupsOf({ family, value }: Address): number[] {
  const [count, bits] = family === 4 ? [4, 8] : [8, 16];
  return Array.from({ length: count }, (_, index) =>
    Number(BigInt.asUintN(bits, value >> BigInt(bits * (count - 1 - index)))),
  );
}
