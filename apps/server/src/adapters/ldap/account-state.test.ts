import { describe, expect, it } from 'vitest';
import { isUsable } from './account-state.ts';
import { EntryValues } from './entry-values.ts';

const now = new Date('2026-11-28T12:00:00Z');
const entryWith = (attributes: Record<string, string>) => new EntryValues({ dn: 'CN=ada', ...attributes });

describe('an account of Active Directory', () => {
  it.each([
    ['without an end', '0', true],
    ['without an end, as newer servers write it', '9223372036854775807', true],
    ['that ends in a second', '134403408010000000', true],
    ['that ends now', '134403408000000000', false],
    ['that ended decades ago', '116444736000000000', false],
    ['whose end is not returned', '', true],
  ])('%s', (_, accountExpires, usable) => {
    expect(isUsable(entryWith({ userAccountControl: '512', accountExpires }), true, now)).toBe(usable);
  });

  it('cannot be used while it is disabled', () => {
    expect(isUsable(entryWith({ userAccountControl: '514', accountExpires: '0' }), true, now)).toBe(false);
  });
});

it('ignores the attributes of Active Directory in other directories, and locks of 389 Directory Server apply', () => {
  expect(isUsable(entryWith({ userAccountControl: '514', accountExpires: '1' }), false, now)).toBe(true);
  expect(isUsable(entryWith({ nsAccountLock: 'TRUE' }), false, now)).toBe(false);
});
