import { z } from 'zod';
import { AuthResponse } from './auth.ts';
import { Empty, endpoint } from './endpoint.ts';
import { recoveryCodeCount } from './mfa.names.ts';
import { TypedPassword } from './primitives.ts';
import { UsernameParam } from './users.ts';

const NewCodes = z.array(z.string()).length(recoveryCodeCount);

/** Shown once, when the first factor is confirmed; null if there are codes already. */
export const RecoveryCodes = z.object({ codes: NewCodes.nullable() });

/** As typed or pasted, so it may contain blanks and dashes. */
const TypedCode = z.object({ code: z.string().min(1).max(64) });

/** 304 while there is no factor, as in the interface reference. */
export const enableMfa = endpoint({
  method: 'PUT',
  path: '/auth/mfa',
  access: 'user',
  area: 'sign-in',
  requiresReauthentication: true,
  summary: 'Require a second factor at sign-in; ends all of your sessions',
  response: z.null(),
  errors: ['no_factor'],
  errorStatus: { no_factor: 304 },
});

export const disableOwnMfa = endpoint({
  method: 'DELETE',
  path: '/auth/mfa',
  access: 'user',
  area: 'sign-in',
  requiresReauthentication: true,
  summary: 'Remove all of your second factors and recovery codes',
  response: z.null(),
  errors: ['key_suspended', 'last_credential', 'factor_required'],
});

export const disableMfa = endpoint({
  method: 'DELETE',
  path: '/user/:username/mfa',
  access: 'self',
  area: 'sign-in',
  requiresReauthentication: true,
  summary: "Remove all of a user's second factors and recovery codes",
  params: UsernameParam,
  response: z.null(),
  errors: ['user_not_found', 'key_suspended', 'last_credential', 'factor_required'],
});

/** In a complete session it proves the identity again. */
export const signInWithRecoveryCode = endpoint({
  method: 'POST',
  path: '/auth/recovery',
  access: 'pending',
  area: 'sign-in',
  endsAccess: true,
  summary: 'Complete the sign-in with a recovery code, which works once',
  body: TypedCode,
  response: AuthResponse,
  errors: ['code_wrong'],
});

/** Ours. The codes are shown only once, when they are created. */
export const countRecoveryCodes = endpoint({
  method: 'GET',
  path: '/auth/recovery',
  access: 'user',
  area: 'sign-in',
  summary: 'Count your unused recovery codes',
  response: z.object({ left: z.int().min(0) }),
});

/** Ours. All former codes stop working. `no_factor` while sign-in does not require a second factor. */
export const replaceRecoveryCodes = endpoint({
  method: 'POST',
  path: '/auth/recovery/replace',
  access: 'user',
  area: 'sign-in',
  requiresReauthentication: true,
  summary: 'Replace your recovery codes; the new ones are shown only in this response',
  response: z.object({ codes: NewCodes }),
  errors: ['no_factor'],
});

/** The secret replaces the active one, if any, when a code has confirmed it. */
export const startTotp = endpoint({
  method: 'POST',
  path: '/auth/totp/init',
  access: 'user',
  area: 'sign-in',
  requiresReauthentication: true,
  summary: 'Generate a secret for an authenticator app',
  /** Base32 without padding. */
  response: z.object({ secret: z.string().length(32) }),
});

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/auth/totp',
  access: 'user',
  area: 'sign-in',
  requiresReauthentication: true,
  summary: 'Confirm the authenticator app with a code',
  body: TypedCode,
  response: RecoveryCodes,
  errors: ['code_wrong'],
  errorStatus: { code_wrong: 404 },
});

/** In a complete session it proves the identity again. */
export const signInWithTotp = endpoint({
  method: 'POST',
  path: '/auth/totp/verify',
  access: 'pending',
  area: 'sign-in',
  endsAccess: true,
  summary: 'Complete the sign-in with a code of the authenticator app',
  body: TypedCode,
  response: AuthResponse,
  errors: ['code_wrong', 'codes_locked'],
});

export const removeTotp = endpoint({
  method: 'DELETE',
  path: '/auth/totp',
  access: 'user',
  area: 'sign-in',
  requiresReauthentication: true,
  summary: 'Remove the authenticator app',
  response: z.null(),
  errors: ['factor_required'],
});

/** Minimum time between two mailed codes while the former one was not used. */
export const mailCodePauseSeconds = 30;

/** The details of `mail_code_too_soon` contain the `seconds` after which a code can be mailed again. */
export const startEmail = endpoint({
  method: 'POST',
  path: '/auth/email/init',
  access: 'user',
  area: 'sign-in',
  requiresReauthentication: true,
  summary: 'Mail a code to the address of the account, to set up codes by e-mail',
  response: z.null(),
  errors: ['smtp_not_configured', 'mail_delayed', 'mail_code_too_soon'],
  errorStatus: { smtp_not_configured: 503 },
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/auth/email',
  access: 'user',
  area: 'sign-in',
  requiresReauthentication: true,
  summary: 'Confirm codes by e-mail as a second factor with a mailed code',
  body: TypedCode,
  response: RecoveryCodes,
  errors: ['code_wrong'],
  errorStatus: { code_wrong: 404 },
});

/** `no_factor`: the user has not set up codes by e-mail. */
export const sendEmailCode = endpoint({
  method: 'GET',
  path: '/auth/email',
  access: 'pending',
  area: 'sign-in',
  summary: 'Mail a code that completes the sign-in',
  response: z.null(),
  errors: ['no_factor', 'smtp_not_configured', 'mail_delayed', 'mail_code_too_soon'],
  errorStatus: { no_factor: 401, smtp_not_configured: 503 },
});

/** In a complete session it proves the identity again. */
export const signInWithEmail = endpoint({
  method: 'POST',
  path: '/auth/email/verify',
  access: 'pending',
  area: 'sign-in',
  endsAccess: true,
  summary: 'Complete the sign-in with a mailed code',
  body: TypedCode,
  response: AuthResponse,
  errors: ['code_wrong', 'codes_locked'],
});

export const removeEmail = endpoint({
  method: 'DELETE',
  path: '/auth/email',
  access: 'user',
  area: 'sign-in',
  requiresReauthentication: true,
  summary: 'Remove codes by e-mail as a second factor',
  response: z.null(),
  errors: ['factor_required'],
});

export const TypedProof = z.object({ password: TypedPassword });

/** Ours. If sign-in requires a second factor, the password is not sufficient: `proof_required`. */
export const proveWithPassword = endpoint({
  method: 'POST',
  path: '/auth/proof',
  access: 'user',
  area: 'sign-in',
  endsAccess: true,
  summary: 'Prove your identity again with the password',
  body: TypedProof,
  response: Empty,
  errors: ['password_wrong', 'proof_required', 'login_locked', 'directory_unavailable'],
});
