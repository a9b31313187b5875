import type { MfaInfo } from '@gatewarden/contract/auth';
import type { UserInfo } from '@gatewarden/contract/users';

/** Methods of the second step. */
export type SecondStep = 'webauthn' | 'totp' | 'email' | 'recovery';
/** Methods with a code. */
export type CodeStepName = Exclude<SecondStep, 'webauthn'>;

/** Available methods: the default of the user first, recovery codes last, because each works once. */
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

/** Factors of the signed-in user, as a sign-in response contains them. */
export function factorsOf(me: UserInfo): MfaInfo {
  return {
    mfa_method: me.mfa_method,
    totp_available: me.totp_enabled,
    webauthn_available: me.webauthn_enabled,
    email_available: me.email_mfa_enabled,
  };
}

/** Whether the user can confirm with anything but a recovery code. */
export function hasFactor({ totp_enabled, email_mfa_enabled, webauthn_enabled }: UserInfo): boolean {
  return totp_enabled || email_mfa_enabled || webauthn_enabled;
}
