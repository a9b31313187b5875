import { Username } from '@gatewarden/contract/primitives';
import { describe, expect, it } from 'vitest';
import { makePeople } from './people.ts';
import { createRandom } from './random.ts';

const until = new Date('2030-01-01T00:00:00Z');
const people = (seed: string) => makePeople(2_000, createRandom(seed), until);

describe('people of the data set', () => {
  it('are the same for the same seed', () => {
    expect(people('one')).toEqual(people('one'));
    expect(people('one')).not.toEqual(people('another'));
  });

  it('have user names that the product allows, each once', () => {
    const names = people('one').map(({ username }) => username);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !Username.safeParse(name).success)).toEqual([]);
  });

  it('write their names in Latin letters, in Hangul and with Polish marks', () => {
    const names = people('one').map(({ firstName, lastName }) => `${firstName} ${lastName}`);
    for (const script of [/^[A-Za-z ]+$/, /^[가-힣 ]+$/, /[ąćęłńóśźż]/i]) {
      expect(names.filter((name) => script.test(name)).length).toBeGreaterThan(200);
    }
  });
});
