import { expect, it } from 'vitest';
import { toUsername } from './external-username.ts';

it.each([
  ['ada', 'RemoveForbidden', 'ada'],
  ['ada lovelace', 'RemoveForbidden', 'adalovelace'],
  ['ada@example.com', 'RemoveForbidden', 'adaexample.com'],
  ['ada lovelace', 'ReplaceForbidden', 'ada_lovelace'],
  ['ada@example.com', 'ReplaceForbidden', 'ada_example.com'],
  ['ada b@example.com', 'PruneEmailDomain', 'ada_b'],
  ['.-_ada', 'RemoveForbidden', 'ada'],
  ['@ada', 'ReplaceForbidden', 'ada'],
  ['Ünal', 'RemoveForbidden', 'nal'],
  ['👩‍🚀a', 'ReplaceForbidden', 'a'],
  ['x'.repeat(80), 'RemoveForbidden', 'x'.repeat(63)],
  ['', 'RemoveForbidden', undefined],
  ['김민수', 'RemoveForbidden', undefined],
  ['@example.com', 'PruneEmailDomain', undefined],
] as const)('makes of %s with %s the username %s', (name, handling, expected) => {
  expect(toUsername(name, handling)).toBe(expected);
});
