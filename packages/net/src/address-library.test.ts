import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { expect, it } from 'vitest';
import { addressIn, anyAddress } from '../test/arbitraries.ts';
import { formatAddress, parseAddress } from './address.ts';
import { contains, parseSubnet } from './subnet.ts';

it('parses and formats addresses like the ipaddr.js library', () => {
  fc.assert(
    fc.property(anyAddress, (address) => {
      const reference = ipaddr.parse(formatAddress(address));
      expect(reference.toByteArray()).toEqual([...bytesOf(address.value, address.family === 4 ? 4 : 16)]);
      expect(parseAddress(reference.toNormalizedString())).toEqual(address);
    }),
  );
});

it('rejects every text that ipaddr.js rejects', () => {
  const pieces = fc.constantFrom(...'0123456789abcdefg:./%[] -'.split(''), '::', '255', '256', 'ffff');
  const text = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (written) => {
      if (!ipaddr.isValid(written)) expect(parseAddress(written)).toBeUndefined();
    }),
  );
});

it.each([[4, 32] as const, [6, 128] as const])(
  'matches addresses with subnets of IPv%d like ipaddr.js',
  (family, bits) => {
    fc.assert(
      fc.property(addressIn(family), addressIn(family), fc.nat(bits), fc.nat(bits), (base, other, prefix, shared) => {
        // close enough to be inside sometimes
        const hostBits = BigInt(bits - shared);
        const near = {
          family,
          value: ((base.value >> hostBits) << hostBits) | BigInt.asUintN(Number(hostBits), other.value),
        };
        const network = `${formatAddress(base)}/${prefix}`;
        const subnet = parseSubnet(network);
        const reference = ipaddr.parse(formatAddress(near)).match(ipaddr.parseCIDR(network));
        expect(subnet && contains(subnet, near)).toBe(reference);
      }),
    );
  },
);

function bytesOf(value: bigint, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => Number((value >> BigInt(8 * (length - 1 - index))) & 0xffn));
}
