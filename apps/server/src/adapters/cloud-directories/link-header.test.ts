import { expect, it } from 'vitest';
import { nextLink } from './link-header.ts';

it.each([
  ['rel="next"', true],
  ['rel="self next"', true],
  ['rel = next', true],
  ['title="a"; REL=Next', true],
  ['rel="nextish"', false],
  ['rel="self"', false],
])('takes a link with %s as the next page: %s', (parameters, isNext) => {
  const headers = new Headers({ link: `<https://a.example/1>; rel="self", <https://a.example/2>; ${parameters}` });
  const next = nextLink(headers, new URL('https://a.example/1'));
  expect(next?.href).toBe(isNext ? 'https://a.example/2' : undefined);
});
