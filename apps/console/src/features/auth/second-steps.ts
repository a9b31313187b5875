import type { MfaInfo } from '@gatewarden/contract/auth';
import type { UserInfo } from '@gatewarden/contract/users';

/** What a second step can be done with. */
export type SecondStep = 'webauthn' | 'totp' | 'email' | 'recovery';
/** Those that are done by typing a code. */
export type CodeStepName = Exclude<SecondStep, 'webauthn'>;

/** The person's own choice first, a recovery code last: it works once, and is for when all else is out of reach. */
export function secondStepsOf({
  mfa_method,
  webauthn_available,
  totp_available,
  email_available,
}: MfaInfo): SecondStep[] {
  const factors = [
    { step: 'webauthn', method: 'Webauthn', isAvailable: webauthn_available },
    { step: 'totp', method: 'OneTimePassword', isAvailable: totp_available },
    { step: 'email', method: 'Email', isAvailable: email_available },
  ] as const;
  const available = factors.filter(({ isAvailable }) => isAvailable);
  const chosenFirst = available.toSorted((one, other) => rank(one.method) - rank(other.method));
  return [...chosenFirst.map(({ step }) => step), 'recovery'];

  function rank(method: MfaInfo['mfa_method']): number {
    return method === mfa_method ? 0 : 1;
  }
}

/** What the server would say of the reader's factors at sign-in. */
export function factorsOf(me: UserInfo): MfaInfo {
  return {
    mfa_method: me.mfa_method,
    totp_available: me.totp_enabled,
    webauthn_available: me.webauthn_enabled,
    email_available: me.email_mfa_enabled,
  };
}
