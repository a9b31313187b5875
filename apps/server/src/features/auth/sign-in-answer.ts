import type { AuthResponse, MfaInfo } from '@gatewarden/contract/auth';
import type { Cookies } from '../../platform/http/router.ts';
import { presentUser } from '../users/index.ts';
import { setBrowserCookie } from './browser-cookie.ts';
import type { PasswordOutcome } from './password-sign-in.ts';
import type { SessionCookie } from './session-cookie.ts';

/** The answer to the first step of a sign-in. */
export type SignInAnswer = AuthResponse | { readonly alternative: MfaInfo };

/** Sets the cookies of the session that began, and presents it. */
export type AnswerSignIn = (cookies: Cookies, outcome: PasswordOutcome) => SignInAnswer;

export function createSignInAnswer(sessionCookie: SessionCookie): AnswerSignIn {
  return (cookies, outcome) => {
    sessionCookie.set(cookies, outcome.token);
    if (outcome.kind === 'second-factor') return { alternative: presentFactors(outcome.factors) };
    setBrowserCookie(cookies, outcome.browserToken, sessionCookie);
    return { user: presentUser(outcome.user), url: null };
  };
}

function presentFactors({ method, ...has }: Extract<PasswordOutcome, { kind: 'second-factor' }>['factors']): MfaInfo {
  return {
    mfa_method: method,
    totp_available: has.hasTotp,
    webauthn_available: has.hasSecurityKey,
    email_available: has.hasEmail,
  };
}
