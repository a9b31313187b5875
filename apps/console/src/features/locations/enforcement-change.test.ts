import { expect, it } from 'vitest';
import { enforcementChange } from './enforcement-change.ts';

const off = { acl_enabled: false, acl_default_allow: false };
const deny = { acl_enabled: true, acl_default_allow: false };
const allow = { acl_enabled: true, acl_default_allow: true };

it('tells starting, stopping and another default apart', () => {
  expect(enforcementChange(off, deny)).toBe('start');
  expect(enforcementChange(off, allow)).toBe('start');
  expect(enforcementChange(allow, off)).toBe('stop');
  expect(enforcementChange(deny, allow)).toBe('allow');
  expect(enforcementChange(allow, deny)).toBe('deny');
});

it('is undefined without an effect on devices', () => {
  expect(enforcementChange(deny, deny)).toBeUndefined();
  expect(enforcementChange(off, { ...off, acl_default_allow: true })).toBeUndefined();
});
