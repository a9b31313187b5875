import { DomainError } from '@gatewarden/contract/errors';
import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AuthService } from '../auth/index.ts';
import { lockUserById, type UserRow, type UsersService } from '../users/index.ts';
import type { RedeemedAnswer } from './answers.ts';
import type { ExternalUsers } from './external-users.ts';
import { setSignedIn } from './identities.queries.ts';
import type { ApplyMappedGroups } from './mapped-groups.ts';
import { lockProviderShared, type ProviderRow } from './providers.queries.ts';

/** The active user of an account at a provider, locked. The row is older than changes of the groups. */
export interface IdentifiedUser {
  readonly user: UserRow;
  readonly identityId: number;
  readonly provider: ProviderRow;
}

export interface RefusedUser {
  readonly user: UserRow;
  readonly code: 'openid_account_exists' | 'openid_account_disabled';
}

export interface IdentifyAccount {
  /**
   * Finds or creates the user of the account, and applies mapped groups. A refusal is returned as a value, so that the
   * transaction does not undo its log entry by a throw.
   * @throws openid_provider_not_found, openid_state_invalid, and as `ExternalUsers.resolve`
   */
  identify(
    tx: Tx,
    origin: Origin,
    redeemed: Pick<RedeemedAnswer, 'provider' | 'account'>,
  ): Promise<IdentifiedUser | RefusedUser>;
  /** Logs the refusal and throws it, after the transaction. @throws openid_account_exists, openid_account_disabled */
  refuse(origin: Origin, refused: RefusedUser): Promise<never>;
}

interface Dependencies {
  readonly clock: Clock;
  readonly externalUsers: ExternalUsers;
  readonly applyMappedGroups: ApplyMappedGroups;
  readonly auth: Pick<AuthService, 'external'>;
  readonly users: Pick<UsersService, 'hasActiveAdministrator'>;
}

const logged = {
  openid_account_exists: 'not linked to the OpenID provider',
  openid_account_disabled: 'disabled, at an OpenID provider',
} as const;

export function createIdentifyAccount(dependencies: Dependencies): IdentifyAccount {
  const { clock, externalUsers, applyMappedGroups, auth, users } = dependencies;
  return {
    async identify(tx, origin, { provider: { id }, account }) {
      const provider = await lockProviderShared(tx, id);
      if (!provider?.is_enabled) throw new DomainError('openid_provider_not_found');
      const isMapped =
        provider.group_claim !== null && account.groups !== undefined && provider.group_mapping.length > 0;
      // before any user is locked, as all changes that may concern administrators
      if (isMapped) await users.hasActiveAdministrator(tx);
      const found = await externalUsers.resolve(tx, origin, provider, account);
      if ('unlinked' in found) return { user: found.unlinked, code: 'openid_account_exists' };
      // locked, so that a concurrent change that disables the user sees the session and ends it
      const user = await lockUserById(tx, found.userId);
      if (!user) throw new DomainError('openid_account_unknown');
      if (!user.is_active) return { user, code: 'openid_account_disabled' };
      if (isMapped) await applyMappedGroups(tx, user, provider, account.groups ?? []);
      if (!(await setSignedIn(tx, found.identityId, account.email, clock.now())))
        throw new DomainError('openid_state_invalid');
      return { user, identityId: found.identityId, provider };
    },
    async refuse(origin, { user, code }) {
      await auth.external.recordRefusal(origin, user.id, logged[code]);
      throw new DomainError(code);
    },
  };
}
