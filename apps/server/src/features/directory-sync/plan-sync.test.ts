import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestPlan, findIncompleteAnswer, removesMany } from './check-guards.ts';
import { planSync } from './plan-sync.ts';
import { restrictToGroups } from './restrict-to-groups.ts';
import type { DirectorySnapshot, StoredState, StoredUser, SyncPlan, SyncRules } from './sync-state.ts';

const rules: SyncRules = {
  source: 'ldap',
  target: 'all',
  userBehavior: 'disable',
  adminBehavior: 'disable',
  groupNames: [],
  linksGroupsByName: true,
  protectedUserIds: new Set(),
  confirmedUserIds: new Set(),
  isReserved: (username) => username === 'root',
};

// few values, so that entries and accounts often meet
const letter = fc.constantFrom('a', 'b', 'c', 'd');
const externalId = fc.constantFrom('1', '2', '3', '4', '5');
const directoryUser = fc.record({
  externalId,
  username: fc.oneof(letter, fc.constantFrom('A', 'root', 'not valid')),
  firstName: letter,
  lastName: letter,
  email: fc.oneof(
    letter.map((name) => `${name}@x.org`),
    fc.constant(''),
  ),
  phone: fc.constantFrom('', '555'),
  isActive: fc.boolean(),
});
const directoryGroup = fc.record({
  externalId,
  name: fc.constantFrom('staff', 'dev', 'admin', '..', 'staff '),
  memberIds: fc.array(externalId),
});
const snapshots: fc.Arbitrary<DirectorySnapshot> = fc.record({
  users: fc.uniqueArray(directoryUser, { selector: (user) => user.externalId }),
  groups: fc.uniqueArray(directoryGroup, { selector: (group) => group.externalId }),
});
const adminGroup = {
  id: 1,
  name: 'admin',
  is_admin: true,
  managed_by: null,
  externalId: undefined,
  isLinkedElsewhere: false,
};
const states: fc.Arbitrary<StoredState> = fc
  .record({
    users: fc.uniqueArray(
      fc.record({
        username: letter,
        email: letter.map((name) => `${name}@x.org`),
        link: fc.option(externalId, { nil: undefined }),
        is_active: fc.boolean(),
        isAdmin: fc.boolean(),
        canSignIn: fc.boolean(),
        isDisabledBySync: fc.boolean(),
        isReleased: fc.boolean(),
        isElsewhere: fc.boolean(),
      }),
      {
        comparator: (a, b) =>
          a.username === b.username || a.email === b.email || (a.link !== undefined && a.link === b.link),
      },
    ),
    groups: fc.uniqueArray(
      fc.record({
        name: fc.constantFrom('staff', 'dev'),
        link: fc.option(externalId, { nil: undefined }),
        is_admin: fc.boolean(),
        isReleased: fc.boolean(),
        isElsewhere: fc.boolean(),
      }),
      { comparator: (a, b) => a.name === b.name || (a.link !== undefined && a.link === b.link) },
    ),
    members: fc.array(fc.tuple(fc.nat(3), fc.nat(2))),
  })
  .map(({ users, groups, members }) => {
    const allGroups = [
      adminGroup,
      ...groups.map(({ name, link, is_admin, isReleased, isElsewhere }, index) => ({
        ...{ id: index + 2, name, is_admin },
        ...{
          managed_by: link && !isReleased ? 'ldap' : null,
          externalId: link,
          isLinkedElsewhere: !link && isElsewhere,
        },
      })),
    ];
    const pairs = members.map(([user, group]) => ({ userId: user + 1, groupId: group + 1 }));
    const all = [
      ...pairs,
      ...users.flatMap(({ isAdmin }, index) => (isAdmin ? [{ userId: index + 1, groupId: 1 }] : [])),
    ];
    const kept = [...new Map(all.map((pair) => [JSON.stringify(pair), pair])).values()].filter(
      ({ userId, groupId }) => userId <= users.length && groupId <= allGroups.length,
    );
    return {
      users: users.map(({ link, ...user }, index) => ({
        ...{ id: index + 1, username: user.username, email: user.email, first_name: 'F', last_name: 'L', phone: null },
        ...{ is_active: user.is_active, canSignIn: user.canSignIn, externalId: link },
        ...{ managed_by: link && !user.isReleased ? 'ldap' : null, isLinkedElsewhere: !link && user.isElsewhere },
        isDisabledBySync: user.isDisabledBySync && link !== undefined && !user.is_active,
        adminGroupIds: adminGroupsOf(index + 1, kept, allGroups),
      })),
      groups: allGroups,
      members: kept,
    };
  });
const allRules = fc
  .record({
    target: fc.constantFrom('all', 'users', 'groups'),
    userBehavior: fc.constantFrom('keep', 'disable', 'delete'),
    adminBehavior: fc.constantFrom('keep', 'disable', 'delete'),
    protectedUserIds: fc.constantFrom(new Set<number>(), new Set([1])),
    confirmedUserIds: fc.constantFrom(new Set<number>(), new Set([1, 2, 3])),
    groupNames: fc.constantFrom([], ['staff'], ['staff', 'dev']),
    linksGroupsByName: fc.boolean(),
  } as const)
  .map((changes): SyncRules => ({ ...rules, ...changes }));

function adminGroupsOf(userId: number, members: StoredState['members'], groups: StoredState['groups']): number[] {
  const adminIds = new Set(groups.filter((group) => group.is_admin).map(({ id }) => id));
  return members
    .filter((member) => member.userId === userId && adminIds.has(member.groupId))
    .map(({ groupId }) => groupId);
}

/** The state after the plan, as the synchronization applies it. Fails if a name would be assigned twice. */
function apply(plan: SyncPlan, state: StoredState, { source, target }: SyncRules): StoredState {
  const users = new Map<number, StoredUser>(state.users.map((user) => [user.id, user]));
  const patch = (id: number, changes: Partial<StoredUser>) =>
    users.set(id, { ...(users.get(id) as StoredUser), ...changes });
  const requireUnique = () => {
    for (const key of ['username', 'email'] as const) {
      const names = [...users.values()].map((user) => user[key].toLowerCase());
      expect(new Set(names).size).toBe(names.length);
    }
  };
  for (const { userId } of plan.deletedUsers) users.delete(userId);
  for (const { userId } of plan.disabledUsers) patch(userId, { is_active: false, isDisabledBySync: true });
  for (const { userId, externalId: link } of plan.linkedUsers)
    patch(userId, { externalId: link, managed_by: target === 'groups' ? null : source });
  for (const { userId, after } of plan.changedUsers) {
    patch(userId, after);
    requireUnique();
  }
  for (const { userId } of plan.enabledUsers) patch(userId, { is_active: true, isDisabledBySync: false });
  let nextId = 100;
  for (const { externalId: link, ...fields } of plan.addedUsers) {
    const created = {
      is_active: true,
      canSignIn: false,
      managed_by: source,
      isDisabledBySync: false,
      isLinkedElsewhere: false,
      adminGroupIds: [],
    };
    users.set(nextId, { id: nextId, ...fields, ...created, externalId: link });
    nextId += 1;
    requireUnique();
  }
  const groups = new Map(state.groups.map((group) => [group.id, group]));
  const patchGroup = (id: number, changes: object) => groups.set(id, { ...(groups.get(id) ?? adminGroup), ...changes });
  for (const { groupId, name } of plan.renamedGroups) patchGroup(groupId, { name });
  for (const { groupId, externalId: link } of plan.linkedGroups)
    patchGroup(groupId, { externalId: link, managed_by: source });
  for (const added of plan.addedGroups) {
    groups.set(nextId, { id: nextId, ...added, is_admin: false, managed_by: source, isLinkedElsewhere: false });
    nextId += 1;
  }
  for (const { userId } of plan.resumedUsers) patch(userId, { managed_by: source });
  for (const { groupId } of plan.resumedGroups) patchGroup(groupId, { managed_by: source });
  for (const { groupId } of plan.releasedGroups) patchGroup(groupId, { externalId: undefined, managed_by: null });
  const names = [...groups.values()].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const idOf = (rows: Map<number, { externalId: string | undefined }>, link: string) =>
    [...rows].find(([, row]) => row.externalId === link)?.[0] as number;
  const left = new Set(plan.removedMembers.map(({ groupId, userId }) => `${groupId} ${userId}`));
  const members = [
    ...state.members.filter(({ groupId, userId }) => users.has(userId) && !left.has(`${groupId} ${userId}`)),
    ...plan.addedMembers.map(({ groupExternalId, userExternalId }) => ({
      groupId: idOf(groups, groupExternalId),
      userId: idOf(users, userExternalId),
    })),
  ];
  const allGroups = [...groups.values()];
  const updated = [...users.values()].map((user) => ({
    ...user,
    adminGroupIds: adminGroupsOf(user.id, members, allGroups),
  }));
  return { users: updated, groups: allGroups, members };
}

const changeLists = [
  ...['deletedUsers', 'disabledUsers', 'changedUsers', 'linkedUsers', 'enabledUsers', 'addedUsers'],
  ...['renamedGroups', 'linkedGroups', 'addedGroups', 'removedMembers', 'addedMembers', 'releasedGroups'],
  ...['resumedUsers', 'resumedGroups'],
] as (keyof SyncPlan)[];

const signInAdmins = ({ users }: StoredState) =>
  users.filter((user) => user.is_active && user.canSignIn && user.adminGroupIds.length > 0);

describe('planSync', () => {
  // an account that is linked can free a name, and groups of the directory can change who is an administrator
  it('changes nothing after it was applied, or after a third run if it links accounts or grants rights', () => {
    fc.assert(
      fc.property(snapshots, states, allRules, (snapshot, state, chosen) => {
        const isSettled = ({ externalId: link, is_admin }: { externalId: string | undefined; is_admin?: boolean }) =>
          is_admin === undefined ? link !== undefined : !(is_admin && link !== undefined);
        const runs = [...state.users, ...state.groups].every(isSettled) ? 1 : 3;
        let after = state;
        for (let run = 0; run < runs; run += 1) after = apply(planSync(snapshot, after, chosen), after, chosen);
        const next = planSync(snapshot, after, chosen);
        for (const list of changeLists) expect([list, next[list]]).toEqual([list, []]);
      }),
      { numRuns: 500 },
    );
  });

  it('never removes protected accounts or the last administrator who can sign in', () => {
    fc.assert(
      fc.property(snapshots, states, allRules, (snapshot, state, chosen) => {
        const plan = planSync(snapshot, state, chosen);
        const after = apply(plan, state, chosen);
        if (signInAdmins(state).length > 0) expect(signInAdmins(after).length).toBeGreaterThan(0);
        for (const id of chosen.protectedUserIds) {
          const before = state.users.find((user) => user.id === id);
          const now = after.users.find((user) => user.id === id);
          expect(now !== undefined && (now.is_active || !before?.is_active)).toBe(before !== undefined);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('links accounts of administrators and accounts with another username only after a confirmation', () => {
    fc.assert(
      fc.property(snapshots, states, allRules, (snapshot, state, chosen) => {
        const wrong = planSync(snapshot, state, chosen).linkedUsers.filter(({ userId, externalId: link }) => {
          const user = state.users.find(({ id }) => id === userId);
          const entry = snapshot.users.find((found) => found.externalId === link);
          const isSameName = entry?.username.toLowerCase() === user?.username;
          const isSilent = user?.adminGroupIds.length === 0 && isSameName;
          return user?.externalId !== undefined || !(isSilent || chosen.confirmedUserIds.has(userId));
        });
        expect(wrong).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('links a group by its name only in the first run, and only if it is the only one with the name', () => {
    fc.assert(
      fc.property(snapshots, states, allRules, (snapshot, state, chosen) => {
        const { groups } = restrictToGroups(snapshot, state, chosen);
        for (const { groupId, name, externalId: link } of planSync(snapshot, state, chosen).linkedGroups) {
          expect(chosen.linksGroupsByName).toBe(true);
          const group = state.groups.find(({ id }) => id === groupId);
          const isPresent = groups.some((entry) => entry.externalId === group?.externalId);
          expect([group?.name, group?.is_admin, isPresent]).toEqual([name, false, false]);
          const named = groups.filter((entry) => entry.name.trim() === name);
          expect(named.map((entry) => entry.externalId)).toEqual([link]);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('does not change the members of a group here that is not linked, after the first run', () => {
    fc.assert(
      fc.property(snapshots, states, allRules, (snapshot, state, chosen) => {
        const plan = planSync(snapshot, state, { ...chosen, linksGroupsByName: false });
        const after = apply(plan, state, chosen);
        const deleted = new Set(plan.deletedUsers.map(({ userId }) => userId));
        for (const { id } of state.groups.filter((group) => group.externalId === undefined)) {
          const membersOf = ({ members }: StoredState) =>
            members.flatMap(({ groupId, userId }) => (groupId === id && !deleted.has(userId) ? [userId] : []));
          expect(membersOf(after)).toEqual(membersOf(state));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('selects at most one group for each name, and the one that is linked rather than another', () => {
    fc.assert(
      fc.property(snapshots, states, allRules, (snapshot, state, chosen) => {
        const { groups } = restrictToGroups(snapshot, state, chosen);
        const linked = new Set(chosen.target === 'users' ? [] : state.groups.map((group) => group.externalId));
        for (const name of chosen.groupNames) {
          const selected = groups.filter((group) => group.name === name);
          const others = snapshot.groups.filter((group) => group.name === name && !selected.includes(group));
          expect(selected.length).toBeLessThanOrEqual(1);
          for (const { externalId: link } of selected) expect(others.length === 0 || linked.has(link)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('does not depend on the order of its input', () => {
    fc.assert(
      fc.property(snapshots, states, allRules, ({ users, groups }, state, chosen) => {
        const reversed = { users: users.toReversed(), groups: groups.toReversed() };
        const stored = {
          ...state,
          users: state.users.toReversed(),
          groups: state.groups.toReversed(),
          members: state.members.toReversed(),
        };
        expect(planSync(reversed, stored, chosen)).toEqual(planSync({ users, groups }, state, chosen));
      }),
    );
  });

  it('plans 50 000 people in 500 groups', () => {
    const users = Array.from({ length: 50_000 }, (_, index) => person(`u${index}`));
    const groups = Array.from({ length: 500 }, (_, group) => ({
      externalId: `g${group}`,
      name: `group ${group}`,
      memberIds: users
        .filter((_, index) => index % 500 === group || index % 499 === group)
        .map((user) => user.externalId),
    }));
    const plan = planSync({ users, groups }, { users: [], groups: [], members: [] }, rules);
    expect(plan.addedUsers).toHaveLength(50_000);
    expect(plan.addedGroups).toHaveLength(500);
  });
});

const person = (name: string) => ({
  ...{ externalId: name, username: name, firstName: 'F', lastName: 'L' },
  ...{ email: `${name}@x.org`, phone: '', isActive: true },
});
const linkedUser = (id: number, changes: Partial<StoredUser> = {}): StoredUser => ({
  ...{ id, username: `u${id}`, first_name: 'F', last_name: 'L', email: `u${id}@x.org`, phone: null, is_active: true },
  ...{ adminGroupIds: [], canSignIn: false, managed_by: 'ldap', externalId: `u${id}`, isDisabledBySync: false },
  isLinkedElsewhere: false,
  ...changes,
});

describe('usernames', () => {
  const local = linkedUser(1, { username: 'Ann', email: 'ann@x.org', managed_by: null, externalId: undefined });
  const plan = (entry: DirectorySnapshot['users'][number], user: StoredUser, confirmed: number[] = []) => {
    const stored = { users: [user], groups: [], members: [] };
    return planSync({ users: [entry], groups: [] }, stored, { ...rules, confirmedUserIds: new Set(confirmed) });
  };
  const reserved = [{ kind: 'username_reserved', name: 'root' }];

  it('changes the other fields of an account whose entry gets a reserved username', () => {
    const entry = { ...person('u1'), username: 'root', email: 'new@x.org' };
    const { changedUsers, problems } = plan(entry, linkedUser(1));
    expect(changedUsers).toMatchObject([{ after: { username: 'u1', email: 'new@x.org' } }]);
    expect(problems).toEqual(reserved);
    expect(plan({ ...person('u1'), username: 'root' }, linkedUser(1))).toMatchObject({
      changedUsers: [],
      problems: reserved,
    });
  });

  it('retains a reserved username that an account already has', () => {
    const entry = { ...person('u1'), username: 'root', firstName: 'New' };
    const { changedUsers, problems } = plan(entry, linkedUser(1, { username: 'root' }));
    expect(changedUsers).toMatchObject([{ after: { username: 'root', first_name: 'New' } }]);
    expect(problems).toEqual([]);
  });

  it('does not give an account that it links a reserved username', () => {
    const { linkedUsers, changedUsers, problems } = plan({ ...person('ann'), username: 'root' }, local, [1]);
    expect(linkedUsers).toMatchObject([{ userId: 1 }]);
    expect(changedUsers).toEqual([]);
    expect(problems).toEqual(reserved);
  });

  it('asks before it links an account that has only the email of an entry', () => {
    const entry = { ...person('ann'), username: 'mallory' };
    expect(plan(entry, local)).toMatchObject({
      ...{ linkedUsers: [], changedUsers: [], addedUsers: [] },
      unconfirmedUsers: [{ userId: 1, username: 'Ann' }],
    });
    expect(plan(entry, local, [1])).toMatchObject({ linkedUsers: [{ userId: 1 }], unconfirmedUsers: [] });
    expect(plan(person('ann'), local)).toMatchObject({ linkedUsers: [{ userId: 1 }], unconfirmedUsers: [] });
  });
});

describe('guards', () => {
  const stored = { users: Array.from({ length: 20 }, (_, index) => linkedUser(index)), groups: [], members: [] };
  const guard = (snapshot: DirectorySnapshot) => {
    const limits = { target: 'all', groupNames: [], removalPercent: 10 } as const;
    const guarded = { snapshot, stored, plan: planSync(snapshot, stored, rules), rules: limits };
    return {
      incomplete: findIncompleteAnswer(guarded),
      many: removesMany(guarded),
      digest: digestPlan(guarded.plan),
    };
  };
  const without = (count: number) => ({
    users: stored.users.slice(count).map(({ username }) => person(username)),
    groups: [],
  });

  it('stops at an answer without people and at one with an entry twice', () => {
    expect(guard({ users: [], groups: [] }).incomplete).toBe('empty');
    expect(guard({ users: [person('u1'), person('u1')], groups: [] }).incomplete).toBe('duplicates');
    expect(guard(without(0)).incomplete).toBeUndefined();
  });

  it('asks before it removes more than the limit, and only for what was shown', () => {
    expect(guard(without(2)).many).toBe(false);
    expect(guard(without(3)).many).toBe(true);
    expect(guard(without(10)).many).toBe(true);
    expect(guard(without(3)).digest).not.toBe(guard(without(4)).digest);
  });
});
