import type { MailLanguage } from '@gatewarden/contract/mail';
import type { Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { AuthService, PasswordOutcome } from '../auth/index.ts';
import { credentials, findUserById } from '../users/index.ts';
import type { ProviderAnswer, RedeemAnswer, RedeemedAnswer } from './answers.ts';
import type { IdentifyAccount, RefusedUser } from './identify-account.ts';

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
  readonly redeem: RedeemAnswer;
  readonly accounts: IdentifyAccount;
  readonly auth: Pick<AuthService, 'external'>;
}

export function createExternalSignIn(dependencies: Dependencies): ExternalSignIn {
  const { db, log, redeem, accounts, auth } = dependencies;

  async function start(
    tx: Tx,
    origin: Origin,
    redeemed: RedeemedAnswer,
    { formerToken, browserToken }: ExternalSignInAttempt,
  ): Promise<PasswordOutcome | RefusedUser> {
    const found = await accounts.identify(tx, origin, redeemed);
    if ('code' in found) return found;
    const { user, identityId, provider } = found;
    return auth.external.accept(tx, origin, (await findUserById(tx, user.id)) ?? user, {
      identityId,
      provider: provider.name,
      isSecondFactorProved: provider.trusts_second_factor && redeemed.account.hasSecondFactor,
      formerToken,
      browserToken,
    });
  }

  return async (origin, attempt) => {
    const redeemed = await redeem('sign-in', { ...attempt, ip: origin.ip });
    const outcome = await inTransaction(db, (tx) => start(tx, origin, redeemed, attempt));
    if ('code' in outcome) return accounts.refuse(origin, outcome);
    if (outcome.kind === 'signed-in' && attempt.language)
      await credentials.setLanguage(db, outcome.user.id, attempt.language);
    log.debug({ provider: redeemed.provider.name }, 'sign-in at an OpenID provider');
    return auth.external.withUsableFactors(outcome);
  };
}
