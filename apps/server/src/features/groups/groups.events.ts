import { type EventRules, formatNames, formatRename, isAboutAllUsers, type LiveListener } from '../event-rules.ts';

export interface GroupSnapshot {
  readonly id: number;
  readonly name: string;
  readonly is_admin: boolean;
}

interface GroupEvents {
  'group.added': { readonly group: GroupSnapshot };
  'group.modified': { readonly before: GroupSnapshot; readonly after: GroupSnapshot };
  'group.members-modified': {
    readonly group: GroupSnapshot;
    readonly added: readonly string[];
    readonly removed: readonly string[];
  };
  'group.removed': { readonly group: GroupSnapshot };
  /** By the session that deleted it. `members` are user names. */
  'group.restored': { readonly group: GroupSnapshot; readonly members: readonly string[] };
  'group.member-added': { readonly group: GroupSnapshot; readonly username: string };
  'group.member-removed': { readonly group: GroupSnapshot; readonly username: string };
  'groups.bulk-assigned': { readonly groups: readonly string[]; readonly users: readonly string[] };
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends GroupEvents {}
  interface SignalMap {
    /** Before the row is deleted: features that refer to the group remove their references. */
    'groups.removing': { readonly groupId: number };
    /** After the row is inserted, while features may have stored what referred to the group. */
    'groups.restoring': { readonly groupId: number };
  }
}

/** Groups decide who is an administrator and who may use a location. */
const membershipChange = {
  admins: ['groups', 'users', 'devices'],
  own: ['me', 'users', 'devices'],
  changesRights: true,
} as const;
const groupChange = {
  admins: ['groups', 'users', 'locations', 'devices', 'access'],
  own: ['me', 'users', 'devices'],
  isAbout: isAboutAllUsers,
  changesRights: true,
} as const;
const isAboutMember = (change: { readonly username: string }, { username }: LiveListener) =>
  change.username === username;

export const groupEvents = {
  'group.added': {
    entry: ({ group }) => ({ event: 'group_added', description: `Group ${group.name}`, metadata: { group } }),
    stale: { admins: ['groups'] },
  },
  'group.modified': {
    entry: ({ before, after }) => ({
      event: 'group_modified',
      description: `Group ${formatRename(before.name, after.name)}`,
      metadata: { before, after },
    }),
    stale: groupChange,
  },
  'group.removed': {
    entry: ({ group }) => ({ event: 'group_removed', description: `Group ${group.name}`, metadata: { group } }),
    stale: groupChange,
  },
  'group.restored': {
    entry: ({ group, members }) => ({
      event: 'group_restored',
      description: `Group ${group.name}: ${formatNames(members)}`,
      metadata: { group, members },
    }),
    stale: groupChange,
  },
  'group.members-modified': {
    entry: ({ group, added, removed }) => ({
      event: 'group_members_modified',
      description: `Group ${group.name}: added ${formatNames(added)}; removed ${formatNames(removed)}`,
      metadata: { group, added, removed },
    }),
    stale: {
      ...membershipChange,
      isAbout: ({ added, removed }, { username }) => added.includes(username) || removed.includes(username),
    },
  },
  'group.member-added': {
    entry: ({ group, username }) => ({
      event: 'group_member_added',
      description: `${username} to group ${group.name}`,
      metadata: { group, user: username },
    }),
    stale: { ...membershipChange, isAbout: isAboutMember },
  },
  'group.member-removed': {
    entry: ({ group, username }) => ({
      event: 'group_member_removed',
      description: `${username} from group ${group.name}`,
      metadata: { group, user: username },
    }),
    stale: { ...membershipChange, isAbout: isAboutMember },
  },
  'groups.bulk-assigned': {
    entry: ({ groups, users }) => ({
      event: 'groups_bulk_assigned',
      description: `Users: ${users.length}, groups: ${groups.length}`,
      metadata: { users, groups },
    }),
    stale: { ...membershipChange, isAbout: ({ users }, { username }) => users.includes(username) },
  },
} as const satisfies EventRules<GroupEvents>;
