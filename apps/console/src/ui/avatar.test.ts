import { expect, it } from 'vitest';
import { initialsOf } from './avatar.tsx';

it.each([
  ['Emma Walker', 'EW'],
  ['Anna Maria Stępień', 'AS'],
  ['emma.walker', 'EW'],
  ['김 민준', '김민'],
  ['warsaw', 'W'],
  ['  ', ''],
  ['👩‍🚀 Station', '👩S'],
])('shows the initials of %j as %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
