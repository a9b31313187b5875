import { randomInt } from 'node:crypto';
import { DomainError } from '@gatewarden/contract/errors';
import { mailCodePauseSeconds } from '@gatewarden/contract/mfa';
import type { Actor, Origin } from '../../platform/actor.ts';
import type { Signer } from '../../platform/crypto/signer.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MailService } from '../mail/index.ts';
import { toUserSnapshot, type UserRow } from '../users/index.ts';
import type { CodeCheck } from './code-check.ts';
import {
  enableFactors,
  type FactorCheck,
  type FactorOwner,
  lockExistingUser,
  type NewRecoveryCodes,
  removeFactors,
} from './factors.ts';
import { isMailCode, signMailCode } from './mail-code-signature.ts';
import { normalizeCode } from './normalize-code.ts';
import './mfa.events.ts';
import * as queries from './mail-codes.queries.ts';
import { ensureFactorsRow, findFactors, lockFactors } from './mfa.queries.ts';

/**
 * Codes by e-mail. They belong to the account, not to the session that requested them: a user who restarts the sign-in
 * while the mail is in transit may still use the code.
 */
export interface MailCodes {
  /** Mails a code that confirms the address. @throws smtp_not_configured, mail_delayed, mail_code_too_soon */
  offer(user: FactorOwner): Promise<void>;
  /** @throws code_wrong */
  confirm(user: FactorOwner, origin: Origin, code: string, check?: FactorCheck): Promise<NewRecoveryCodes>;
  remove(actor: Actor, origin: Origin): Promise<void>;
  /** Mails a code to sign in with, or to connect a device with. @throws no_factor and what `offer` throws */
  send(user: FactorOwner, purpose?: 'sign-in' | 'connect'): Promise<void>;
  /** Invalidates the code and all others of the user for the purpose. */
  consume(tx: Tx, userId: number, code: string, purpose?: 'sign-in' | 'connect'): Promise<CodeCheck>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly mail: Pick<MailService, 'sendMail' | 'sendAccountMail' | 'isWaiting' | 'isConfigured'>;
  /** How long a code is valid. */
  readonly codeMinutes: number;
}

/** The limit of unused codes mailed within the window: enough for lost mails, too few to flood a mailbox. */
const maxUnused = 5;
const unusedWindowMinutes = 15;

export function createMailCodes({ db, events, signer, clock, mail, codeMinutes }: Dependencies): MailCodes {
  const unusedWindow = (now: Date) => ({ since: minutesAfter(now, -unusedWindowMinutes), until: now });

  /** Fails immediately instead of letting the user wait for a mail. @throws smtp_not_configured, mail_delayed */
  async function requireMailServer(userId: number, purpose: queries.Purpose): Promise<void> {
    if (!(await mail.isConfigured())) throw new DomainError('smtp_not_configured');
    const now = clock.now();
    const [last] = await queries.listMailedCodes(db, userId, purpose, unusedWindow(now));
    if (last && pauseSecondsLeft(last.sentAt, now) <= 0 && (await mail.isWaiting(last.mailId))) {
      throw new DomainError('mail_delayed');
    }
  }

  /**
   * The caller has locked the factors, so that one of two concurrent requests is too soon.
   * @throws mail_code_too_soon
   */
  async function mailCode(tx: Tx, user: UserRow, purpose: queries.Purpose): Promise<void> {
    const now = clock.now();
    const mailed = await queries.listMailedCodes(tx, user.id, purpose, unusedWindow(now));
    const seconds = secondsUntilNext(
      mailed.map(({ sentAt }) => sentAt),
      now,
    );
    if (seconds > 0) throw new DomainError('mail_code_too_soon', { retry_after_seconds: seconds });
    await queries.deleteCodesBefore(tx, user.id, unusedWindow(now).since);
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const expiresAt = minutesAfter(now, codeMinutes);
    const mailId = await mail.sendMail(tx, {
      to: user.email,
      language: user.language,
      template: purpose === 'activation' ? 'activation_code' : 'sign_in_code',
      values: { name: user.first_name, code, minutes: codeMinutes },
      sendBefore: expiresAt.toISOString(),
    });
    const signature = signMailCode(signer, { userId: user.id, purpose, mailId, code });
    await queries.insertCode(tx, user.id, { purpose, signature, mailId, sentAt: now, expiresAt });
  }

  /** Of two concurrent uses, one gets true: the user's factors are locked. */
  async function consumeCode(tx: Tx, userId: number, purpose: queries.Purpose, code: string): Promise<CodeCheck> {
    await lockFactors(tx, userId);
    const active = await queries.listActiveCodes(tx, userId, purpose, clock.now());
    if (active.length === 0) return 'used';
    const typed = normalizeCode(code);
    const isRight = active.some(({ mailId, signature }) =>
      isMailCode(signer, { userId, purpose, mailId, code: typed }, signature),
    );
    await (isRight ? queries.deleteCodes(tx, userId, purpose) : queries.countWrongTry(tx, userId, purpose));
    return isRight ? 'accepted' : 'wrong';
  }

  return {
    async offer({ userId }) {
      await requireMailServer(userId, 'activation');
      await inTransaction(db, async (tx) => {
        const user = await lockExistingUser(tx, userId);
        await ensureFactorsRow(tx, userId);
        await mailCode(tx, user, 'activation');
      });
    },
    async confirm({ userId }, origin, code, check) {
      const confirmed = await inTransaction(db, async (tx) => {
        await check?.(tx);
        const user = await lockExistingUser(tx, userId);
        if ((await consumeCode(tx, userId, 'activation', code)) !== 'accepted') return undefined;
        await queries.setEmailEnabled(tx, userId, true);
        await events.publish(tx, 'mfa.factor-added', origin, { user: toUserSnapshot(user), method: 'Email' });
        const values = { name: user.first_name, method: 'email' } as const;
        const { email: to, language } = user;
        const about = { userId, change: 'email_codes_added', by: 'owner' } as const;
        await mail.sendAccountMail(tx, about, { to, language, template: 'second_factor_activated', values });
        return { codes: await enableFactors(tx, { events, clock }, origin, user) };
      });
      // thrown after the transaction, which must commit the count of the wrong try
      if (!confirmed) throw new DomainError('code_wrong', { field: 'code' });
      return confirmed.codes;
    },
    remove: ({ userId }, origin) =>
      inTransaction(db, async (tx) => {
        const user = await lockExistingUser(tx, userId);
        await lockFactors(tx, userId);
        const { hasEmail } = await findFactors(tx, userId);
        // mailed codes still count, so that removing the factor does not allow more mails
        await removeFactors(tx, origin, user, () => queries.setEmailEnabled(tx, userId, false));
        if (hasEmail)
          await events.publish(tx, 'mfa.factor-removed', origin, { user: toUserSnapshot(user), method: 'Email' });
      }),
    async send({ userId }, purpose = 'sign-in') {
      if (!(await findFactors(db, userId)).hasEmail) throw new DomainError('no_factor');
      await requireMailServer(userId, purpose);
      await inTransaction(db, async (tx) => {
        const user = await lockExistingUser(tx, userId);
        await lockFactors(tx, userId);
        if (!(await findFactors(tx, userId)).hasEmail) throw new DomainError('no_factor');
        await mailCode(tx, user, purpose);
      });
    },
    async consume(tx, userId, code, purpose = 'sign-in') {
      const checked = await consumeCode(tx, userId, purpose, code);
      return (await findFactors(tx, userId)).hasEmail ? checked : 'wrong';
    },
  };
}

/** `sentAt` has the times of the unused codes, newest first. */
function secondsUntilNext(sentAt: readonly Date[], now: Date): number {
  const [last] = sentAt;
  if (!last) return 0;
  // until the oldest within the limit leaves the window
  const oldest = sentAt[maxUnused - 1];
  const free = oldest ? secondsBetween(now, minutesAfter(oldest, unusedWindowMinutes)) : 0;
  return Math.max(0, pauseSecondsLeft(last, now), free);
}

function pauseSecondsLeft(last: Date, now: Date): number {
  return mailCodePauseSeconds - secondsBetween(last, now);
}

function secondsBetween(from: Date, to: Date): number {
  return Math.ceil((to.getTime() - from.getTime()) / 1000);
}

function minutesAfter(from: Date, minutes: number): Date {
  return new Date(from.getTime() + minutes * 60_000);
}
