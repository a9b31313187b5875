import { expect, it } from 'vitest';
import { changedFields, changesOf } from './changed-fields.ts';

it('finds fields that differ, and treats an empty text like null', () => {
  const before = { name: 'a', list: ['x'], empty: null, on: false };
  expect(changedFields({ name: 'a', list: ['x'], empty: '', on: false }, before)).toEqual({});
  expect(changedFields({ name: 'b', list: [], empty: ' ', on: true, new: 1 }, before)).toEqual({
    name: 'b',
    list: [],
    empty: ' ',
    on: true,
    new: 1,
  });
});

it('sends what was changed, and what the form suggested because nothing was stored', () => {
  const stored = { smtp_server: 'a', smtp_port: null, smtp_password: null };
  const unchanged = { smtp_server: 'a', smtp_port: 587 };
  expect(changesOf({ smtp_server: 'b', smtp_port: 587 }, unchanged, stored)).toEqual({
    smtp_server: 'b',
    smtp_port: 587,
  });
  expect(changesOf({ smtp_server: 'a', smtp_port: 25 }, unchanged, { ...stored, smtp_port: 25 })).toEqual({
    smtp_port: 25,
  });
  expect(changesOf(unchanged, unchanged, { ...stored, smtp_port: 587 })).toEqual({});
  // removes a stored password, which the server never sends
  expect(changesOf({ ...unchanged, smtp_password: null }, unchanged, { ...stored, smtp_port: 587 })).toEqual({
    smtp_password: null,
  });
});
