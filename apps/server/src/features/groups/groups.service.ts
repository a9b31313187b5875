import { DomainError } from '@gatewarden/contract/errors';
import type { GroupInfo } from '@gatewarden/contract/groups';
import type { Actor, Origin } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import type { JsonItems } from '../../platform/database/json-items.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { guardLastAdministrator } from '../users/index.ts';
import { createGroupChange, lockExistingGroup } from './group-change.ts';
import './groups.events.ts';
import * as queries from './groups.queries.ts';
import * as memberQueries from './members.queries.ts';
import { createMemberships, type Memberships } from './memberships.ts';
import { storeRemovedGroup } from './removed-groups.queries.ts';
import { requireGroupsManagedHere, requireUsersManagedHere } from './require-managed-here.ts';
import { resolveUsernames } from './resolve-names.ts';
import { createGroupRestoration, type GroupRestoration } from './restore-group.ts';
import { type GroupChanges, updateGroup } from './update-group.ts';

export interface GroupsService extends Memberships, GroupRestoration {
  listNames(): Promise<string[]>;
  /** By name, in parts. */
  list(): AsyncGenerator<JsonItems<GroupInfo>, void, void>;
  /** @throws group_not_found */
  get(name: string): Promise<queries.GroupDetailsRow>;
  /** Returns its id. @throws username_unknown: then nothing is created; group_name_taken */
  add(
    actor: Actor,
    origin: Origin,
    group: { name: string; members: readonly string[]; isAdmin: boolean },
  ): Promise<number>;
  /** @throws group_not_found, username_unknown, group_name_taken, last_admin_group, last_admin */
  update(actor: Actor, origin: Origin, name: string, changes: GroupChanges): Promise<void>;
  /**
   * The session of the caller can restore the group for a short time, unless another system manages it.
   * @throws group_not_found, last_admin_group, last_admin, and what listeners to `groups.removing` throw
   */
  remove(actor: Actor, origin: Origin, name: string): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
}

export function createGroupsService({ db, events, clock }: Dependencies): GroupsService {
  const { signalAccessChange, changeGuarded } = createGroupChange({ db, events });
  const memberships = createMemberships({ db, events });

  return {
    ...memberships,
    ...createGroupRestoration({ db, events, clock }),
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
        await memberQueries.insertMembers(tx, [group.id], userIds);
        if (users.length > 0) {
          const added = users.map((user) => user.username);
          await events.publish(tx, 'group.members-modified', origin, { group, added, removed: [] });
        }
        await events.publish(tx, 'group.added', origin, { group });
        await signalAccessChange(tx, userIds);
        return group.id;
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
          const userIds = await memberQueries.lockMembers(tx, group.id);
          if (actor.sessionId !== undefined) {
            await storeRemovedGroup(tx, { id: group.id, sessionId: actor.sessionId, at: clock.now() });
          }
          await events.signal(tx, 'groups.removing', { groupId: group.id });
          await queries.deleteGroup(tx, group.id);
          if (!(await queries.hasAdminGroup(tx))) throw new DomainError('last_admin_group');
          await events.publish(tx, 'group.removed', origin, { group });
          await signalAccessChange(tx, userIds);
        }),
      ),
  };
}
