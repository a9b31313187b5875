import { expect, it } from 'vitest';
import { omitOwnerStacks } from './owner-stacks.ts';

it.each([undefined, {}])('fails if React has no counter of recorded stacks: %o', (internals) => {
  expect(() => omitOwnerStacks(internals ?? null)).toThrow('recentlyCreatedOwnerStacks');
});

it('replaces the counter, also twice in a process', () => {
  const internals = { recentlyCreatedOwnerStacks: 0 };
  omitOwnerStacks(internals);
  internals.recentlyCreatedOwnerStacks += 1;
  expect(internals.recentlyCreatedOwnerStacks).toBe(10_000);
});
