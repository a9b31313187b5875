import { DomainError } from '@gatewarden/contract/errors';
import type { Actor, Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import {
  type Author,
  type GroupsForImport,
  type GroupsForUser,
  guardAdminRights,
  guardLastAdministrator,
  requireManagedHere,
} from '../users/index.ts';
import './groups.events.ts';
import * as queries from './groups.queries.ts';
import { resolveGroupNames, resolveUsernames } from './resolve-names.ts';
import { type GroupChanges, updateGroup } from './update-group.ts';

export interface GroupsService extends GroupsForUser, GroupsForImport {
  listNames(): Promise<string[]>;
  list(): Promise<queries.GroupDetailsRow[]>;
  /** @throws group_not_found */
  get(name: string): Promise<queries.GroupDetailsRow>;
  /** @throws username_unknown: then nothing is created; group_name_taken */
  add(
    actor: Actor,
    origin: Origin,
    group: { name: string; members: readonly string[]; isAdmin: boolean },
  ): Promise<void>;
  /** @throws group_not_found, username_unknown, group_name_taken, last_admin_group, last_admin */
  update(actor: Actor, origin: Origin, name: string, changes: GroupChanges): Promise<void>;
  /** @throws group_not_found, last_admin_group, last_admin, and what listeners to `groups.removing` throw */
  remove(actor: Actor, origin: Origin, name: string): Promise<void>;
  /** @throws group_name_unknown, group_not_found, user_not_found: then no user is added */
  assign(actor: Actor, origin: Origin, groups: readonly string[], userIds: readonly number[]): Promise<void>;
  /** @throws group_not_found, user_not_found */
  addMember(actor: Actor, origin: Origin, group: string, username: string): Promise<void>;
  /** @throws group_not_found, user_not_found, last_admin */
  removeMember(actor: Actor, origin: Origin, group: string, username: string): Promise<void>;
  /** Adds the user to the group of administrators that the first administrator joins. */
  addToAdministrators(tx: Tx, origin: Origin, user: queries.Member): Promise<void>;
}

export function createGroupsService({ db, events }: { db: Database; events: Events }): GroupsService {
  const signalAccessChange = (tx: Tx, userIds: readonly number[]) =>
    userIds.length > 0 ? events.signal(tx, 'users.access-changed', { userIds }) : Promise.resolve();

  const changeGuarded = (actor: Actor, run: (tx: Tx) => Promise<void>) =>
    inTransaction(db, (tx) => guardAdminRights(tx, actor, () => run(tx)));

  /** Name and members of a managed group come from the system that manages it. @throws managed_elsewhere */
  async function requireGroupsManagedHere(tx: Tx, author: Author, groupIds: readonly number[]): Promise<void> {
    const managed = await queries.findManaged(tx, groupIds);
    if (managed) requireManagedHere(author, managed, { group: managed.name });
  }

  /** The groups of a managed user may come from the system that manages the user. @throws managed_elsewhere */
  async function requireUsersManagedHere(tx: Tx, author: Author, userIds: readonly number[]): Promise<void> {
    const managed = await queries.findUserWithManagedGroups(tx, userIds);
    if (managed) requireManagedHere(author, managed, { username: managed.username });
  }

  async function lockExistingGroup(tx: Tx, name: string): Promise<queries.GroupRow> {
    const group = await queries.lockGroup(tx, name);
    if (!group) throw new DomainError('group_not_found');
    return group;
  }

  async function lockMember(tx: Tx, username: string): Promise<queries.Member> {
    const [found] = await queries.lockUsersByNameShared(tx, [username]);
    if (!found) throw new DomainError('user_not_found', { username });
    return found;
  }

  async function addToGroup(tx: Tx, origin: Origin, group: queries.GroupRow, user: queries.Member): Promise<void> {
    const added = await queries.insertMembers(tx, [group.id], [user.id]);
    if (added.length === 0) return;
    await events.publish(tx, 'group.member-added', origin, { group, username: user.username });
    await signalAccessChange(tx, [user.id]);
  }

  return {
    listNames: () => queries.listGroupNames(db),
    list: () => queries.listGroups(db),
    async get(name) {
      const group = await queries.findGroupDetails(db, name);
      if (!group) throw new DomainError('group_not_found');
      return group;
    },
    add: (actor, origin, { name, members, isAdmin }) =>
      changeGuarded(actor, async (tx) => {
        const users = await resolveUsernames(tx, members, 'members');
        const group = await queries.insertGroup(tx, { name, is_admin: isAdmin });
        const userIds = users.map((user) => user.id);
        await requireUsersManagedHere(tx, actor, userIds);
        await queries.insertMembers(tx, [group.id], userIds);
        if (users.length > 0) {
          const added = users.map((user) => user.username);
          await events.publish(tx, 'group.members-modified', origin, { group, added, removed: [] });
        }
        await events.publish(tx, 'group.added', origin, { group });
        await signalAccessChange(tx, userIds);
      }),
    update: (actor, origin, name, changes) =>
      changeGuarded(actor, (tx) =>
        guardLastAdministrator(tx, async () => {
          const group = await lockExistingGroup(tx, name);
          const requireGroupManagedHere = () => requireGroupsManagedHere(tx, actor, [group.id]);
          const requireMembersManagedHere = (userIds: readonly number[]) => requireUsersManagedHere(tx, actor, userIds);
          const context = { events, origin, requireGroupManagedHere, requireMembersManagedHere };
          await signalAccessChange(tx, await updateGroup(tx, group, changes, context));
        }),
      ),
    remove: (actor, origin, name) =>
      changeGuarded(actor, (tx) =>
        guardLastAdministrator(tx, async () => {
          const group = await lockExistingGroup(tx, name);
          await requireGroupsManagedHere(tx, actor, [group.id]);
          // users are locked before locations, as everywhere
          const userIds = await queries.lockMembers(tx, group.id);
          await events.signal(tx, 'groups.removing', { groupId: group.id });
          await queries.deleteGroup(tx, group.id);
          if (!(await queries.hasAdminGroup(tx))) throw new DomainError('last_admin_group');
          await events.publish(tx, 'group.removed', origin, { group });
          await signalAccessChange(tx, userIds);
        }),
      ),
    assign: (actor, origin, groupNames, userIds) =>
      changeGuarded(actor, async (tx) => {
        const groups = await resolveGroupNames(tx, groupNames, 'groups');
        // a name or id that is listed twice is refused too, as the interface specifies
        if (groups.length !== groupNames.length) throw new DomainError('group_not_found', { field: 'groups' });
        await requireGroupsManagedHere(
          tx,
          actor,
          groups.map(({ id }) => id),
        );
        const users = await queries.lockUsersByIdsShared(tx, userIds);
        if (users.length !== userIds.length) throw new DomainError('user_not_found', { field: 'users' });
        await requireUsersManagedHere(tx, actor, userIds);
        const added = await queries.insertMembers(
          tx,
          groups.map((group) => group.id),
          userIds,
        );
        if (added.length === 0) return;
        const names = { groups: groups.map((group) => group.name), users: users.map((user) => user.username) };
        await events.publish(tx, 'groups.bulk-assigned', origin, names);
        await signalAccessChange(tx, [...new Set(added.map((row) => row.user_id))]);
      }),
    addMember: (actor, origin, name, username) =>
      changeGuarded(actor, async (tx) => {
        // a shared lock: an edit of the user locks the user first and then the groups
        const [group] = await queries.lockGroupsByNameShared(tx, [name]);
        if (!group) throw new DomainError('group_not_found');
        await requireGroupsManagedHere(tx, actor, [group.id]);
        const user = await lockMember(tx, username);
        await requireUsersManagedHere(tx, actor, [user.id]);
        await addToGroup(tx, origin, group, user);
      }),
    removeMember: (actor, origin, name, username) =>
      changeGuarded(actor, (tx) =>
        guardLastAdministrator(tx, async () => {
          const group = await lockExistingGroup(tx, name);
          await requireGroupsManagedHere(tx, actor, [group.id]);
          const user = await lockMember(tx, username);
          await requireUsersManagedHere(tx, actor, [user.id]);
          if ((await queries.deleteMembers(tx, group.id, [user.id])) === 0) return;
          await events.publish(tx, 'group.member-removed', origin, { group, username: user.username });
          await signalAccessChange(tx, [user.id]);
        }),
      ),
    async replaceGroupsOf(tx, author, userId, names) {
      const wanted = new Set((await resolveGroupNames(tx, names, 'groups')).map((group) => group.id));
      const current = new Set(await queries.listGroupIdsOf(tx, userId));
      const added = [...wanted].filter((id) => !current.has(id));
      const removed = [...current].filter((id) => !wanted.has(id));
      await requireGroupsManagedHere(tx, author, [...added, ...removed]);
      await queries.insertMembers(tx, added, [userId]);
      for (const groupId of removed) await queries.deleteMembers(tx, groupId, [userId]);
      return added.length + removed.length > 0;
    },
    lockGroupsShared: queries.lockGroupsByNameShared,
    async addMembers(tx, author, members) {
      await requireGroupsManagedHere(tx, author, [...new Set(members.map(({ groupId }) => groupId))]);
      await queries.insertMemberPairs(tx, members);
    },
    async addToAdministrators(tx, origin, user) {
      const group = await queries.findAdminGroup(tx);
      if (!group) throw new Error('there is no group of administrators');
      await addToGroup(tx, origin, group, user);
    },
  };
}
