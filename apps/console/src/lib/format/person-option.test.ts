import { expect, it } from 'vitest';
import { personOption } from './person-option.ts';

it('adds the username to the name', () => {
  const ada = { id: 7, username: 'ada', first_name: 'Ada', last_name: 'Lovelace' };
  expect(personOption(ada)).toEqual({ value: '7', label: 'Ada Lovelace (ada)' });
});

it('shows the username once for a user without a name', () => {
  expect(personOption({ id: 8, username: 'bob', first_name: '', last_name: '' })).toEqual({ value: '8', label: 'bob' });
});
