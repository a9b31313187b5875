import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@gatewarden/contract/errors';
import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import * as queries from './groups.queries.ts';
import * as memberQueries from './members.queries.ts';
import { resolveUsernames } from './resolve-names.ts';

export interface GroupChanges {
  readonly name: string;
  /** User names; absent means unchanged. */
  readonly members?: readonly string[] | undefined;
  /** Absent means unchanged. */
  readonly isAdmin?: boolean | undefined;
}

interface Context {
  readonly events: Events;
  readonly origin: Origin;
  /** @throws managed_elsewhere */
  readonly requireGroupManagedHere: () => Promise<void>;
  /** @throws managed_elsewhere */
  readonly requireMembersManagedHere: (userIds: readonly number[]) => Promise<void>;
}

/**
 * Changes a locked group. Returns the ids of the users whose rights may have changed: those added and removed, and all
 * members if the administrator flag changed.
 * @throws username_unknown, group_name_taken, last_admin_group, managed_elsewhere
 */
export async function updateGroup(
  tx: Tx,
  before: queries.GroupRow,
  changes: GroupChanges,
  { events, origin, requireGroupManagedHere, requireMembersManagedHere }: Context,
): Promise<number[]> {
  // this instance decides on administrator rights, also if another system manages name and members
  if (changes.name !== before.name) await requireGroupManagedHere();
  const after = await queries.setGroup(tx, before.id, {
    name: changes.name,
    is_admin: changes.isAdmin ?? before.is_admin,
  });
  if (before.is_admin && !(await queries.hasAdminGroup(tx))) throw new DomainError('last_admin_group');
  const current = await memberQueries.listMembers(tx, before.id);
  const wanted = changes.members ? await resolveUsernames(tx, changes.members, 'members') : current;
  const added = excludeUsers(wanted, current);
  const removed = excludeUsers(current, wanted);
  await memberQueries.insertMembers(
    tx,
    [before.id],
    added.map((user) => user.id),
  );
  await memberQueries.deleteMembers(
    tx,
    before.id,
    removed.map((user) => user.id),
  );
  const hasMemberChanges = added.length + removed.length > 0;
  if (hasMemberChanges) {
    await requireGroupManagedHere();
    await requireMembersManagedHere([...added, ...removed].map((user) => user.id));
    await events.publish(tx, 'group.members-modified', origin, {
      group: after,
      added: added.map((user) => user.username),
      removed: removed.map((user) => user.username),
    });
  }
  if (hasMemberChanges || !isDeepStrictEqual(before, after)) {
    await events.publish(tx, 'group.modified', origin, { before, after });
  }
  const affected = before.is_admin === after.is_admin ? [...added, ...removed] : [...current, ...added];
  return affected.map((user) => user.id);
}

function excludeUsers(
  users: readonly memberQueries.Member[],
  others: readonly memberQueries.Member[],
): memberQueries.Member[] {
  const ids = new Set(others.map((user) => user.id));
  return users.filter((user) => !ids.has(user.id));
}
