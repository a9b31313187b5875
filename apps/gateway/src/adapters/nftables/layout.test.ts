import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccessEntry } from '../../ports/firewall.ts';
import { changeLayout, createLayout, type Layout } from './layout.ts';

function entry(rule: number): AccessEntry {
  const address = `10.0.${rule >> 8}.${rule & 255}`;
  return { family: 4, first: address, last: address, services: [], allow: true, rule: `${rule}` };
}

/** Profiles with the entries of these rules, as new objects. */
function profilesOf(rules: Readonly<Record<string, readonly number[]>>) {
  return new Map(Object.entries(rules).map(([id, own]) => [id, own.map(entry)]));
}

/** The different rules of each profile according to the layout, ascending. */
function rulesOf({ blocks, profiles }: Layout): Record<string, number[]> {
  const rules = (ids: readonly string[]) => ids.flatMap((id) => blocks.get(id) ?? []).map(({ rule }) => Number(rule));
  return Object.fromEntries([...profiles].map(([id, own]) => [id, [...new Set(rules(own))].sort((a, b) => a - b)]));
}

describe('a layout', () => {
  it('shares the entries that the same profiles have', () => {
    const rules = { a: [1, 2, 3], b: [1, 2, 4], c: [1, 2] };
    const layout = createLayout(profilesOf(rules));
    expect(rulesOf(layout)).toEqual(rules);
    expect([...layout.blocks.values()].map((block) => block.length).sort()).toEqual([1, 1, 2]);
  });

  it('has one block for each group of a user, even if rules name several groups', () => {
    // rule 12 names two groups
    const rules = { first: [1, 12], second: [2, 12], both: [1, 2, 12] };
    const layout = createLayout(profilesOf(rules));
    expect(rulesOf(layout)).toEqual(rules);
    expect([...layout.profiles.values()].map((blocks) => blocks.length)).toEqual([1, 1, 2]);
  });

  it('has the entries of each profile in at most eight blocks, for any profiles', () => {
    const rule = fc.integer({ min: 0, max: 30 });
    const profile = fc.uniqueArray(rule, { maxLength: 25 });
    fc.assert(
      fc.property(fc.array(profile, { maxLength: 12 }), fc.array(profile, { maxLength: 4 }), (given, added) => {
        const rules = Object.fromEntries(given.map((own, id) => [`p${id}`, own.toSorted((a, b) => a - b)]));
        const more = Object.fromEntries(added.map((own, id) => [`q${id}`, own.toSorted((a, b) => a - b)]));
        const before = createLayout(profilesOf(rules));
        const after = changeLayout(before, profilesOf({ ...rules, ...more }));
        expect(rulesOf(before)).toEqual(rules);
        expect(rulesOf(after)).toEqual({ ...rules, ...more });
        for (const blocks of after.profiles.values()) expect(blocks.length).toBeLessThanOrEqual(8);
      }),
    );
  });

  it('does not depend on the order of profiles and entries', () => {
    const one = createLayout(profilesOf({ a: [1, 2, 3], b: [3, 4] }));
    const other = createLayout(profilesOf({ b: [4, 3], a: [3, 2, 1] }));
    expect(new Map([...other.profiles].sort())).toEqual(new Map([...one.profiles].sort()));
  });

  it('limits the blocks of a profile, whatever the others have in common with it', () => {
    const all = Array.from({ length: 40 }, (_, rule) => rule);
    const rules: Record<string, number[]> = { all };
    for (const rule of all) rules[`p${rule}`] = [rule];
    const layout = createLayout(profilesOf(rules));
    expect(rulesOf(layout)).toEqual(rules);
    expect(layout.profiles.get('all')).toHaveLength(8);
  });

  it('has no block for a profile without entries', () => {
    expect(createLayout(profilesOf({ a: [] }))).toEqual({ blocks: new Map(), profiles: new Map([['a', []]]) });
  });
});

describe('a changed layout', () => {
  it('keeps profiles, uses their blocks for a new one, and has one more for the rest', () => {
    const before = createLayout(profilesOf({ a: [1, 2], b: [3, 4] }));
    const rules = { a: [1, 2], b: [3, 4], c: [1, 2, 3, 5] };
    const after = changeLayout(before, profilesOf(rules));
    expect(rulesOf(after)).toEqual(rules);
    expect([...after.blocks].filter(([id]) => !before.blocks.has(id)).map(([, block]) => block.length)).toEqual([2]);
    for (const id of ['a', 'b']) expect(after.profiles.get(id)).toBe(before.profiles.get(id));
  });

  it('has no blocks of removed profiles', () => {
    const before = createLayout(profilesOf({ a: [1, 2], b: [2, 3] }));
    const after = changeLayout(before, profilesOf({ b: [2, 3] }));
    expect(rulesOf(after)).toEqual({ b: [2, 3] });
    expect(after.blocks.size).toBe(2);
  });

  it('uses blocks that have entries in common', () => {
    const first = createLayout(profilesOf({ a: [1, 2], b: [1, 3] }));
    const own = changeLayout(first, profilesOf({ a: [1, 2], b: [1, 3], c: [2, 3] }));
    const after = changeLayout(own, profilesOf({ c: [2, 3], d: [2, 3, 4] }));
    expect(rulesOf(after)).toEqual({ c: [2, 3], d: [2, 3, 4] });
  });
});
