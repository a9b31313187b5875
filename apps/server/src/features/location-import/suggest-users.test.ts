import { describe, expect, it } from 'vitest';
import { type Candidate, createUserMatcher } from './suggest-users.ts';

let id = 0;
const user = (
  username: string,
  first_name: string,
  last_name: string,
  email = `${username}@corp.example`,
): Candidate => {
  id += 1;
  return { id, username, first_name, last_name, email };
};
const suggest = createUserMatcher([
  user('emma.walker', 'Emma', 'Walker'),
  user('ewalker2', 'Eric', 'Walker', 'e.walker@corp.example'),
  user('minjun', '민준', '김'),
  user('jo', 'Jo', 'Li'),
  user('anna', 'Anna Maria', 'Sky-Moon', 'am@corp.example'),
  user('lukasz', 'Łukasz', 'Wójcik', 'lw@corp.example'),
]);
const found = (name: string | undefined) => {
  const { suggestions, isCertain } = suggest(name);
  return [suggestions.map(({ username, reason }) => `${username} ${reason}`), isCertain];
};

describe('suggestions for the name of a peer', () => {
  it.each([
    ['emma.walker', ['emma.walker email'], true],
    ['Emma Walker (laptop)', ['emma.walker email'], true],
    ['walker-emma-iphone', ['emma.walker name'], true],
    ['e.walker@corp.example', ['ewalker2 email'], true],
    ['walker', ['emma.walker name', 'ewalker2 name'], false],
    ['lukasz.wojcik', ['lukasz username'], true],
    ['sky', ['anna name'], true],
    ['Wójcik', ['lukasz name'], true],
    ['김민준 노트북', ['minjun name'], true],
    ['minjun-phone', ['minjun email'], true],
    ['jo', ['jo email'], true],
    ['office-printer', [], false],
    ['', [], false],
    [undefined, [], false],
  ])('%s', (name, suggestions, isCertain) => {
    const [all, certain] = found(name);
    expect([(all as string[]).slice(0, suggestions.length), certain]).toEqual([suggestions, isCertain]);
    if (suggestions.length === 0) expect(all).toEqual([]);
  });
});

it('returns at most three users', () => {
  const many = createUserMatcher(Array.from({ length: 50 }, (_, n) => user(`kim${n}`, 'Kim', `Number${n}`)));
  expect(many('kim')).toMatchObject({ isCertain: false, suggestions: { length: 3 } });
});
