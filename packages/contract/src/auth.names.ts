/** Failures that a caller can be told about, with the HTTP status of each. */
export const authErrors = {
  wrong_credentials: 401,
  login_locked: 429,
  codes_locked: 429,
  code_wrong: 401,
  session_not_found: 404,
} as const;

/** What a program that calls the API reads. */
export const authErrorMessages = {
  wrong_credentials: 'Wrong user name or password',
  login_locked: 'Too many login attempts',
  codes_locked: 'Too many login attempts',
  code_wrong: 'The code is not right, or was used before',
  session_not_found: 'There is no such session',
} as const satisfies Record<keyof typeof authErrors, string>;

/** Entries of the activity log. */
export const authActivity = [
  'user_login',
  'user_login_failed',
  'user_mfa_login',
  'user_mfa_login_failed',
  'user_locked',
  'user_mfa_locked',
  'sign_ins_refused',
  'recovery_code_used',
  'user_logout',
] as const;
