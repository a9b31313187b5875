import { expect, it } from 'vitest';
import { z } from 'zod';
import { describeProblem, listOf } from './shapes.ts';

it.each([
  ['too many items', () => Array.from({ length: 1_000_000 }, () => 0), /^Too big/],
  ['invalid items', () => Array.from({ length: 1_000 }, () => ({ id: 0 })), /^0\.id: Invalid input/],
  [
    'too many parts of an item',
    () => [{ id: 'a', parts: Array.from({ length: 1_000_000 }, () => 0) }],
    /^0\.parts: Too big/,
  ],
])('reports one problem of a list with %s', (_, toValue, message) => {
  const schema = listOf(z.object({ id: z.string(), parts: listOf(z.string()).optional() }));
  const { error } = schema.safeParse(toValue());
  expect(error?.issues).toHaveLength(1);
  expect(describeProblem(error as z.ZodError)).toMatch(message);
});

it('cuts a problem to 200 characters', () => {
  const { error } = z.literal('x'.repeat(1_000)).safeParse('');
  expect(describeProblem(error as z.ZodError)).toHaveLength(200);
});
