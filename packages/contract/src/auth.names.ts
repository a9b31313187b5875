/** Errors that a caller can receive, with their HTTP statuses. */
export const authErrors = {
  wrong_credentials: 401,
  login_locked: 429,
  codes_locked: 429,
  code_wrong: 401,
  session_not_found: 404,
} as const;

/** Messages for API clients. */
export const authErrorMessages = {
  wrong_credentials: 'Incorrect username or password',
  login_locked: 'Too many login attempts',
  codes_locked: 'Too many login attempts',
  code_wrong: 'The code is incorrect or was already used',
  session_not_found: 'Session not found',
} as const satisfies Record<keyof typeof authErrors, string>;

/** Events of the activity log. */
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
