import type { ListedUser } from '@gatewarden/contract/users';
import { expect, it } from 'vitest';
import { filterUsers, groupsOf, sourcesOf } from './filter-users.ts';

const person = (
  username: string,
  [first_name, last_name]: readonly [string, string],
  overrides: Partial<ListedUser> = {},
): ListedUser => ({
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
  has_password: true,
  is_admin: false,
  ldap_pass_requires_change: false,
  managed_by: null,
  managed_fields: [],
  device_count: 0,
  last_sign_in_at: null,
  last_connected_at: null,
  ...overrides,
});
const people = [
  person('zoe', ['Zoë', 'Żak'], { is_admin: true, groups: ['Staff', 'admin'], mfa_enabled: true }),
  person('mj', ['민준', '김'], { is_active: false }),
  person('bob', ['Bob', 'Zak'], { groups: ['Staff'], enrolled: false }),
];
const found = (filter: Parameters<typeof filterUsers>[1]) =>
  filterUsers(people, filter, new Date()).map((user) => user.username);

it('searches words of names, username and email without regard to case and accents', () => {
  expect(found({ search: 'ZAK' })).toEqual(['zoe', 'bob']);
  expect(found({ search: 'zak zoe' })).toEqual(['zoe']);
  expect(found({ search: 'bob@example' })).toEqual(['bob']);
  expect(found({ search: '민준' })).toEqual(['mj']);
});

it('filters by administrators, other users, or none', () => {
  expect(found({ kind: 'admins' })).toEqual(['zoe']);
  expect(found({ kind: 'users', search: 'zak' })).toEqual(['bob']);
  expect(found({})).toEqual(['zoe', 'mj', 'bob']);
});

it('finds users who never connected', () => {
  const users = [
    person('ann', ['Ann', 'A']),
    person('ben', ['Ben', 'B'], { last_connected_at: '2030-01-01T00:00:00' }),
  ];
  expect(filterUsers(users, { seen: 'never' }, new Date()).map(({ username }) => username)).toEqual(['ann']);
});

it('combines status, second factor and group', () => {
  expect(found({ state: 'active' })).toEqual(['zoe', 'bob']);
  expect(found({ state: 'disabled' })).toEqual(['mj']);
  expect(found({ state: 'unenrolled' })).toEqual(['bob']);
  expect(found({ factor: 'on' })).toEqual(['zoe']);
  expect(found({ group: 'Staff' })).toEqual(['zoe', 'bob']);
  expect(found({ group: 'Staff', factor: 'off', state: 'active', search: 'zak' })).toEqual(['bob']);
  expect(groupsOf(people)).toEqual(['admin', 'Staff']);
});

it('filters by the system that manages the account, and lists the systems if there are any', () => {
  const managed = [person('eve', ['Eve', 'Adder'], { managed_by: 'scim' }), ...people];
  const now = new Date('2030-01-31T12:00:00Z');
  const names = (source: string) => filterUsers(managed, { source }, now).map(({ username }) => username);
  expect(names('scim')).toEqual(['eve']);
  expect(names('local')).toEqual(['zoe', 'mj', 'bob']);
  expect(sourcesOf(managed)).toEqual(['local', 'scim']);
  expect(sourcesOf(people)).toEqual([]);
});
