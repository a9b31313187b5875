import { describe, expect, it } from 'vitest';
import { count, flag, instant, oneOf, searchOf, text, texts } from './search.ts';

const read = searchOf({
  q: text(5),
  people: texts(5, 2),
  show: oneOf(['admins', 'users']),
  hours: oneOf([1, 24]),
  add: flag,
  page: count,
  from: instant,
});

describe('searchOf', () => {
  it('returns valid parameters and drops unknown ones', () => {
    const valid = { q: 'anna', people: ['a', 'b'], show: 'admins', hours: 24, add: true, page: 2 };
    const from = '2030-01-01T00:00:00+01:00';
    expect(read({ ...valid, from, other: 'x' } as never)).toEqual({ ...valid, from });
  });

  it.each([
    { q: 'too long' },
    { q: { nested: true } },
    { people: ['a', 'b', 'c'] },
    { people: ['a', null] },
    { show: 'everyone' },
    { hours: '24' },
    { add: 'true' },
    { page: 0 },
    { page: 1.5 },
    { page: '' },
    { from: '2030-01-01' },
    { from: '2030-13-41T00:00:00Z' },
  ])('drops the invalid parameter %o', (invalid) => {
    expect(read(invalid as never)).toEqual({});
  });

  it('accepts a number as text, text as a count and one value as a list', () => {
    expect(read({ q: 12, page: '3', people: 7 } as never)).toEqual({ q: '12', page: 3, people: ['7'] });
  });
});
