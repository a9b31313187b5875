import { DomainError } from '@gatewarden/contract/errors';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { RefusedCode } from '../auth/index.ts';
import type { MfaService } from '../mfa/index.ts';
import type { Attempt, AttemptMethod, Candidate } from './location-mfa.queries.ts';
import { isSignatureOf } from './phone-signature.ts';
import { findPhone, hasPhone, type Phone } from './phones.queries.ts';

/** What a client sends to finish an attempt. */
export interface Proof {
  /** Six digits, or the signature of the challenge in base64. */
  readonly code: string | undefined;
  /** The key of the phone that approves, in base64; other methods ignore it. */
  readonly authKey: string | undefined;
}

/** The methods with which a user proves a second factor when a device connects. Interface reference, wire §16. */
export interface ConnectProofs {
  /** With `email`, mails a code. @throws connect_method_unavailable */
  requireUsable(device: Pick<Candidate, 'deviceId' | 'userId'>, method: AttemptMethod): Promise<void>;
  /**
   * A code becomes used. The caller has locked the user, so that no key of a phone ends meanwhile.
   * @throws connect_token_invalid if the proof is incomplete
   */
  check(tx: Tx, attempt: Attempt, userId: number, proof: Proof): Promise<Proved | RefusedCode>;
}

export interface Proved {
  /** Whose key proved it; undefined for codes. */
  readonly phone: Phone | undefined;
}

interface Dependencies {
  readonly db: Database;
  readonly mfa: Pick<MfaService, 'factorsOf' | 'consumeTotp' | 'mailCodes'>;
  readonly hasProvider: () => Promise<boolean>;
}

export function createConnectProofs({ db, mfa, hasProvider }: Dependencies): ConnectProofs {
  async function isUsable({ deviceId, userId }: Pick<Candidate, 'deviceId' | 'userId'>, method: AttemptMethod) {
    if (method === 'external') return hasProvider();
    if (method === 'biometric') return hasPhone(db, userId, deviceId);
    if (method === 'mobile_approve') return hasPhone(db, userId);
    const { hasTotp, hasEmail, hasSecurityKey } = await mfa.factorsOf(userId);
    if (method === 'browser') return hasTotp || hasEmail || hasSecurityKey;
    return method === 'totp' ? hasTotp : hasEmail;
  }

  async function findSigningPhone(tx: Tx, attempt: Attempt, userId: number, { authKey }: Proof) {
    if (attempt.method === 'biometric') return findPhone(tx, userId, { deviceId: attempt.device_id });
    if (!authKey) throw new DomainError('connect_token_invalid');
    return findPhone(tx, userId, { publicKey: authKey });
  }

  return {
    async requireUsable(device, method) {
      if (!(await isUsable(device, method))) throw new DomainError('connect_method_unavailable');
      if (method === 'email') await mfa.mailCodes.send({ userId: device.userId }, 'connect').catch(ignoreRecentCode);
    },
    async check(tx, attempt, userId, proof) {
      const { code } = proof;
      if (!code) throw new DomainError('connect_token_invalid');
      const { method, challenge } = attempt;
      if (method === 'totp' || method === 'email') {
        const checked =
          method === 'totp'
            ? await mfa.consumeTotp(tx, userId, code)
            : await mfa.mailCodes.consume(tx, userId, code, 'connect');
        return checked === 'accepted' ? { phone: undefined } : checked;
      }
      const phone = await findSigningPhone(tx, attempt, userId, proof);
      return phone && challenge !== null && isSignatureOf(challenge, code, phone.publicKey) ? { phone } : 'wrong';
    },
  };
}

/** The code that was just mailed is still valid. */
function ignoreRecentCode(error: unknown): void {
  if (error instanceof DomainError && error.code === 'mail_code_too_soon') return;
  if (error instanceof DomainError && (error.code === 'smtp_not_configured' || error.code === 'no_factor'))
    throw new DomainError('connect_method_unavailable');
  throw error;
}
