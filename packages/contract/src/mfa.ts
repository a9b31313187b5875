import { z } from 'zod';
import { AuthResponse } from './auth.ts';
import { Empty, endpoint } from './endpoint.ts';
import { TypedPassword } from './primitives.ts';
import { UsernameParam } from './users.ts';

/** How many are given out together. */
export const recoveryCodeCount = 8;

const NewCodes = z.array(z.string()).length(recoveryCodeCount);

/** Shown once, when the first factor is confirmed; null when there are some already. */
export const RecoveryCodes = z.object({ codes: NewCodes.nullable() });

/** As typed or pasted from an authenticator app or a sheet of paper; blanks and dashes in it are the reader's own. */
export const TypedCode = z.object({ code: z.string().min(1).max(64) });

/** 304 while there is no factor, as the interface reference has it. */
export const enableMfa = endpoint({
  method: 'PUT',
  path: '/auth/mfa',
  access: 'user',
  area: 'sign-in',
  requiresReauthentication: true,
  summary: 'Ask for a second factor from now on; ends all of your sessions',
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
  errors: ['key_suspended', 'last_way_in', 'factor_required'],
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
  errors: ['user_not_found', 'key_suspended', 'last_way_in', 'factor_required'],
});

/** In a complete session it proves anew who holds it. */
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

/** Ours. The codes themselves are shown only once. */
export const countRecoveryCodes = endpoint({
  method: 'GET',
  path: '/auth/recovery',
  access: 'user',
  area: 'sign-in',
  summary: 'Count your recovery codes that were not used',
  response: z.object({ left: z.int().min(0) }),
});

/** Ours. The codes before stop working, used or not. `no_factor` while sign-in asks for no second factor. */
export const replaceRecoveryCodes = endpoint({
  method: 'POST',
  path: '/auth/recovery/replace',
  access: 'user',
  area: 'sign-in',
  requiresReauthentication: true,
  summary: 'Replace your recovery codes; the new ones are shown only in this answer',
  response: z.object({ codes: NewCodes }),
  errors: ['no_factor'],
});

/** The secret takes the place of the one in force, if any, once a code has confirmed it. */
export const startTotp = endpoint({
  method: 'POST',
  path: '/auth/totp/init',
  access: 'user',
  area: 'sign-in',
  requiresReauthentication: true,
  summary: 'Make a secret for an authenticator app',
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

/** In a complete session it proves anew who holds it. */
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

/** How long the next mail with a code has to wait while the one before was not used. */
export const mailCodePauseSeconds = 30;

/** Details of `mail_code_too_soon`: the `seconds` after which a code can be mailed again. */
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
  summary: 'Confirm with the mailed code that sign-in may ask for codes by e-mail',
  body: TypedCode,
  response: RecoveryCodes,
  errors: ['code_wrong'],
  errorStatus: { code_wrong: 404 },
});

/** `no_factor`: the user did not set up codes by e-mail. */
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

/** In a complete session it proves anew who holds it. */
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
  summary: 'Ask for no codes by e-mail any more',
  response: z.null(),
  errors: ['factor_required'],
});

export const TypedProof = z.object({ password: TypedPassword });

/** Ours. Where sign-in asks for a second factor, only that factor proves anything: then `proof_required`. */
export const proveWithPassword = endpoint({
  method: 'POST',
  path: '/auth/proof',
  access: 'user',
  area: 'sign-in',
  endsAccess: true,
  summary: 'Prove again who you are, with the password',
  body: TypedProof,
  response: Empty,
  errors: ['password_wrong', 'proof_required', 'login_locked'],
});
