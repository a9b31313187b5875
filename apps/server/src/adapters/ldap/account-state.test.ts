import { expect, it } from 'vitest';
import { isUsable } from './account-state.ts';
import { EntryValues } from './entry-values.ts';

const now = new Date('2026-11-28T12:00:00Z');
const entryWith = (attributes: Record<string, string>) => new EntryValues({ dn: 'CN=ada', ...attributes });

it.each([
  ['that never expires', true, '0'],
  ['that never expires (newer servers)', true, '9223372036854775807'],
  ['that expires in one second', true, '134403408010000000'],
  ['that expires now', false, '134403408000000000'],
  ['that expired decades ago', false, '116444736000000000'],
  ['whose expiry is not returned', true, ''],
])('in Active Directory, an account %s can be used: %s', (_, usable, accountExpires) => {
  expect(isUsable(entryWith({ userAccountControl: '512', accountExpires }), true, now)).toBe(usable);
});

it('in Active Directory, a disabled account cannot be used', () => {
  expect(isUsable(entryWith({ userAccountControl: '514', accountExpires: '0' }), true, now)).toBe(false);
});

it('ignores attributes of Active Directory in other directories', () => {
  expect(isUsable(entryWith({ userAccountControl: '514', accountExpires: '1' }), false, now)).toBe(true);
});

it('does not accept an account that is locked in 389 Directory Server', () => {
  expect(isUsable(entryWith({ nsAccountLock: 'TRUE' }), false, now)).toBe(false);
});
