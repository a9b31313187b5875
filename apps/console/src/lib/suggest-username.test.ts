import { expect, it } from 'vitest';
import { suggestUsername } from './suggest-username.ts';

it.each([
  [{ first: 'Jane', last: 'Doe' }, 'jane.doe'],
  [{ first: 'Łukasz', last: 'Żółć-Nowak' }, 'lukasz.zolc-nowak'],
  [{ first: '- Ann-Marie', last: '–' }, 'ann-marie'],
  [{ first: '민준', last: '김' }, 'minjun.gim'],
  [{ first: 'Jane', last: '' }, 'jane'],
  [{ first: '李', last: '雷' }, ''],
])('suggests a username in Latin letters for %o', (names, username) => {
  expect(suggestUsername(names, new Set())).toBe(username);
});

it('appends the lowest number that makes the name unique', () => {
  const taken = new Set(['jane.doe', 'jane.doe2']);
  expect(suggestUsername({ first: 'Jane', last: 'Doe' }, taken)).toBe('jane.doe3');
});

it('never suggests more than 63 characters', () => {
  const names = { first: 'x'.repeat(64), last: 'y' };
  const first = suggestUsername(names, new Set());
  const second = suggestUsername(names, new Set([first]));
  expect([first.length, second.length]).toEqual([63, 63]);
  expect(second).not.toBe(first);
});
