import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { address, rules as arbitraryRules, port, protocol } from '../test/arbitrary-rules.ts';
import { decide } from '../test/decide.ts';
import { destination, givenRule } from '../test/given-rule.ts';
import { diffRules, type EnforcedRules } from './diff.ts';
import { evaluate, type Packet } from './evaluate.ts';
import { createNaming } from './name-sources.ts';
import type { Target } from './policy.ts';
import type { AccessRule, Source } from './rule.ts';
import { createSourceSets, type Population } from './source-set.ts';

const locationId = 1;
const packet = fc.record({ destination: address, protocol, port });

/** Group 1 has all users but 4, group 2 users 1 and 2. Users 9 to 48 need more than one word of bits. */
const population: Population = {
  users: [
    { id: 1, groups: [1, 2] },
    { id: 2, groups: [1, 2] },
    { id: 3, groups: [1] },
    { id: 4, groups: [] },
    ...Array.from({ length: 40 }, (_, index) => ({ id: 9 + index, groups: [1, 3] })),
  ],
  networkDevices: [1, 2],
};
const sources: Source[] = [
  ...population.users.map((user) => ({ kind: 'user' as const, ...user })),
  ...population.networkDevices.map((id) => ({ kind: 'network-device' as const, id })),
];

/** A set of rules and what becomes of it: some are deleted, some get another id, some are added. */
const change = fc
  .tuple(arbitraryRules, arbitraryRules, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }))
  .map(([before, others, kept]) => ({
    before,
    after: [
      ...before.filter((_, index) => kept[index]).map((rule) => ({ ...rule, id: rule.id + 20 })),
      ...others.slice(0, 2).map((rule) => ({ ...rule, id: rule.id + 40 })),
    ],
  }));

const deny = (rules: readonly AccessRule[]): EnforcedRules => ({ rules, allowByDefault: false });
const unenforced: EnforcedRules = { rules: [], allowByDefault: true };

const contains = (targets: readonly Target[], each: Packet) =>
  targets.filter(
    (target) => decide({ allowByDefault: true, protectedTargets: [target] }, undefined, each).verdict === 'deny',
  ).length;

describe('diffRules', () => {
  it('has exactly the packets about which the evaluator decides differently, each once', () => {
    fc.assert(
      fc.property(
        ...[change, fc.constantFrom(...sources), fc.array(packet, { minLength: 5, maxLength: 20 })],
        ...[fc.boolean(), fc.boolean()],
        (rules, source, packets, ...defaults) => {
          const sets = createSourceSets(population);
          const before = { rules: rules.before, allowByDefault: defaults[0] };
          const after = { rules: rules.after, allowByDefault: defaults[1] };
          const changes = diffRules({ before, after, locationId }, sets);
          const own = changes.filter((each) => sets.has(each.sources, source));
          for (const each of packets) {
            const isAllowed = (side: EnforcedRules) =>
              evaluate(side.rules, { ...each, locationId, source }, side.allowByDefault).decision.verdict === 'allow';
            const [was, is] = [isAllowed(before), isAllowed(after)];
            const count = (effect: 'gained' | 'lost') =>
              own.filter((one) => one.effect === effect).reduce((sum, { targets }) => sum + contains(targets, each), 0);
            expect([count('gained'), count('lost')]).toEqual([Number(!was && is), Number(was && !is)]);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('finds no change if rules only get other ids', () => {
    const rule = givenRule({ allow: { groups: new Set([1, 2]) }, to: [destination({ addresses: ['10.0.0.0/24'] })] });
    const after = deny([{ ...rule, id: 9 }]);

    expect(diffRules({ before: deny([rule]), after, locationId }, createSourceSets(population))).toEqual([]);
  });

  it('finds what everyone loses and who keeps access if rules are enforced that were not', () => {
    const sets = createSourceSets(population);
    const rule = givenRule({ allow: { groups: new Set([1]) }, to: [destination({ addresses: ['10.0.0.4'] })] });

    const changes = diffRules({ before: unenforced, after: deny([rule]), locationId }, sets);

    const rows = changes.map(({ effect, sources: who, targets }) => {
      const ipv4 = targets.filter(({ family }) => family === 4).map(({ first, last }) => [first, last]);
      return [effect, sets.usersOf(who).length, sets.networkDevicesOf(who), ipv4];
    });
    const server = 0x0a00_0004n;
    expect(rows).toEqual([
      [
        'lost',
        44,
        [1, 2],
        [
          [0n, server - 1n],
          [server + 1n, 0xffff_ffffn],
        ],
      ],
      ['lost', 1, [1, 2], [[server, server]]],
    ]);
    expect(diffRules({ before: unenforced, after: unenforced, locationId }, sets)).toEqual([]);
  });

  it('names all users, whole groups, exceptions and the remaining users, and joins what the same sources gain', () => {
    const sets = createSourceSets(population);
    const name = createNaming(sets);
    const to = (address: string) => [destination({ addresses: [address] })];
    const before = [
      givenRule({ id: 1, to: to('10.0.0.4'), allow: { everyNetworkDevice: true } }),
      givenRule({ id: 2, to: to('10.0.0.5'), allow: { users: new Set([2]) } }),
    ];
    const after = [
      givenRule({ id: 2, to: to('10.0.0.5'), allow: { users: new Set([2]) } }),
      givenRule({ id: 3, to: to('10.0.0.1'), allow: { everyUser: true } }),
      givenRule({ id: 4, to: to('10.0.0.2'), allow: { groups: new Set([2]), users: new Set([4]) } }),
      givenRule({ id: 5, to: to('10.0.0.3'), allow: { groups: new Set([1]) } }),
      givenRule({ id: 6, to: to('10.0.0.9'), allow: { groups: new Set([1]) } }),
      givenRule({ id: 8, to: to('10.0.0.6'), allow: { everyUser: true }, deny: { groups: new Set([2]) } }),
      // user 2 keeps what the rest of the group gains
      givenRule({ id: 7, to: to('10.0.0.5'), allow: { groups: new Set([2]) } }),
    ];

    const rows = diffRules({ before: deny(before), after: deny(after), locationId }, sets).map((each) => {
      const { userCount, ...named } = name(each.sources);
      const targets = each.targets.map(({ last }) => Number(last % 256n));
      const names = Object.entries(named).filter(([, value]) => value === true || (Array.isArray(value) && value[0]));
      return [each.effect, Object.fromEntries(names), userCount, targets];
    });

    expect(rows).toEqual([
      ['gained', { everyUser: true }, 44, [1]],
      ['gained', { groups: [2], users: [4] }, 3, [2]],
      ['gained', { groups: [1] }, 43, [3, 9]],
      ['lost', { networkDevices: [1, 2] }, 0, [4]],
      ['gained', { users: [1] }, 1, [5]],
      ['gained', { everyUser: true, exceptGroups: [2] }, 42, [6]],
    ]);
  });
});
