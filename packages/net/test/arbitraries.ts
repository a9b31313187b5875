import fc from 'fast-check';
import { type Address, bitsOf, type Family } from '../src/address.ts';
import { type Subnet, subnetOf } from '../src/subnet.ts';

const anyFamily = fc.constantFrom<Family>(4, 6);

export function addressIn(family: Family): fc.Arbitrary<Address> {
  const max = (1n << BigInt(bitsOf(family))) - 1n;
  const wide = fc.bigInt({ min: 0n, max });
  // Real addresses have runs of zeros, which are rare in evenly distributed numbers.
  const sparse = fc
    .array(fc.oneof(fc.constant(0), fc.nat(0xffff)), { minLength: 8, maxLength: 8 })
    .map((groups) => groups.reduce((value, group) => (value << 16n) | BigInt(group), 0n) & max);
  return fc.oneof(wide, sparse).map((value) => ({ family, value }));
}

export const anyAddress = anyFamily.chain(addressIn);

export const anySubnet = anyAddress.chain((address) =>
  fc.nat(bitsOf(address.family)).map((prefix) => subnetOf(address, prefix)),
);

/** An address at most 300 steps from either end of the subnet, so sometimes outside of it. */
export function addressNear({ family, first, last }: Subnet): fc.Arbitrary<Address> {
  const max = (1n << BigInt(bitsOf(family))) - 1n;
  return fc
    .tuple(fc.constantFrom(first, last), fc.integer({ min: -300, max: 300 }))
    .map(([end, step]) => end + BigInt(step))
    .filter((value) => value >= 0n && value <= max)
    .map((value) => ({ family, value }));
}
