import { DomainError } from '@gatewarden/contract/errors';
import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { providerSourceName } from '../directory-sync/index.ts';
import type { SettingsService } from '../settings/index.ts';
import {
  credentials,
  findUserById,
  loginName,
  toUserSnapshot,
  type UserRow,
  type UsersService,
} from '../users/index.ts';
import { toUsername } from './external-username.ts';
import * as identities from './identities.queries.ts';
import type { ProviderRow } from './providers.queries.ts';
import type { ExternalAccount } from './read-claims.ts';

/** The user of an account at a provider, with the link between them. */
export interface LinkedUser {
  readonly userId: number;
  readonly identityId: number;
}

/** A user whose account the sign-in would be, but who has to link it. */
export interface UnlinkedUser {
  readonly unlinked: UserRow;
}

export interface ExternalUsers {
  /**
   * Finds the user of the account: by the link; else the user whom the provider's directory added and who has no other
   * credential, unless an administrator; else by the email address, if the provider states that it is verified and is
   * allowed to link, and the user is no administrator; else creates a user if the settings allow it.
   * @throws openid_email_missing, openid_name_missing, openid_account_unknown, openid_username_unavailable
   */
  resolve(tx: Tx, origin: Origin, provider: ProviderRow, account: ExternalAccount): Promise<LinkedUser | UnlinkedUser>;
}

interface Dependencies {
  readonly events: Events;
  readonly clock: Clock;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly users: Pick<UsersService, 'insert'> & {
    readonly requireAssignableUsername: (username: string, tx?: Tx) => Promise<void>;
  };
}

export function createExternalUsers({ events, clock, settings, users }: Dependencies): ExternalUsers {
  async function link(tx: Tx, provider: ProviderRow, account: ExternalAccount, userId: number): Promise<LinkedUser> {
    const { issuer, subject, email } = account;
    // after a change of the issuer: the former account there says nothing about this one
    const former = await identities.findIdentityAt(tx, userId, provider.id);
    if (former && former.issuer !== issuer) await identities.deleteIdentity(tx, former.id);
    const at = clock.now();
    const identityId = await identities.insertIdentity(tx, {
      userId,
      providerId: provider.id,
      issuer,
      subject,
      email,
      at,
    });
    return { userId, identityId };
  }

  async function linkByEmail(
    tx: Tx,
    origin: Origin,
    { user, provider, account }: { user: UserRow; provider: ProviderRow; account: ExternalAccount },
  ): Promise<LinkedUser | UnlinkedUser> {
    const isTrusted = provider.links_by_email && account.isEmailVerified === true;
    const former = await identities.findIdentityAt(tx, user.id, provider.id);
    // another account at the provider with the same address may be another person's, to whom the address passed on
    const isOther = former !== undefined && former.issuer === account.issuer;
    // the refusal of a disabled account must not leave a link behind
    if (!isTrusted || user.is_admin || isOther || !user.is_active) return { unlinked: user };
    const linked = await link(tx, provider, account, user.id);
    await publishLinked(tx, origin, { user, provider, account }, 'email');
    return linked;
  }

  function publishLinked(
    tx: Tx,
    origin: Origin,
    { user, provider, account }: { user: UserRow; provider: ProviderRow; account: ExternalAccount },
    linked_by: 'email' | 'directory',
  ): Promise<void> {
    const payload = { user: toUserSnapshot(user), provider: provider.name, email: account.email ?? null, linked_by };
    return events.publish(tx, 'external-identity.linked', origin, payload);
  }

  /** Undefined for services whose tokens do not name the id in their directory. */
  async function findUserOfEntry(tx: Tx, { id, kind }: ProviderRow, { subject, objectId }: ExternalAccount) {
    const externalIds: Partial<Record<ProviderRow['kind'], string | undefined>> = {
      google: subject,
      okta: subject,
      microsoft: objectId,
    };
    const externalId = externalIds[kind];
    if (externalId === undefined) return undefined;
    const userId = await identities.findUserOfEntry(tx, providerSourceName(id), externalId);
    const user = userId === undefined ? undefined : await findUserById(tx, userId);
    return user?.is_admin ? undefined : user;
  }

  async function linkEntry(
    tx: Tx,
    origin: Origin,
    { user, provider, account }: { user: UserRow; provider: ProviderRow; account: ExternalAccount },
  ): Promise<LinkedUser | UnlinkedUser> {
    // the refusal of a disabled account must not leave a link behind
    if (!user.is_active) return { unlinked: user };
    const linked = await link(tx, provider, account, user.id);
    await publishLinked(tx, origin, { user, provider, account }, 'directory');
    return linked;
  }

  async function create(tx: Tx, origin: Origin, provider: ProviderRow, account: ExternalAccount): Promise<LinkedUser> {
    const { openid_create_account, openid_username_handling } = await settings.get(tx);
    if (!openid_create_account) throw new DomainError('openid_account_unknown');
    const { email, firstName, lastName, phone, preferredUsername } = account;
    // mails about the account would go to another person
    if (email === undefined || account.isEmailVerified === false) throw new DomainError('openid_email_missing');
    if (firstName === undefined) throw new DomainError('openid_name_missing');
    const username = toUsername(preferredUsername ?? email.replace(/@.*$/, ''), openid_username_handling);
    if (username === undefined) throw new DomainError('openid_username_unavailable');
    const fields = { username, first_name: firstName, last_name: lastName ?? '', email, phone: phone ?? null };
    const user = await insertUser(tx, origin, fields);
    const created = await link(tx, provider, account, user.id);
    if (!account.isEmailVerified) await identities.setUnverifiedEmail(tx, user.id, email);
    return created;
  }

  async function insertUser(
    tx: Tx,
    origin: Origin,
    fields: Omit<Parameters<UsersService['insert']>[2], 'password_hash'>,
  ): Promise<UserRow> {
    try {
      await users.requireAssignableUsername(fields.username, tx);
      return await users.insert(tx, origin, { ...fields, password_hash: null });
    } catch (error) {
      const isRefused = error instanceof DomainError && ['username_taken', 'username_reserved'].includes(error.code);
      throw isRefused ? new DomainError('openid_username_unavailable', {}, { cause: error }) : error;
    }
  }

  return {
    async resolve(tx, origin, provider, account) {
      const { issuer, subject, email } = account;
      const known = await identities.findIdentity(tx, { providerId: provider.id, issuer, subject });
      if (known) return { userId: known.user_id, identityId: known.id };
      const entryOf = await findUserOfEntry(tx, provider, account);
      if (entryOf) return linkEntry(tx, origin, { user: entryOf, provider, account });
      // user names contain no `@`, so this finds by address only
      const found = email === undefined ? undefined : await credentials.find(tx, loginName(email));
      const user = found && (await findUserById(tx, found.id));
      return user ? linkByEmail(tx, origin, { user, provider, account }) : create(tx, origin, provider, account);
    },
  };
}
