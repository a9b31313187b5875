import { DomainError } from '@gatewarden/contract/errors';
import { bySystem } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import {
  findUserById,
  type GroupsForUser,
  guardLastAdministrator,
  toUserSnapshot,
  type UserRow,
} from '../users/index.ts';
import { listMappedGroups } from './identities.queries.ts';
import type { ProviderRow } from './providers.queries.ts';

interface Dependencies {
  readonly events: Events;
  readonly groups: GroupsForUser;
}

/**
 * Sets the memberships in the groups that the provider maps; all others are unchanged. Groups and users whose groups another
 * system manages are left alone. Never removes the last administrator, whom no one could restore.
 */
export type ApplyMappedGroups = (
  tx: Tx,
  user: UserRow,
  provider: ProviderRow,
  values: readonly string[],
) => Promise<void>;

export function createApplyMappedGroups({ events, groups }: Dependencies): ApplyMappedGroups {
  async function replaceGroups(tx: Tx, user: UserRow, names: readonly string[]): Promise<void> {
    if (!(await groups.replaceGroupsOf(tx, undefined, user.id, names))) return;
    const after = (await findUserById(tx, user.id)) ?? user;
    const payload = { user: toUserSnapshot(after), before: user.groups, after: after.groups };
    await events.publish(tx, 'user.groups-modified', bySystem, payload);
    await events.signal(tx, 'users.access-changed', { userIds: [user.id] });
  }

  return async (tx, user, provider, values) => {
    if (hasManagedGroups(user)) return;
    const mapped = await listMappedGroups(tx, provider.id, values);
    const wanted = (isWanted: (group: (typeof mapped)[number]) => boolean) => {
      const names = new Set(user.groups);
      for (const group of mapped) {
        if (isWanted(group)) names.add(group.name);
        else names.delete(group.name);
      }
      return [...names];
    };
    const next = wanted((group) => group.is_wanted);
    const isSame = next.length === user.groups.length && next.every((name) => user.groups.includes(name));
    if (isSame) return;
    try {
      await guardLastAdministrator(tx, () => replaceGroups(tx, user, next));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'last_admin') throw error;
      const current = (await findUserById(tx, user.id)) ?? user;
      const isRetained = (name: string) => user.groups.includes(name);
      const kept = wanted((group) => group.is_wanted || (group.is_admin && isRetained(group.name)));
      await replaceGroups(tx, current, kept);
    }
  };
}

function hasManagedGroups({ managed_by, managed_fields }: UserRow): boolean {
  return managed_by !== null && (managed_fields === null || managed_fields.includes('groups'));
}
