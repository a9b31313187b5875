import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitsOf } from './address.ts';
import { addressFromBytes, addressToBytes } from './address-bytes.ts';

describe('the bytes of an address', () => {
  it('are in network byte order', () => {
    expect(addressToBytes({ family: 4, value: 0x0a00_0102n })).toEqual(new Uint8Array([10, 0, 1, 2]));
    expect(addressToBytes({ family: 6, value: 1n })).toEqual(new Uint8Array([...Array(15).fill(0), 1]));
  });

  it('are read as the address that they were made of', () => {
    const family = fc.constantFrom(4 as const, 6 as const);
    const address = family.chain((each) =>
      fc.bigInt({ min: 0n, max: (1n << BigInt(bitsOf(each))) - 1n }).map((value) => ({ family: each, value })),
    );
    fc.assert(
      fc.property(address, (each) => {
        expect(addressFromBytes(addressToBytes(each))).toEqual(each);
      }),
    );
  });

  it.each([0, 3, 5, 15, 17])('are no address if there are %i', (length) => {
    expect(addressFromBytes(new Uint8Array(length))).toBeUndefined();
  });
});
