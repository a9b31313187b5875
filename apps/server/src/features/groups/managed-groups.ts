import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { guardLastAdministrator } from '../users/index.ts';
import { setGroup } from './groups.queries.ts';
import * as queries from './managed-groups.queries.ts';
import { deleteMembers, insertMembers } from './members.queries.ts';

/**
 * Changes of groups by the system that manages them, which has no author. The caller opens the transaction and checks the
 * names. Administrator rights of a group remain those that this instance decided on.
 */
export interface ManagedGroups {
  /** Returns the id. @throws group_name_taken */
  add(tx: Tx, origin: Origin, group: { readonly name: string; readonly managedBy: string }): Promise<number>;
  /** Does nothing if the group no longer exists. @throws group_name_taken */
  rename(tx: Tx, origin: Origin, id: number, name: string): Promise<void>;
  /** Null: this instance manages the group again. Without an event: nothing of the group changes. */
  setManagement(tx: Tx, id: number, managedBy: string | null): Promise<void>;
  /** Ignores users and groups that no longer exist. @throws last_admin */
  changeMembers(
    tx: Tx,
    origin: Origin,
    change: { readonly groupId: number; readonly added: readonly number[]; readonly removed: readonly number[] },
  ): Promise<void>;
}

export function createManagedGroups(events: Events): ManagedGroups {
  async function changeMembersOf(
    tx: Tx,
    origin: Origin,
    { groupId, added, removed }: Parameters<ManagedGroups['changeMembers']>[2],
  ): Promise<void> {
    const group = await queries.lockGroupById(tx, groupId);
    if (!group) return;
    const users = await queries.lockMemberNames(tx, [...added, ...removed]);
    const joining = new Set(added);
    const [joined, left] = [users.filter(({ id }) => joining.has(id)), users.filter(({ id }) => !joining.has(id))];
    await insertMembers(
      tx,
      [groupId],
      joined.map(({ id }) => id),
    );
    await deleteMembers(
      tx,
      groupId,
      left.map(({ id }) => id),
    );
    if (users.length === 0) return;
    const names = { added: joined.map(({ username }) => username), removed: left.map(({ username }) => username) };
    await events.publish(tx, 'group.members-modified', origin, { group, ...names });
    await events.signal(tx, 'users.access-changed', { userIds: users.map(({ id }) => id) });
  }

  return {
    async add(tx, origin, { name, managedBy }) {
      const group = await queries.insertManagedGroup(tx, name, managedBy);
      await events.publish(tx, 'group.added', origin, { group });
      return group.id;
    },
    async rename(tx, origin, id, name) {
      const before = await queries.lockGroupById(tx, id);
      if (!before || before.name === name) return;
      const after = await setGroup(tx, id, { name, is_admin: before.is_admin });
      await events.publish(tx, 'group.modified', origin, { before, after });
    },
    setManagement: queries.setGroupManagement,
    changeMembers: (tx, origin, change) =>
      change.removed.length > 0
        ? guardLastAdministrator(tx, () => changeMembersOf(tx, origin, change))
        : changeMembersOf(tx, origin, change),
  };
}
