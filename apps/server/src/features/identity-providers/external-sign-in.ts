import { DomainError } from '@gatewarden/contract/errors';
import type { MailLanguage } from '@gatewarden/contract/mail';
import type { Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AuthService, PasswordOutcome } from '../auth/index.ts';
import { credentials, findUserById, lockUserById, type UserRow, type UsersService } from '../users/index.ts';
import type { ProviderAnswer, RedeemAnswer, RedeemedAnswer } from './answers.ts';
import type { ExternalUsers } from './external-users.ts';
import { setSignedIn } from './identities.queries.ts';
import type { ApplyMappedGroups } from './mapped-groups.ts';
import { lockProviderShared } from './providers.queries.ts';

export interface ExternalSignInAttempt extends Omit<ProviderAnswer, 'ip'> {
  /** Of the browser's former session, which ends. */
  readonly formerToken: string | undefined;
  readonly browserToken: string | undefined;
  /** The language of the console; used for later mails. */
  readonly language: MailLanguage | undefined;
}

/**
 * Signs in with the answer of a provider: a session, or one that admits only the second step. Nothing is changed if it fails.
 * @throws as `RedeemAnswer` and `ExternalUsers.resolve`; openid_account_exists, openid_account_disabled
 */
export type ExternalSignIn = (origin: Origin, attempt: ExternalSignInAttempt) => Promise<PasswordOutcome>;

interface Dependencies {
  readonly db: Database;
  readonly log: Log;
  readonly clock: Clock;
  readonly redeem: RedeemAnswer;
  readonly externalUsers: ExternalUsers;
  readonly applyMappedGroups: ApplyMappedGroups;
  readonly auth: Pick<AuthService, 'external'>;
  readonly users: Pick<UsersService, 'hasActiveAdministrator'>;
}

interface Refused {
  readonly user: UserRow;
  readonly code: 'openid_account_exists' | 'openid_account_disabled';
}

const logged = {
  openid_account_exists: 'not linked to the OpenID provider',
  openid_account_disabled: 'disabled, at an OpenID provider',
} as const;

export function createExternalSignIn(dependencies: Dependencies): ExternalSignIn {
  const { db, log, clock, redeem, externalUsers, applyMappedGroups, auth, users } = dependencies;

  /** Returns the refusal as a value, so that the transaction does not undo its log entry by a throw. */
  async function start(
    tx: Tx,
    origin: Origin,
    { provider: { id }, account }: RedeemedAnswer,
    { formerToken, browserToken }: ExternalSignInAttempt,
  ): Promise<PasswordOutcome | Refused> {
    const provider = await lockProviderShared(tx, id);
    if (!provider?.is_enabled) throw new DomainError('openid_provider_not_found');
    const isMapped = provider.group_claim !== null && account.groups !== undefined && provider.group_mapping.length > 0;
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
    return auth.external.accept(tx, origin, (await findUserById(tx, user.id)) ?? user, {
      identityId: found.identityId,
      provider: provider.name,
      isSecondFactorProved: provider.trusts_second_factor && account.hasSecondFactor,
      formerToken,
      browserToken,
    });
  }

  return async (origin, attempt) => {
    const redeemed = await redeem('sign-in', { ...attempt, ip: origin.ip });
    const outcome = await inTransaction(db, (tx) => start(tx, origin, redeemed, attempt));
    if ('code' in outcome) {
      const { user, code } = outcome;
      await auth.external.recordRefusal(origin, user.id, logged[code]);
      throw new DomainError(code);
    }
    if (outcome.kind === 'signed-in' && attempt.language)
      await credentials.setLanguage(db, outcome.user.id, attempt.language);
    log.debug({ provider: redeemed.provider.name }, 'sign-in at an OpenID provider');
    return auth.external.withUsableFactors(outcome);
  };
}
