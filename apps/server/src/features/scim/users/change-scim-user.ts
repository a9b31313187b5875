import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../../platform/database/database.ts';
import type { Events } from '../../../platform/events/events.ts';
import type { SettingsService } from '../../settings/index.ts';
import type { ManagedUserFields, ManagedUsers, UserAccess, UserRow } from '../../users/index.ts';
import { type ClientContext, managedByScim } from '../client-context.ts';
import { ScimError } from '../protocol/scim-error.ts';
import type { RemovalLimit } from '../removals/removal-limit.ts';
import { disableOverScim } from './disable-over-scim.ts';
import { isPhoneManaged, managedFields } from './managed-fields.ts';
import type { WantedUser } from './read-scim-user.ts';
import { findDisabledByScim, isUserNameTaken, type ScimUserRow, storeScimUser } from './scim-users.queries.ts';

interface Dependencies {
  readonly events: Events;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly users: Pick<ManagedUsers, 'changeAll' | 'setManagement'>;
  readonly access: UserAccess;
  readonly removals: Pick<RemovalLimit, 'count'>;
}

type Settings = Awaited<ReturnType<SettingsService['get']>>;

/** An account that the transaction has locked, with what SCIM shows of it. */
export interface LockedUser {
  readonly user: UserRow;
  /** Undefined for one whose resource the client deleted. */
  readonly shown: ScimUserRow | undefined;
}

/** Returns a function that makes an account as the client wants it, and that then manages it. */
export function createUserChange({ events, settings, users, access, removals }: Dependencies) {
  /** @throws ScimError refused, uniqueness; what `ManagedUsers` and `UserAccess` throw */
  return async (tx: Tx, context: ClientContext, { user, shown }: LockedUser, wanted: WantedUser): Promise<void> => {
    const { origin, client } = context;
    const rules = await settings.get(tx);
    const isAdopted = user.managed_by !== managedByScim;
    const fields = withOwnPhone(user, wanted.fields);
    const { username, first_name, last_name, email, phone } = user;
    const changesFields = !isDeepStrictEqual({ username, first_name, last_name, email, phone }, fields);
    const mayEnable = (await findDisabledByScim(tx, user.id)) ?? false;
    const isActive = wantedStatus(user, wanted, rules, mayEnable);
    if (isAdopted || changesFields || isActive !== user.is_active) {
      const isDisabledOnly = !isAdopted && !changesFields && !isActive;
      requireMayChange(context, user, rules, isDisabledOnly);
    }
    if (await isUserNameTaken(tx, wanted.stored.user_name, user.id))
      throw new ScimError('uniqueness', 'Another account has this userName');
    const external_id = wanted.stored.external_id ?? shown?.external_id ?? null;
    await storeScimUser(tx, user.id, { ...wanted.stored, external_id });
    if (isAdopted || changesFields) {
      const managesPhone = fields.phone !== null && (isPhoneManaged(user) || fields.phone !== user.phone);
      const managesStatus = user.is_active || mayEnable;
      const management = { managedBy: managedByScim, fields: managedFields({ managesPhone, managesStatus }) };
      await users.setManagement(tx, [user.id], management);
      await users.changeAll(tx, origin, [{ before: user, fields }]);
    }
    if (isAdopted) {
      const adopted = { id: user.id, username: fields.username };
      await events.publish(tx, 'scim.user-adopted', origin, { user: adopted });
    }
    if (isActive === user.is_active) return;
    if (isActive) {
      await access.setActive(tx, { author: undefined, origin, ids: [user.id], isActive });
      return;
    }
    requireNotIssuer(client.issuedBy, user);
    await removals.count(tx, false);
    await disableOverScim(tx, access, origin, user.id);
  };
}

/**
 * With `keep`, a client does not deactivate administrators. `mayEnable`: SCIM disabled the account. Clients send
 * `active: true` with each change of a profile, which must not undo that an administrator disabled the account.
 */
function wantedStatus(
  user: UserRow,
  { isActive }: WantedUser,
  { scim_admin_removal }: Settings,
  mayEnable: boolean,
): boolean {
  if (isActive === true && !user.is_active) return mayEnable;
  if (isActive === false && user.is_admin && scim_admin_removal === 'keep') return user.is_active;
  return isActive ?? user.is_active;
}

/** @throws ScimError refused */
function requireMayChange(
  { client }: ClientContext,
  user: UserRow,
  { scim_manages_admins }: Settings,
  isDisabledOnly: boolean,
): void {
  if (user.managed_by !== null && user.managed_by !== managedByScim)
    throw new ScimError('refused', `${user.managed_by} manages this account; SCIM cannot change it`);
  requireNotIssuer(client.issuedBy, user);
  // an administrator who leaves loses access; everything else could turn a SCIM token into the rights of an administrator
  if (user.is_admin && !isDisabledOnly && !scim_manages_admins)
    throw new ScimError('refused', 'SCIM does not change administrators unless a setting allows it');
}

/** @throws ScimError refused */
export function requireNotIssuer(issuedBy: number | null, user: Pick<UserRow, 'id'>): void {
  if (issuedBy === user.id)
    throw new ScimError('refused', 'SCIM does not change the account of the administrator who issued the token');
}

/** People maintain their own phone number unless the client does: without a number, it leaves theirs. */
function withOwnPhone(user: UserRow, fields: ManagedUserFields): ManagedUserFields {
  return fields.phone === null && !isPhoneManaged(user) ? { ...fields, phone: user.phone } : fields;
}
