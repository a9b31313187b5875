import { DomainError } from '@gatewarden/contract/errors';
import type { Actor, Origin } from '../../platform/actor.ts';
import type { Signer } from '../../platform/crypto/signer.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { SecretName } from '../../platform/secrets/secret-value.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MailService } from '../mail/index.ts';
import { findUser, toUserSnapshot, type UserRow } from '../users/index.ts';
import type { CodeCheck } from './code-check.ts';
import {
  enableFactors,
  type FactorCheck,
  type FactorOwner,
  isNonAdminOwner,
  lockExistingUser,
  type NewRecoveryCodes,
  preferredMethod,
  reconcile,
  removeFactors,
} from './factors.ts';
import { setEmailEnabled } from './mail-codes.queries.ts';
import { createMailCodes, type MailCodes } from './mail-codes.ts';
import { normalizeCode } from './normalize-code.ts';
import './mfa.events.ts';
import * as queries from './mfa.queries.ts';
import { hashesOfTypedCode } from './recovery-codes.ts';
import { createReplaceRecoveryCodes, type ReplaceRecoveryCodes } from './replace-recovery-codes.ts';
import { deleteKeysOf } from './security-keys.queries.ts';
import { latestTotpStep, newTotpSecret, totpStepOf } from './totp.ts';

/** The second factors of users. Does not depend on sessions: sign-in decides what a proof allows. */
export interface MfaService {
  /**
   * At sign-in: updates whether sign-in asks for a second factor, and the preferred method, to match the existing
   * factors. No other transaction changes the factors until this one ends.
   */
  reconcile(tx: Tx, userId: number): Promise<queries.FactorsRow>;
  /**
   * The factors that can be used now: without a mail server, codes by e-mail are left out. The method is one of them,
   * unless only recovery codes remain.
   */
  filterUsable(factors: queries.FactorsRow): Promise<queries.FactorsRow>;
  readonly mailCodes: MailCodes;
  isEnabled(userId: number, tx?: Tx): Promise<boolean>;
  factorsOf(userId: number): Promise<queries.FactorsRow>;
  /** Returns Base32. Replaces the former offer; the active secret remains until a code confirms this one. */
  offerTotp(user: FactorOwner): Promise<string>;
  /** Marks the code as used. @throws code_wrong also if no secret was offered */
  confirmTotp(user: FactorOwner, origin: Origin, code: string, check?: FactorCheck): Promise<NewRecoveryCodes>;
  removeTotp(actor: Actor, origin: Origin): Promise<void>;
  /** Marks the code as used. */
  consumeTotp(tx: Tx, userId: number, code: string): Promise<CodeCheck>;
  /** The number of unused recovery codes. */
  countRecoveryCodes(userId: number): Promise<number>;
  readonly replaceRecoveryCodes: ReplaceRecoveryCodes;
  /** Whether the codes of the user were created at this time or later. False without codes. */
  hasRecoveryCodesSince(tx: Tx, userId: number, since: Date): Promise<boolean>;
  /** Deletes the code. */
  consumeRecoveryCode(tx: Tx, userId: number, code: string): Promise<CodeCheck>;
  /**
   * Part of an emergency stop: removes the authenticator app and the recovery codes added since `since`. The user can
   * set up others after an administrator has reset the factors.
   */
  suspend(tx: Tx, userId: number, since: Date): Promise<queries.RemovedFactors>;
  /** @throws no_factor */
  enable(actor: Actor, origin: Origin): Promise<void>;
  /**
   * Removes every factor of the user and the recovery codes.
   * @throws user_not_found, key_suspended, last_credential, factor_required
   */
  disable(origin: Origin, username: string): Promise<void>;
  /** The part of `disable` for larger changes, for a locked user. @throws as `disable`, except user_not_found */
  disableWithin(tx: Tx, origin: Origin, user: UserRow): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly secrets: Secrets;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly mail: Pick<MailService, 'sendMail' | 'sendAccountMail' | 'isWaiting' | 'isConfigured'>;
  /** How long a code by e-mail is valid. */
  readonly codeMinutes: number;
}

export function createMfaService({ db, events, secrets, signer, clock, mail, codeMinutes }: Dependencies): MfaService {
  async function deleteTotpSecrets(tx: Tx, userId: number): Promise<void> {
    await secrets.delete(tx, totpSecret(userId));
    await secrets.delete(tx, offeredTotp(userId));
  }

  async function deleteTotp(tx: Tx, userId: number): Promise<void> {
    await queries.setTotpRemoved(tx, userId);
    await deleteTotpSecrets(tx, userId);
  }

  async function disableWithin(tx: Tx, origin: Origin, user: UserRow): Promise<void> {
    const { isEnabled: hadSome } = await reconcile(tx, user.id);
    await removeFactors(tx, origin, user, async () => {
      await deleteTotp(tx, user.id);
      await deleteKeysOf(tx, user.id, { exceptSuspended: isNonAdminOwner(origin, user) });
      if (!isNonAdminOwner(origin, user)) await queries.clearSuspendedFactors(tx, user.id);
      await setEmailEnabled(tx, user.id, false);
    });
    if (hadSome) await events.publish(tx, 'mfa.disabled', origin, { user: toUserSnapshot(user) });
  }

  return {
    reconcile,
    disableWithin,
    async filterUsable(factors) {
      if (!factors.hasEmail || (await mail.isConfigured())) return factors;
      const others = preferredMethod({ ...factors, hasEmail: false });
      return { ...factors, hasEmail: false, method: others === 'None' ? factors.method : others };
    },
    mailCodes: createMailCodes({ db, events, signer, clock, mail, codeMinutes }),
    factorsOf: (userId) => queries.findFactors(db, userId),
    isEnabled: async (userId, tx) => (await queries.findFactors(tx ?? db, userId)).isEnabled,
    offerTotp: ({ userId }) =>
      inTransaction(db, async (tx) => {
        await lockExistingUser(tx, userId);
        await queries.ensureFactorsRow(tx, userId);
        const secret = newTotpSecret();
        await secrets.set(tx, offeredTotp(userId), secret);
        return secret;
      }),
    confirmTotp: ({ userId }, origin, code, check) =>
      inTransaction(db, async (tx) => {
        await check?.(tx);
        const user = await lockExistingUser(tx, userId);
        await queries.lockFactors(tx, userId);
        const offered = await secrets.get(tx, offeredTotp(userId));
        const attempt = { code: normalizeCode(code), now: clock.now(), usedSteps: [] };
        const step = offered === undefined ? undefined : totpStepOf({ ...attempt, secret: offered });
        if (offered === undefined || step === undefined) throw new DomainError('code_wrong', { field: 'code' });
        await secrets.set(tx, totpSecret(userId), offered);
        await secrets.delete(tx, offeredTotp(userId));
        await queries.setTotpAdded(tx, userId, { at: clock.now(), step });
        await events.publish(tx, 'mfa.factor-added', origin, { user: toUserSnapshot(user), method: 'TOTP' });
        // in case another person added the factor
        const values = { name: user.first_name, method: 'totp' } as const;
        const { email: to, language } = user;
        const about = { userId, change: 'totp_added', by: 'owner' } as const;
        await mail.sendAccountMail(tx, about, { to, language, template: 'second_factor_activated', values });
        return enableFactors(tx, { events, clock }, origin, user);
      }),
    removeTotp: ({ userId }, origin) =>
      inTransaction(db, async (tx) => {
        const user = await lockExistingUser(tx, userId);
        await queries.lockFactors(tx, userId);
        const { hasTotp } = await queries.findFactors(tx, userId);
        await removeFactors(tx, origin, user, () => deleteTotp(tx, userId));
        if (hasTotp)
          await events.publish(tx, 'mfa.factor-removed', origin, { user: toUserSnapshot(user), method: 'TOTP' });
      }),
    async consumeTotp(tx, userId, code) {
      const secret = await secrets.get(tx, totpSecret(userId));
      if (secret === undefined) return 'wrong';
      const now = clock.now();
      const usedSteps = await queries.listUsedTotpSteps(tx, userId);
      const attempt = { code: normalizeCode(code), now, secret };
      const step = totpStepOf({ ...attempt, usedSteps });
      if (step === undefined) return totpStepOf({ ...attempt, usedSteps: [] }) === undefined ? 'wrong' : 'used';
      // another replica may have accepted the same code since the row was read
      const isConsumed = await queries.consumeTotpStep(tx, userId, { step, latestStep: latestTotpStep(now) });
      return isConsumed ? 'accepted' : 'used';
    },
    countRecoveryCodes: (userId) => queries.countRecoveryCodes(db, userId),
    replaceRecoveryCodes: createReplaceRecoveryCodes({ db, events, clock, mail }),
    hasRecoveryCodesSince: queries.hasRecoveryCodesSince,
    consumeRecoveryCode: async (tx, userId, code) =>
      (await queries.consumeRecoveryCode(tx, userId, hashesOfTypedCode(code))) ? 'accepted' : 'wrong',
    suspend: async (tx, userId, since) => {
      await queries.lockFactors(tx, userId);
      const removed = await queries.suspendFactors(tx, userId, { since, at: clock.now() });
      if (removed.app) await deleteTotpSecrets(tx, userId);
      await reconcile(tx, userId);
      return removed;
    },
    enable: ({ userId }, origin) =>
      inTransaction(db, async (tx) => {
        const user = await lockExistingUser(tx, userId);
        const { isEnabled } = await reconcile(tx, userId);
        if (!isEnabled) throw new DomainError('no_factor');
        await events.publish(tx, 'mfa.enabled', origin, { user: toUserSnapshot(user), ends_current: true });
      }),
    disable: (origin, username) =>
      inTransaction(db, async (tx) => {
        const found = await findUser(tx, username);
        if (!found) throw new DomainError('user_not_found');
        await disableWithin(tx, origin, await lockExistingUser(tx, found.id));
      }),
  };
}

function totpSecret(userId: number): SecretName {
  return { kind: 'totp', owner: userId };
}

/** Not active until a code confirms it. */
function offeredTotp(userId: number): SecretName {
  return { kind: 'totp-offer', owner: userId };
}
