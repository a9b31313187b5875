import type { UserInfo } from '@gatewarden/contract/users';
import { expect, it } from 'vitest';
import { filterUsers } from './list-users.ts';

const person = (username: string, first_name: string, last_name: string, is_admin = false): UserInfo => ({
  id: 1,
  username,
  first_name,
  last_name,
  email: `${username}@example.com`,
  phone: null,
  mfa_enabled: false,
  totp_enabled: false,
  email_mfa_enabled: false,
  webauthn_enabled: false,
  mfa_method: 'None',
  groups: [],
  authorized_apps: [],
  is_active: true,
  enrolled: true,
  is_admin,
  ldap_pass_requires_change: false,
});
const people = [person('zoe', 'Zoë', 'Żak', true), person('mj', '민준', '김'), person('bob', 'Bob', 'Zak')];
const found = (filter: Parameters<typeof filterUsers>[1]) => filterUsers(people, filter).map((user) => user.username);

it('finds people by words of their names, user name and e-mail, whatever the case and the accents', () => {
  expect(found({ search: 'ZAK' })).toEqual(['zoe', 'bob']);
  expect(found({ search: 'zak zoe' })).toEqual(['zoe']);
  expect(found({ search: 'bob@example' })).toEqual(['bob']);
  expect(found({ search: '민준' })).toEqual(['mj']);
});

it('shows administrators alone, others alone, or everybody', () => {
  expect(found({ kind: 'admins' })).toEqual(['zoe']);
  expect(found({ kind: 'users', search: 'zak' })).toEqual(['bob']);
  expect(found({})).toEqual(['zoe', 'mj', 'bob']);
});
