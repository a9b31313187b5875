import type { Address } from '@gatewarden/net/address';
import type { AddressRange } from '@gatewarden/net/destination-list';
import fc from 'fast-check';
import type { Destination } from '../src/destination.ts';
import type { AccessRule, Source, SourceNames } from '../src/rule.ts';

/** Few values, so that rules, packets and sources meet. */
const family = fc.constantFrom(4 as const, 6 as const);
const smallId = fc.integer({ min: 1, max: 4 });

export const address: fc.Arbitrary<Address> = fc.record({
  family,
  value: fc.oneof(fc.bigInt(0n, 12n), fc.constantFrom(0xffff_fffen, 0xffff_ffffn)),
});

const addressRange: fc.Arbitrary<AddressRange> = fc
  .tuple(address, fc.bigInt(0n, 6n), fc.boolean())
  .map(([{ family: own, value }, size, isWhole]) => {
    const end = own === 4 ? 0xffff_ffffn : (1n << 128n) - 1n;
    if (isWhole && size === 0n) return { family: own, first: 0n, last: end };
    return { family: own, first: value, last: value + size > end ? end : value + size };
  });

const portRange = fc
  .tuple(fc.constantFrom(0, 21, 22, 23, 80, 65534, 65535), fc.integer({ min: 0, max: 3 }))
  .map(([first, size]) => ({ first, last: Math.min(65535, first + size) }));

export const protocol = fc.constantFrom(0, 1, 6, 17, 58, 132, 255);
export const port = fc.constantFrom(0, 20, 21, 22, 23, 24, 80, 81, 82, 65534, 65535);

const destination: fc.Arbitrary<Destination> = fc.record({
  addresses: fc.array(addressRange, { maxLength: 3 }),
  ports: fc.array(portRange, { maxLength: 2 }),
  protocols: fc.array(protocol, { maxLength: 2 }),
});

const names: fc.Arbitrary<SourceNames> = fc.record({
  everyUser: fc.boolean(),
  everyNetworkDevice: fc.boolean(),
  users: fc.array(smallId, { maxLength: 2 }).map((ids) => new Set(ids)),
  groups: fc.array(smallId, { maxLength: 2 }).map((ids) => new Set(ids)),
  networkDevices: fc.array(smallId, { maxLength: 2 }).map((ids) => new Set(ids)),
});

const rule = fc.record({
  priority: fc.integer({ min: -1, max: 1 }),
  locations: fc.option(
    fc.array(fc.integer({ min: 1, max: 2 }), { maxLength: 2 }).map((ids) => new Set(ids)),
    { nil: undefined },
  ),
  destinations: fc.array(destination, { minLength: 0, maxLength: 2 }),
  allowed: names,
  denied: names,
});

/** In any order. */
export const rules: fc.Arbitrary<AccessRule[]> = fc
  .array(rule, { maxLength: 6 })
  .map((all) => all.map((each, index) => ({ ...each, id: ((index * 7) % 11) + 1 })));

export const source: fc.Arbitrary<Source> = fc.oneof(
  fc.record({ kind: fc.constant('user' as const), id: smallId, groups: fc.uniqueArray(smallId, { maxLength: 3 }) }),
  fc.record({ kind: fc.constant('network-device' as const), id: smallId }),
);
