import { expect, it } from 'vitest';
import { planGroups } from './plan-groups.ts';
import type { StoredGroup } from './sync-state.ts';

const local = (id: number, name: string, changes: Partial<StoredGroup> = {}): StoredGroup => ({
  ...{ id, name, is_admin: false, managed_by: null, externalId: undefined, isLinkedElsewhere: false },
  ...changes,
});
const linked = (id: number, name: string, externalId: string) => local(id, name, { managed_by: 'ldap', externalId });
const entry = (externalId: string, name: string) => ({ externalId, name, memberIds: [] });
const first = { linksGroupsByName: true };
const later = { linksGroupsByName: false };
const taken = (name: string) => ({ kind: 'group_name_taken', name });

it('links a group with the name of one here in the first run only', () => {
  const groups = [local(1, 'vpn-prod')];
  expect(planGroups([entry('a', ' vpn-prod ')], groups, first)).toMatchObject({
    ...{ linked: [{ groupId: 1, externalId: 'a' }], added: [], problems: [] },
  });
  const { storedOf, ...plan } = planGroups([entry('a', ' vpn-prod ')], groups, later);
  expect(plan).toMatchObject({ linked: [], added: [], problems: [taken('vpn-prod')] });
  expect(storedOf.size).toBe(0);
});

it('does not link a group again that it released, in the same run or in an earlier one', () => {
  const again = [entry('b', 'vpn-prod')];
  expect(planGroups(again, [linked(1, 'vpn-prod', 'a')], later)).toMatchObject({
    ...{ linked: [], released: [{ groupId: 1 }], problems: [taken('vpn-prod')] },
  });
  expect(planGroups(again, [local(1, 'vpn-prod')], later)).toMatchObject({
    ...{ linked: [], released: [], problems: [taken('vpn-prod')] },
  });
});

it('links none of several groups with the name of one here', () => {
  const entries = [entry('a', 'vpn-prod'), entry('b', 'vpn-prod '), entry('c', 'staff')];
  const groups = [local(1, 'vpn-prod'), local(2, 'staff')];
  expect(planGroups(entries, groups, first)).toMatchObject({
    linked: [{ groupId: 2, externalId: 'c' }],
    ...{ added: [], problems: [taken('vpn-prod'), taken('vpn-prod')] },
  });
  // a group that is linked, but was renamed, has the name too
  const renamed = [entry('a', 'vpn-prod'), entry('b', 'vpn-prod')];
  expect(planGroups(renamed, [local(1, 'vpn-prod'), linked(2, 'staff', 'a')], first)).toMatchObject({
    ...{ linked: [], renamed: [], problems: [taken('vpn-prod'), taken('vpn-prod')] },
  });
});

it('adds one of several groups with a name that no group here has', () => {
  const entries = [entry('a', 'vpn-prod'), entry('b', 'vpn-prod')];
  for (const rules of [first, later]) {
    expect(planGroups(entries, [], rules)).toMatchObject({
      ...{ linked: [], added: [{ externalId: 'a', name: 'vpn-prod' }], problems: [taken('vpn-prod')] },
    });
  }
});

it('says that a group here is of administrators or managed elsewhere, in each run', () => {
  const groups = [local(1, 'root', { is_admin: true }), local(2, 'okta', { isLinkedElsewhere: true })];
  for (const rules of [first, later]) {
    expect(planGroups([entry('a', 'root'), entry('b', 'okta')], groups, rules).problems).toEqual([
      { kind: 'admin_group', name: 'root' },
      { kind: 'managed_elsewhere', name: 'okta' },
    ]);
  }
});
