import { DomainError } from '@gatewarden/contract/errors';
import { Secret } from '@gatewarden/process/secret';
import { type Actor, type Origin, requireReauthenticationOfSession, requireWriteScope } from '../../platform/actor.ts';
import { signedInClient } from '../../platform/crypto/fair-queue.ts';
import type { Passwords } from '../../platform/crypto/passwords.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { hasActiveAdministrator, lockAdministrators } from './administrators.queries.ts';
import { guardAdminRights, guardLastAdministrator } from './administrators.ts';
import { lockPasswordHash, setPasswordHash } from './credentials.queries.ts';
import { listUsers } from './list-users.queries.ts';
import type { ReservedUsernames } from './reserved-usernames.ts';
import {
  type FactorsForUser,
  type GroupsForUser,
  omitUnchangedRights,
  type UserChanges,
  updateUser,
} from './update-user.ts';
import { createUserAccess, type UserAccess } from './user-access.ts';
import { insertUser, isUsernameTaken, type NewUserRow } from './user-changes.queries.ts';
import { checkPasswordRules, checkUserRules } from './user-rules.ts';
import { toUserSnapshot } from './users.events.ts';
import { requirePasswordHere } from './users.policy.ts';
import * as queries from './users.queries.ts';

export interface NewUser {
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone?: string | null | undefined;
  readonly password?: string | null | undefined;
  /** Names of groups. */
  readonly groups?: readonly string[] | undefined;
}

export interface UsersService {
  list(): ReturnType<typeof listUsers>;
  /** @throws user_not_found */
  get(username: string): Promise<queries.UserRow>;
  /**
   * @throws username_invalid, email_invalid, phone_invalid, password_weak, username_taken, email_taken, group_name_unknown,
   * managed_elsewhere; proof_required for a session without a recent proof that sets a password, because the account would
   * outlive the session, or that grants administrator rights
   */
  add(actor: Actor, origin: Origin, user: NewUser): Promise<queries.UserRow>;
  /**
   * Whether there is an active administrator who can sign in. Within a transaction, no other one adds or removes one until
   * it ends.
   */
  hasActiveAdministrator(tx?: Tx): Promise<boolean>;
  /** The part of `add` for larger changes. `password_hash` is null for a user who has not enrolled yet. */
  insert(tx: Tx, origin: Origin, user: NewUserRow): Promise<queries.UserRow>;
  /** @throws username_invalid, username_taken */
  requireFreeUsername(username: string): Promise<void>;
  /** @throws user_not_found, own_account, last_admin and what `updateUser` throws */
  update(actor: Actor, origin: Origin, username: string, changes: UserChanges): Promise<void>;
  /** For changes of other features that disable, enable or remove accounts. */
  readonly access: UserAccess;
  /** @throws user_not_found, own_account, last_admin */
  remove(actor: Actor, origin: Origin, username: string): Promise<void>;
  /**
   * Returns the ids of the users whose status changed.
   * @throws user_not_found, own_account, last_admin: then no user is changed, and `username` names the user
   */
  setStatus(actor: Actor, origin: Origin, ids: readonly number[], isActive: boolean): Promise<number[]>;
  /** @throws user_not_found, own_account, last_admin: then no user is deleted, and `username` names the user */
  removeMany(actor: Actor, origin: Origin, ids: readonly number[]): Promise<void>;
  /**
   * For a user who has just proved to know the current one.
   * @throws password_changed_meanwhile, password_weak, rate_limited
   */
  changeOwnPassword(actor: Actor, origin: Origin, password: NewPassword): Promise<void>;
  /** @throws user_not_found, own_account, password_weak, rate_limited, managed_elsewhere */
  setPassword(actor: Actor, origin: Origin, username: string, password: NewPassword): Promise<void>;
  /** As `setPassword`, without a signed-in caller. @throws user_not_found, password_weak */
  resetPassword(origin: Origin, username: string, password: string): Promise<void>;
}

interface NewPassword {
  readonly password: string;
  /** Whether all API tokens of the user are deleted with it. */
  readonly revokesApiTokens: boolean;
  /** The hash that must still be stored, so that one of two concurrent changes with the same old password is refused. */
  readonly replaces?: string;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly passwords: Pick<Passwords, 'hash' | 'runInTurn'>;
  readonly groups: GroupsForUser;
  readonly factors: FactorsForUser;
  readonly reserved: ReservedUsernames;
}

export function createUsersService({ db, events, passwords, groups, factors, reserved }: Dependencies): UsersService {
  const access = createUserAccess(events);
  const hashInTurn = (origin: Origin, password: string) =>
    passwords.runInTurn(signedInClient(origin), () => passwords.hash(password));

  async function insert(tx: Tx, origin: Origin, user: NewUserRow): Promise<queries.UserRow> {
    reserved.requireNotApiSegment(user.username);
    const added = await queries.findUserById(tx, await insertUser(tx, user));
    if (!added) throw new Error('the inserted user was not found');
    await events.publish(tx, 'user.added', origin, { user: toUserSnapshot(added) });
    return added;
  }

  const signalPassword = (tx: Tx, userId: number, password: string) =>
    events.signal(tx, 'users.password-set', { userId, password: new Secret(password) });

  /** Adds a new user to the groups. */
  async function joinGroups(
    tx: Tx,
    { actor, origin }: { readonly actor: Actor; readonly origin: Origin },
    { id }: queries.UserRow,
    names: readonly string[],
  ): Promise<queries.UserRow> {
    await groups.replaceGroupsOf(tx, actor, id, names);
    const user = await queries.findUserById(tx, id);
    if (!user) throw new Error('the inserted user was not found');
    const payload = { user: toUserSnapshot(user), before: [], after: user.groups };
    await events.publish(tx, 'user.groups-modified', origin, payload);
    await events.signal(tx, 'users.access-changed', { userIds: [id] });
    return user;
  }

  async function get(username: string): Promise<queries.UserRow> {
    const user = await queries.findUser(db, username);
    if (!user) throw new DomainError('user_not_found');
    return user;
  }

  async function replacePassword(
    origin: Origin,
    userId: number,
    { password, revokesApiTokens, replaces }: NewPassword,
    event: 'user.password-changed' | 'user.password-set-by-admin',
  ): Promise<void> {
    checkPasswordRules(password, 'new_password');
    const hash = await hashInTurn(origin, password);
    await inTransaction(db, async (tx) => {
      if (replaces !== undefined && (await lockPasswordHash(tx, userId)) !== replaces)
        throw new DomainError('password_changed_meanwhile', { field: 'old_password' });
      const user = await setPasswordHash(tx, userId, hash);
      if (!user) throw new DomainError('user_not_found');
      await signalPassword(tx, userId, password);
      await events.publish(tx, event, origin, { user: toUserSnapshot(user), revokes_api_tokens: revokesApiTokens });
    });
  }

  return {
    list: () => listUsers(db),
    get,
    async hasActiveAdministrator(tx) {
      if (tx) await lockAdministrators(tx);
      return hasActiveAdministrator(tx ?? db);
    },
    insert,
    async add(actor, origin, { password, phone, groups: groupNames = [], ...names }) {
      checkUserRules({ ...names, phone });
      await reserved.requireAssignable(names.username);
      if (password) {
        checkPasswordRules(password, 'password');
        requireReauthenticationOfSession(actor);
      }
      const hash = password ? await hashInTurn(origin, password) : null;
      const user = { ...names, phone: phone ?? null, password_hash: hash };
      const insertWithPassword = async (tx: Tx) => {
        const added = await insert(tx, origin, user);
        if (password) await signalPassword(tx, added.id, password);
        return added;
      };
      if (groupNames.length === 0) return inTransaction(db, insertWithPassword);
      requireWriteScope(actor, 'groups');
      return inTransaction(db, (tx) =>
        guardAdminRights(tx, actor, async () =>
          joinGroups(tx, { actor, origin }, await insertWithPassword(tx), groupNames),
        ),
      );
    },
    async requireFreeUsername(username) {
      checkUserRules({ username });
      await reserved.requireAssignable(username);
      if (await isUsernameTaken(db, username)) throw new DomainError('username_taken', { field: 'username' });
    },
    update: (actor, origin, username, wanted) =>
      inTransaction(db, async (tx) => {
        const hasRights = wanted.is_active !== undefined || wanted.groups !== undefined;
        const isReduced = actor.isAdmin && hasRights;
        const changes = isReduced ? omitUnchangedRights(wanted, await queries.findUser(tx, username)) : wanted;
        const context = { actor, origin, events, groups, factors, reserved, access };
        const update = () => updateUser(tx, username, changes, context);
        const { is_active, groups: names } = changes;
        // no other changes affect who is an administrator, and those that do wait for one another
        if (!actor.isAdmin || (is_active === undefined && names === undefined)) return update();
        await lockAdministrators(tx);
        await guardAdminRights(tx, actor, () => (names ? guardLastAdministrator(tx, update) : update()));
      }),
    access,
    remove: (actor, origin, username) =>
      inTransaction(db, async (tx) => {
        const user = await queries.findUser(tx, username);
        if (!user) throw new DomainError('user_not_found');
        await access.remove(tx, { author: actor, origin, ids: [user.id] });
      }),
    setStatus: (actor, origin, ids, isActive) =>
      inTransaction(db, (tx) => access.setActive(tx, { author: actor, origin, ids, isActive, field: 'users' })),
    removeMany: (actor, origin, ids) =>
      inTransaction(db, (tx) => access.remove(tx, { author: actor, origin, ids, field: 'users' })),
    changeOwnPassword: (actor, origin, password) =>
      replacePassword(origin, actor.userId, password, 'user.password-changed'),
    async setPassword(actor, origin, username, password) {
      const user = await get(username);
      const { id } = user;
      if (id === actor.userId) throw new DomainError('own_account');
      requirePasswordHere(user);
      await replacePassword(origin, id, password, 'user.password-set-by-admin');
    },
    async resetPassword(origin, username, password) {
      const { id } = await get(username);
      await replacePassword(origin, id, { password, revokesApiTokens: false }, 'user.password-set-by-admin');
    },
  };
}
