import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { address, rules as arbitraryRules, port, protocol } from '../test/arbitrary-rules.ts';
import { destination, givenRule } from '../test/given-rule.ts';
import { findCounterexample } from './check-expectation.ts';
import { includesAddress } from './destination.ts';
import { evaluate } from './evaluate.ts';
import type { Source } from './rule.ts';
import { createSourceSets, type SourceSets } from './source-set.ts';

const locationId = 1;
const users = [1, 2, 3].map((id) => ({ id, groups: id === 3 ? [2] : [1, 2] }));
const sources: Source[] = users.map((user) => ({ kind: 'user' as const, ...user }));
const sets: SourceSets = createSourceSets({ users, networkDevices: [] });
const small = fc.record({ destination: address, protocol, port });
const range = fc.tuple(address, fc.bigInt(0n, 6n)).map(([{ family, value }, size]) => ({
  family,
  first: value,
  last: value + size > 0xffff_ffffn ? value : value + size,
}));

describe('findCounterexample', () => {
  it('finds a packet that is decided otherwise, exactly if there is one', () => {
    fc.assert(
      fc.property(
        arbitraryRules,
        range,
        fc.array(small, { minLength: 20, maxLength: 40 }),
        fc.constantFrom('allowed', 'denied'),
        fc.boolean(),
        (rules, addresses, packets, effect, allowByDefault) => {
          const found = findCounterexample(
            { rules, locationId, allowByDefault },
            { effect, sources: sets.everyUser, destination: { addresses: [addresses], ports: [], protocols: [] } },
            sets,
          );
          const isWrong = (source: Source, packet: Parameters<typeof evaluate>[1]) =>
            evaluate(rules, { ...packet, source }, allowByDefault).decision.verdict !==
            (effect === 'allowed' ? 'allow' : 'deny');
          if (found) {
            const packet = { destination: found.address, protocol: found.protocol, port: found.port, locationId };
            expect(includesAddress([addresses], found.address)).toBe(true);
            for (const source of sources) {
              expect(isWrong(source, { ...packet, source })).toBe(sets.has(found.sources, source));
            }
            return;
          }
          const inside = packets.filter((each) => includesAddress([addresses], each.destination));
          const wrong = inside.flatMap((each) =>
            sources.filter((source) => isWrong(source, { ...each, locationId, source })),
          );
          expect(wrong).toEqual([]);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('names the first address of a network that is denied, and who is denied', () => {
    const rules = [
      givenRule({ id: 1, to: [destination({ addresses: ['10.0.0.0/8'], ports: [22] })], allow: { everyUser: true } }),
      givenRule({
        id: 2,
        priority: -1,
        to: [destination({ addresses: ['10.0.9.0/24'], ports: [22] })],
        deny: { users: new Set([2]) },
      }),
    ];

    const found = findCounterexample(
      { rules, locationId, allowByDefault: false },
      {
        effect: 'allowed',
        sources: sets.everyUser,
        destination: destination({ addresses: ['10.0.0.0/8'], ports: [22], protocols: [6] }),
      },
      sets,
    );

    expect(found && { ...found, sources: sets.usersOf(found.sources) }).toEqual({
      address: { family: 4, value: 0x0a000900n },
      ...{ protocol: 6, port: 22, sources: [2] },
    });
  });

  it('finds none for no sources', () => {
    const expectation = { effect: 'allowed', sources: sets.empty(), destination: destination({}) } as const;

    expect(findCounterexample({ rules: [], locationId, allowByDefault: false }, expectation, sets)).toBeUndefined();
  });
});
