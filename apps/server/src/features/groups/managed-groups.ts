import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { guardLastAdministrator } from '../users/index.ts';
import './groups.events.ts';
import * as queries from './groups.queries.ts';
import * as memberQueries from './members.queries.ts';

export interface ManagedGroupRow extends queries.GroupRow {
  readonly managed_by: string | null;
}

/** Ids of users. Of a user in both lists, `added` applies. */
export interface MemberChange {
  readonly added: readonly number[];
  /** `others`: all members who are not in `added`. */
  readonly removed: readonly number[] | 'others';
}

/**
 * Changes of groups by another system that manages them. Each joins the caller's transaction, which has locked the
 * administrators before. The number of statements does not depend on the number of members.
 */
export interface ManagedGroups {
  /** Undefined if there is no such group. No other transaction changes it or its members until this one ends. */
  lock(tx: Tx, id: number): Promise<ManagedGroupRow | undefined>;
  /** Adds a group without members. @throws group_name_taken */
  add(tx: Tx, origin: Origin, name: string, managedBy: string): Promise<queries.GroupRow>;
  /** Changes a locked group. From then on the system manages it. @throws group_name_taken */
  change(tx: Tx, origin: Origin, before: ManagedGroupRow, name: string, managedBy: string): Promise<queries.GroupRow>;
  /** Changes the members of a locked group; ignores users who do not exist. Returns whether anything changed. @throws last_admin */
  changeMembers(tx: Tx, origin: Origin, group: queries.GroupRow, change: MemberChange): Promise<boolean>;
  /** Null: this instance manages the group. Without an event: nothing of the group changes. */
  setManagement(tx: Tx, id: number, managedBy: string | null): Promise<void>;
  /** Deletes a locked group. @throws last_admin, and what listeners to `groups.removing` throw */
  remove(tx: Tx, origin: Origin, group: queries.GroupRow): Promise<void>;
}

export function createManagedGroups(events: Events): ManagedGroups {
  const signalAccessChange = (tx: Tx, userIds: readonly number[]) =>
    userIds.length > 0 ? events.signal(tx, 'users.access-changed', { userIds }) : Promise.resolve();
  const guarded = <T>(tx: Tx, group: queries.GroupRow, change: () => Promise<T>): Promise<T> =>
    group.is_admin ? guardLastAdministrator(tx, change) : change();

  async function changeMembers(tx: Tx, origin: Origin, group: queries.GroupRow, change: MemberChange) {
    const wanted = change.added.length > 0 ? await memberQueries.lockUsersByIdsShared(tx, change.added) : [];
    const wantedIds = wanted.map(({ id }) => id);
    const isWanted = new Set(wantedIds);
    const isReplaced = change.removed === 'others';
    const named = change.removed === 'others' ? [] : change.removed.filter((id) => !isWanted.has(id));
    const removal = { removed: named, kept: isReplaced ? wantedIds : undefined };
    const removedIds =
      isReplaced || named.length > 0 ? await memberQueries.deleteMembersExcept(tx, group.id, removal) : [];
    const inserted = wantedIds.length > 0 ? await memberQueries.insertMembers(tx, [group.id], wantedIds) : [];
    if (removedIds.length + inserted.length === 0) return false;
    const isInserted = new Set(inserted.map((row) => row.user_id));
    const removed = removedIds.length > 0 ? await memberQueries.lockUsersByIdsShared(tx, removedIds) : [];
    await events.publish(tx, 'group.members-modified', origin, {
      group,
      added: wanted.filter(({ id }) => isInserted.has(id)).map(({ username }) => username),
      removed: removed.map(({ username }) => username),
    });
    await signalAccessChange(tx, [...removedIds, ...isInserted]);
    return true;
  }

  return {
    lock: queries.lockGroupById,
    setManagement: queries.setGroupManagement,
    async add(tx, origin, name, managedBy) {
      const group = await queries.insertGroup(tx, { name, is_admin: false });
      await queries.setGroupManagement(tx, group.id, managedBy);
      await events.publish(tx, 'group.added', origin, { group });
      return group;
    },
    async change(tx, origin, { id, name: formerName, is_admin, managed_by }, name, managedBy) {
      if (managed_by !== managedBy) await queries.setGroupManagement(tx, id, managedBy);
      const before = { id, name: formerName, is_admin };
      if (name === formerName) return before;
      const after = await queries.setGroup(tx, id, { name, is_admin });
      await events.publish(tx, 'group.modified', origin, { before, after });
      return after;
    },
    changeMembers: (tx, origin, { id, name, is_admin }, change) => {
      const group = { id, name, is_admin };
      return guarded(tx, group, () => changeMembers(tx, origin, group, change));
    },
    remove: (tx, origin, { id, name, is_admin }) => {
      const group = { id, name, is_admin };
      return guarded(tx, group, async () => {
        const userIds = await memberQueries.lockMembers(tx, id);
        await events.signal(tx, 'groups.removing', { groupId: id });
        await queries.deleteGroup(tx, id);
        await events.publish(tx, 'group.removed', origin, { group });
        await signalAccessChange(tx, userIds);
      });
    },
  };
}
