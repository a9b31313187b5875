import { expect, it } from 'vitest';
import { createStatementNames } from './prepared.ts';

it('names statements by their text from the second use on', () => {
  const nameOf = createStatementNames();
  expect(nameOf('select 1')).toBeUndefined();
  const name = nameOf('select 1');
  expect(name).toMatch(/^gatewarden_.{22}$/);
  expect([nameOf('select 1'), nameOf('select 2')]).toEqual([name, undefined]);
  expect(nameOf('select 2')).not.toBe(name);
  // the same in every process, so that a name never denotes two texts behind a pooler
  const nameOfAnother = createStatementNames();
  nameOfAnother('select 1');
  expect(nameOfAnother('select 1')).toBe(name);
});

it('limits the number of prepared statements', () => {
  const nameOf = createStatementNames();
  const names = Array.from({ length: 3_000 }, (_, column) => {
    nameOf(`select ${column}`);
    return nameOf(`select ${column}`);
  });
  expect(names.filter((name) => name !== undefined)).toHaveLength(500);
});
