import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  address,
  rules as arbitraryRules,
  source as arbitrarySource,
  port,
  protocol,
} from '../test/arbitrary-rules.ts';
import { decide } from '../test/decide.ts';
import { givenRule } from '../test/given-rule.ts';
import { createCompiler } from './compile.ts';
import { evaluate } from './evaluate.ts';

const packet = fc.record({ destination: address, protocol, port });
const locationId = 1;

describe('createCompiler', () => {
  it('decides each packet as the evaluator does, by the same rule', () => {
    fc.assert(
      fc.property(
        ...[arbitraryRules, arbitrarySource, fc.array(packet, { minLength: 5, maxLength: 20 }), fc.boolean()],
        (rules, source, packets, allowByDefault) => {
          const compiler = createCompiler({ rules, locationId, allowByDefault });
          for (const each of packets) {
            const compiled = decide(compiler.policy, compiler.profileOf(source), each);
            const { decision } = evaluate(rules, { ...each, locationId, source }, allowByDefault);
            expect(withoutHiddenReason(compiled)).toEqual(withoutHiddenReason(decision));
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('does not depend on the order of rules, sources or groups', () => {
    fc.assert(
      fc.property(
        arbitraryRules,
        fc.array(arbitrarySource, { minLength: 1 }),
        fc.boolean(),
        (rules, sources, allow) => {
          const one = createCompiler({ rules, locationId, allowByDefault: allow });
          const other = createCompiler({ rules: [...rules].reverse(), locationId, allowByDefault: allow });
          const profiles = sources.map((each) => one.profileOf(each));
          const reversed = [...sources].reverse().map((each) => {
            const groups = each.kind === 'user' ? [...each.groups].reverse() : [];
            return other.profileOf(each.kind === 'user' ? { ...each, groups } : each);
          });
          expect(reversed.reverse()).toEqual(profiles);
          expect(other.policy).toEqual(one.policy);
        },
      ),
    );
  });

  it('makes no two entries that contain the same packet', () => {
    fc.assert(
      fc.property(arbitraryRules, arbitrarySource, packet, (rules, source, { destination, ...service }) => {
        const compiler = createCompiler({ rules, locationId, allowByDefault: true });
        const entries = [compiler.profileOf(source) ?? [], compiler.policy.protectedTargets];
        for (const each of entries) {
          const alone = each.map((entry) => ({ allowByDefault: false, protectedTargets: [entry] }));
          const containing = alone.filter(
            (policy) => decide(policy, undefined, { destination, ...service }).reason === 'protected',
          );
          expect(containing.length).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the entries of a profile', () => {
  it('are merged: what one rule decides alike about adjacent addresses is one range', () => {
    fc.assert(
      fc.property(arbitraryRules, arbitrarySource, (rules, source) => {
        const entries = createCompiler({ rules, locationId, allowByDefault: false }).profileOf(source) ?? [];
        const adjacent = entries.filter((one) =>
          entries.some(
            (other) =>
              one.family === other.family &&
              one.last + 1n === other.first &&
              one.ruleId === other.ruleId &&
              one.allow === other.allow &&
              one.services.join() === other.services.join(),
          ),
        );
        expect(adjacent).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('do not depend on rules that name other sources', () => {
    const compiler = createCompiler({
      rules: [1, 2].map((id) => givenRule({ id, allow: { users: new Set([id]) } })),
      ...{ locationId, allowByDefault: true },
    });

    const ruleIds = compiler.profileOf({ kind: 'user', id: 1, groups: [] })?.map(({ ruleId }) => ruleId);

    expect(ruleIds).toEqual([1, 1]);
    expect(compiler.profileOf({ kind: 'user', id: 3, groups: [] })).toBeUndefined();
  });
});

/** Where the default is to deny, gateways need not know what is protected. */
function withoutHiddenReason(decision: ReturnType<typeof decide>) {
  return decision.verdict === 'deny' && decision.reason !== 'rule' ? { verdict: 'deny' } : decision;
}
