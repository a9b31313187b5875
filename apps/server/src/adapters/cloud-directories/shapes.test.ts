import { expect, it } from 'vitest';
import { z } from 'zod';
import { nextLink } from './link-header.ts';
import { describeProblem, listOf } from './shapes.ts';

it.each([
  ['too many items', () => Array.from({ length: 1_000_000 }, () => 0), ': Too big'],
  ['invalid items', () => Array.from({ length: 1_000 }, () => ({ id: 0 })), '0.id: Invalid input'],
  [
    'too many parts of an item',
    () => [{ id: 'a', parts: Array.from({ length: 1_000_000 }, () => 0) }],
    '0.parts: Too big',
  ],
])('reports one problem of a list with %s', (_, toValue, message) => {
  const schema = listOf(z.object({ id: z.string(), parts: listOf(z.string()).optional() }));
  const { error } = schema.safeParse(toValue());
  expect(error?.issues).toHaveLength(1);
  expect(describeProblem(error as z.ZodError)).toContain(message);
});

it('cuts a problem to 200 characters', () => {
  const { error } = z.literal('x'.repeat(1_000)).safeParse('');
  expect(describeProblem(error as z.ZodError)).toHaveLength(200);
});

it.each([
  ['rel="next"', true],
  ['rel="self next"', true],
  ['rel = next', true],
  ['title="a"; REL=Next', true],
  ['rel="nextish"', false],
  ['rel="self"', false],
])('with %s, is the next page: %s', (parameters, isNext) => {
  const headers = new Headers({ link: `<https://a.example/1>; rel="self", <https://a.example/2>; ${parameters}` });
  const next = nextLink(headers, new URL('https://a.example/1'));
  expect(next?.href).toBe(isNext ? 'https://a.example/2' : undefined);
});
