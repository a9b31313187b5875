import { DomainError } from '@gatewarden/contract/errors';
import type { Actor, Origin } from '../../platform/actor.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { type GroupsForImport, type GroupsForUser, guardLastAdministrator } from '../users/index.ts';
import { createGroupChange, lockExistingGroup } from './group-change.ts';
import './groups.events.ts';
import * as groupQueries from './groups.queries.ts';
import * as queries from './members.queries.ts';
import { requireGroupsManagedHere, requireUsersManagedHere } from './require-managed-here.ts';
import { resolveGroupNames } from './resolve-names.ts';

/** Who is a member of which group. */
export interface Memberships extends GroupsForUser, GroupsForImport {
  /** @throws group_name_unknown, group_not_found, user_not_found: then no user is added */
  assign(actor: Actor, origin: Origin, groups: readonly string[], userIds: readonly number[]): Promise<void>;
  /** @throws group_not_found, user_not_found */
  addMember(actor: Actor, origin: Origin, group: string, username: string): Promise<void>;
  /** @throws group_not_found, user_not_found, last_admin */
  removeMember(actor: Actor, origin: Origin, group: string, username: string): Promise<void>;
  /** Adds the user to the group of administrators that the first administrator joins. */
  addToAdministrators(tx: Tx, origin: Origin, user: queries.Member): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
}

export function createMemberships({ db, events }: Dependencies): Memberships {
  const { signalAccessChange, changeGuarded } = createGroupChange({ db, events });

  async function addToGroup(tx: Tx, origin: Origin, group: groupQueries.GroupRow, user: queries.Member): Promise<void> {
    const added = await queries.insertMembers(tx, [group.id], [user.id]);
    if (added.length === 0) return;
    await events.publish(tx, 'group.member-added', origin, { group, username: user.username });
    await signalAccessChange(tx, [user.id]);
  }

  return {
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
        const [group] = await groupQueries.lockGroupsByNameShared(tx, [name]);
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
    lockGroupsShared: groupQueries.lockGroupsByNameShared,
    async addMembers(tx, author, members) {
      await requireGroupsManagedHere(tx, author, [...new Set(members.map(({ groupId }) => groupId))]);
      await queries.insertMemberPairs(tx, members);
    },
    async addToAdministrators(tx, origin, user) {
      const group = await groupQueries.findAdminGroup(tx);
      if (!group) throw new Error('there is no group of administrators');
      await addToGroup(tx, origin, group, user);
    },
  };
}

async function lockMember(tx: Tx, username: string): Promise<queries.Member> {
  const [found] = await queries.lockUsersByNameShared(tx, [username]);
  if (!found) throw new DomainError('user_not_found', { username });
  return found;
}
