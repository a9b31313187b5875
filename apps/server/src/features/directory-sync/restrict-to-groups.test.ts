import { expect, it } from 'vitest';
import { findIncompleteAnswer } from './check-guards.ts';
import { planSync } from './plan-sync.ts';
import { restrictToGroups } from './restrict-to-groups.ts';
import type { StoredState, SyncRules } from './sync-state.ts';

const person = (name: string) => ({
  ...{ externalId: name, username: name, firstName: 'F', lastName: 'L' },
  ...{ email: `${name}@x.org`, phone: '', isActive: true },
});
const users = ['ada', 'bob', 'mallory'].map(person);
const group = (externalId: string, name: string, ...memberIds: string[]) => ({ externalId, name, memberIds });
const staff = group('s', 'staff', 'ada', 'bob');
const other = group('m', 'staff', 'mallory');
const ambiguous = [{ kind: 'group_name_ambiguous', name: 'staff' }];

/** Groups here by name, with the external ids that they are linked to. */
const given = (links: Readonly<Record<string, string | undefined>>): StoredState => ({
  ...{ users: [], members: [] },
  groups: Object.entries(links).map(([name, externalId], index) => ({
    ...{ id: index + 1, name, is_admin: false, managed_by: 'ldap', externalId, isLinkedElsewhere: false },
  })),
});
const select = (
  groups: readonly (typeof staff)[],
  stored: StoredState,
  target: 'all' | 'users' | 'groups' = 'all',
  groupNames = ['staff'],
) => {
  const scope = restrictToGroups({ users, groups }, stored, { target, groupNames });
  return {
    ids: scope.groups.map(({ externalId }) => externalId),
    people: scope.users.map(({ username }) => username),
    problems: scope.problems,
  };
};

it('selects a group by its name if no other group has it', () => {
  const found = { ids: ['s'], people: ['ada', 'bob'], problems: [] };
  for (const target of ['all', 'users', 'groups'] as const) {
    expect(select([staff, group('x', 'other', 'mallory')], given({}), target)).toEqual(found);
  }
  expect(select([group('x', 'staff ', 'mallory')], given({}))).toEqual({ ids: [], people: [], problems: [] });
});

it('selects none of several groups that have a name, and says so', () => {
  for (const links of [{}, { staff: undefined }, { staff: 'gone' }]) {
    expect(select([staff, other], given(links))).toEqual({ ids: [], people: [], problems: ambiguous });
  }
  const groups = [staff, other, group('d', 'dev', 'bob')];
  expect(select(groups, given({}), 'all', ['staff', 'dev', 'staff'])).toEqual({
    ...{ ids: ['d'], people: ['bob'], problems: ambiguous },
  });
});

it('selects only the group that is linked if others have its name', () => {
  const found = { ids: ['s'], people: ['ada', 'bob'], problems: [] };
  for (const links of [{ staff: 's' }, { 'former name': 's' }, { staff: undefined, 'former name': 's' }]) {
    expect(select([other, staff], given(links))).toEqual(found);
  }
  // another linked group was renamed to the name
  expect(select([other, staff], given({ 'former name': 'm', staff: 's' }))).toEqual(found);
  expect(select([other, staff], given({ a: 'm', b: 's' })).problems).toEqual(ambiguous);
});

it('does not use links of groups where only accounts are synchronized', () => {
  expect(select([staff, other], given({ staff: 's' }), 'users')).toEqual({ ids: [], people: [], problems: ambiguous });
});

it('does not remove accounts because another group has the name of the selected one', () => {
  const account = { id: 1, username: 'ada', first_name: 'F', last_name: 'L', email: 'ada@x.org', phone: null };
  const stored: StoredState = {
    ...given({}),
    users: [
      {
        ...{ ...account, is_active: true, adminGroupIds: [], canSignIn: false, managed_by: 'ldap', externalId: 'ada' },
        ...{ isLinkedElsewhere: false, isDisabledBySync: false },
      },
    ],
  };
  const rules: SyncRules = {
    ...{ source: 'ldap', target: 'users', userBehavior: 'delete', adminBehavior: 'keep', groupNames: ['staff'] },
    ...{ linksGroupsByName: false, protectedUserIds: new Set(), confirmedUserIds: new Set() },
    isReserved: () => false,
  };
  const snapshot = { users, groups: [staff, other] };
  const plan = planSync(snapshot, stored, rules);
  expect(plan.problems).toEqual(ambiguous);
  const limits = { target: rules.target, groupNames: rules.groupNames, removalPercent: 100 };
  expect(findIncompleteAnswer({ snapshot, stored, plan, rules: limits })).toBe('empty');
});
