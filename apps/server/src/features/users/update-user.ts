import { isDeepStrictEqual } from 'node:util';
import type { BodyOf } from '@gatewarden/contract/endpoint';
import { DomainError } from '@gatewarden/contract/errors';
import { type updateUser as contract, ManagedField } from '@gatewarden/contract/users';
import { type Actor, type Origin, requireWriteScope } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { ReservedUsernames } from './reserved-usernames.ts';
import type { UserAccess } from './user-access.ts';
import { setUser } from './user-changes.queries.ts';
import { checkUserRules } from './user-rules.ts';
import { toUserSnapshot } from './users.events.ts';
import { type Author, requireManagedHere, requireMayChangeIdentity, requireMayDisable } from './users.policy.ts';
import { findUserById, lockUser, type UserRow } from './users.queries.ts';

export type UserChanges = BodyOf<typeof contract>;

/** The part of groups that changes of users need: the groups feature owns memberships. */
export interface GroupsForUser {
  /** Returns whether anything changed. @throws group_name_unknown, managed_elsewhere */
  replaceGroupsOf(tx: Tx, author: Author, userId: number, names: readonly string[]): Promise<boolean>;
}

/** The part of second factors that changes of users need. */
export interface FactorsForUser {
  /** Sets the factor that sign-in asks for first. Ignores a factor that the user does not have. */
  chooseMethod(tx: Tx, userId: number, method: UserRow['mfa_method']): Promise<void>;
}

interface Context {
  readonly events: Events;
  readonly groups: GroupsForUser;
  readonly factors: FactorsForUser;
  readonly reserved: Pick<ReservedUsernames, 'requireAssignable'>;
  readonly access: Pick<UserAccess, 'setActive'>;
  readonly actor: Actor;
  readonly origin: Origin;
}

/**
 * Applies what the caller may change and ignores the rest, as the interface specifies: users may change their own phone
 * number and first factor, administrators everything else. Groups and status change together.
 * @throws user_not_found, own_account, username_invalid, username_taken, email_invalid, email_taken, phone_invalid,
 * group_name_unknown, managed_elsewhere, proof_required, session_required
 */
export async function updateUser(tx: Tx, username: string, changes: UserChanges, context: Context): Promise<void> {
  const { actor, events, origin } = context;
  // an empty number clears the stored one
  checkUserRules({ ...changes, phone: changes.phone || null });
  const before = await lockUser(tx, username);
  if (!before) throw new DomainError('user_not_found');
  if (actor.isAdmin) {
    if (changes.is_active === false) requireMayDisable(actor, before);
    requireMayChangeIdentity(actor, before, changes);
    // a user who already has such a name retains it
    const { username: renamed = before.username } = changes;
    if (renamed !== before.username) await context.reserved.requireAssignable(renamed, tx);
  }
  const allowed = allowedChanges(actor, changes);
  for (const field of ManagedField.options) {
    if (field in allowed && allowed[field as keyof typeof allowed] !== before[field])
      requireManagedHere(actor, before, { field });
  }
  await setUser(tx, before.id, allowed);
  const method = before.id === actor.userId ? changes.mfa_method : undefined;
  if (method !== undefined) await context.factors.chooseMethod(tx, before.id, method);
  const groupsChanged =
    actor.isAdmin && changes.groups !== undefined
      ? await context.groups.replaceGroupsOf(tx, actor, before.id, changes.groups)
      : false;
  const after = method !== undefined || groupsChanged ? await findUserById(tx, before.id) : { ...before, ...allowed };
  if (!after) throw new DomainError('user_not_found');

  if (groupsChanged) {
    requireManagedHere(actor, before, { field: 'groups' });
    requireWriteScope(actor, 'groups');
    const groups = { user: toUserSnapshot(after), before: before.groups, after: after.groups };
    await events.publish(tx, 'user.groups-modified', origin, groups);
  }
  const isActive = actor.isAdmin ? changes.is_active : undefined;
  const changesStatus = isActive !== undefined && isActive !== before.is_active;
  // a change of status alone is published once, by `access.setActive`
  const isSame = changesStatus
    ? isDeepStrictEqual(toUserSnapshot(before), toUserSnapshot(after))
    : isDeepStrictEqual(before, after);
  if (!isSame) {
    await events.publish(tx, 'user.modified', origin, { before: toUserSnapshot(before), after: toUserSnapshot(after) });
  }
  if (groupsChanged) await events.signal(tx, 'users.access-changed', { userIds: [after.id] });
  if (changesStatus) await context.access.setActive(tx, { author: actor, origin, ids: [after.id], isActive });
}

/**
 * The changes without a status and groups that equal the current ones: clients of the interface send complete records.
 * They are left out rather than written again, so that such a change cannot undo a concurrent change of rights.
 */
export function omitUnchangedRights(changes: UserChanges, user: UserRow | undefined): UserChanges {
  const { is_active, groups, ...others } = changes;
  return {
    ...others,
    ...(is_active === user?.is_active ? {} : { is_active }),
    ...(isDeepStrictEqual(groups?.toSorted(), user?.groups.toSorted()) ? {} : { groups }),
  };
}

function allowedChanges(actor: Actor, changes: UserChanges) {
  const { username, first_name, last_name, email, phone } = changes;
  // Clients of the interface send complete records, in which a missing number means none; in a partial change it means
  // unchanged.
  const isComplete = [username, first_name, last_name, email].every((value) => value !== undefined);
  const own = phone === undefined && !isComplete ? {} : { phone: phone || null };
  return actor.isAdmin ? omitUndefined({ ...own, username, first_name, last_name, email }) : own;
}

function omitUndefined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
