import { Dn } from '../../platform/ldap/dn.ts';
import { DirectoryFailure, type DirectoryGroup } from '../../ports/directory.ts';
import { type DirectMembers, resolveMembers } from './resolve-members.ts';

interface UserLinks {
  readonly entryName: string;
  readonly externalId: string;
  readonly username: string;
  /** Names of groups. */
  readonly memberOf: readonly string[];
  /** The security id of a group. */
  readonly primaryGroup: string | undefined;
}

interface GroupLinks {
  readonly entryName: string;
  readonly externalId: string;
  readonly name: string;
  /** Names of people and groups, or user names. */
  readonly members: readonly string[];
  /** Names of groups. */
  readonly memberOf: readonly string[];
  readonly securityId: string | undefined;
}

interface FoundUser {
  readonly externalId: string;
  /** Indexes of names of groups. */
  readonly memberOf: readonly number[];
  /** Index of a security id. */
  readonly primaryGroup: number | undefined;
}

/** Collects who is in which group, in any order of the groups but after all people. At most `maxEntries` of each. */
export function createMemberships(maxEntries: number) {
  const users: FoundUser[] = [];
  const usersByName = new Map<string, number>();
  const usersByUsername = new Map<string, number>();
  const groupNames = createNumbering();
  const primaryGroups = createNumbering();
  const groups: GroupLinks[] = [];
  const groupsByName = new Map<string, number>();

  function directMembers(): DirectMembers[] {
    const direct = groups.map(() => ({ users: new Set<number>(), groups: new Set<number>() }));
    for (const [index, { members, memberOf }] of groups.entries()) {
      for (const member of members) {
        const key = nameKey(member);
        const user = usersByName.get(key) ?? usersByUsername.get(member);
        const group = groupsByName.get(key);
        if (user !== undefined) direct[index]?.users.add(user);
        else if (group !== undefined) direct[index]?.groups.add(group);
      }
      for (const parent of memberOf) direct[groupsByName.get(nameKey(parent)) ?? -1]?.groups.add(index);
    }
    const parents = groupNames.all().map((name) => direct[groupsByName.get(nameKey(name)) ?? -1]);
    const bySecurityId = new Map(groups.map(({ securityId }, index) => [securityId, index]));
    const primaries = primaryGroups.all().map((id) => direct[bySecurityId.get(id) ?? -1]);
    for (const [index, { memberOf, primaryGroup }] of users.entries()) {
      for (const parent of memberOf) parents[parent]?.users.add(index);
      if (primaryGroup !== undefined) primaries[primaryGroup]?.users.add(index);
    }
    return direct;
  }

  return {
    /** @throws DirectoryFailure */
    addUser({ entryName, externalId, username, memberOf, primaryGroup }: UserLinks): void {
      const index = users.length;
      if (index >= maxEntries) throw new DirectoryFailure('limit', 'the directory has too many people');
      const primary = primaryGroup === undefined ? undefined : primaryGroups.of(primaryGroup);
      users.push({ externalId, memberOf: memberOf.map(groupNames.of), primaryGroup: primary });
      usersByName.set(nameKey(entryName), index);
      usersByUsername.set(username, index);
    },
    /** @throws DirectoryFailure */
    addGroup(group: GroupLinks): void {
      if (groups.length >= maxEntries) throw new DirectoryFailure('limit', 'the directory has too many groups');
      groupsByName.set(nameKey(group.entryName), groups.length);
      groups.push(group);
    },
    /** All groups, with the members of the groups in them. @throws DirectoryFailure */
    resolve(): DirectoryGroup[] {
      const members = resolveMembers(directMembers());
      return groups.map(({ externalId, name }, index) => {
        const memberIds = [...(members[index] ?? [])].map((user) => users[user]?.externalId ?? '');
        return { externalId, name, memberIds };
      });
    },
  };
}

/** Equal for two spellings of a name; servers also send values that are not names. */
function nameKey(name: string): string {
  try {
    return Dn.parse(name).key;
  } catch {
    return `\0${name}`;
  }
}

/** Numbers texts, so that the same text is stored once. */
function createNumbering() {
  const numbers = new Map<string, number>();
  return {
    of(text: string): number {
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      return number;
    },
    all: () => [...numbers.keys()],
  };
}
