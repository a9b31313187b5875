import { expect, it } from 'vitest';
import { keyFileName } from './key-file-name.ts';

it.each([
  ['Laptop', 'ssh', 'Laptop.pub'],
  ['Work key', 'gpg', 'Work key.asc'],
  ['ada@laptop', 'ssh', 'ada@laptop.pub'],
  ['SHA256:a/b', 'ssh', 'SHA256_a_b.pub'],
  ['../../etc', 'gpg', '_.._etc.asc'],
  ['...', 'ssh', 'key.pub'],
] as const)('names the file of the key "%s" (%s) "%s"', (name, type, fileName) => {
  expect(keyFileName(name, type)).toBe(fileName);
});
