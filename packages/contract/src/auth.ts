import { z } from 'zod';
import { Empty, endpoint } from './endpoint.ts';
import { Id, line, NaiveTimestamp, PathId, TypedPassword } from './primitives.ts';
import { chosenPassword, MfaMethod, UserInfo, UsernameParam } from './users.ts';

export const AuthResponse = z.object({ user: UserInfo, url: z.string().nullable() });
export type AuthResponse = z.infer<typeof AuthResponse>;

/** The second factors of a user, and the preferred one. */
export const MfaInfo = z.object({
  mfa_method: MfaMethod,
  totp_available: z.boolean(),
  webauthn_available: z.boolean(),
  email_available: z.boolean(),
});
export type MfaInfo = z.infer<typeof MfaInfo>;

/** 200: signed in. 201: the password is correct and a second factor is required. */
export const signIn = endpoint({
  method: 'POST',
  path: '/auth',
  access: 'anonymous',
  area: 'sign-in',
  summary: 'Sign in with user name or e-mail and password',
  body: z.object({ username: line(254, 1), password: TypedPassword }),
  response: AuthResponse,
  alternative: { status: 201, response: MfaInfo },
  errors: ['wrong_credentials', 'login_locked', 'directory_unavailable'],
});

export const signOut = endpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'pending',
  area: 'sign-in',
  endsAccess: true,
  summary: 'End this session',
  response: z.null(),
});

export const getMe = endpoint({
  method: 'GET',
  path: '/me',
  access: 'user',
  area: 'basics',
  summary: 'Show the signed-in user',
  response: UserInfo,
});

export const PasswordChange = z.object({
  old_password: TypedPassword,
  new_password: chosenPassword,
  /** Ours: also delete all of your API tokens. */
  revoke_api_tokens: z.boolean().default(false),
});

export const changeOwnPassword = endpoint({
  method: 'PUT',
  path: '/user/change_password',
  access: 'user',
  area: 'sign-in',
  endsAccess: true,
  summary: 'Change your own password; ends all of your other sessions',
  body: PasswordChange,
  response: Empty,
  errors: [
    'password_wrong',
    'password_changed_meanwhile',
    'password_weak',
    'login_locked',
    'managed_elsewhere',
    'directory_unavailable',
  ],
});

/** Ours, as the next call. Only for users who can sign in with a passkey. */
export const removeOwnPassword = endpoint({
  method: 'DELETE',
  path: '/auth/password',
  access: 'user',
  area: 'sign-in',
  requiresReauthentication: true,
  endsAccess: true,
  summary: 'Remove your own password, to sign in only with a passkey',
  response: z.null(),
  errors: ['passkey_missing'],
});

export const FirstPassword = z.object({ new_password: chosenPassword });

export const setOwnPassword = endpoint({
  method: 'POST',
  path: '/auth/password',
  access: 'user',
  area: 'sign-in',
  requiresReauthentication: true,
  endsAccess: true,
  summary: 'Set your own password if you have none',
  body: FirstPassword,
  response: Empty,
  errors: ['password_exists', 'password_weak', 'managed_elsewhere'],
});

export const Session = z.object({
  id: Id,
  /** The caller's User-Agent at sign-in. */
  device: z.string(),
  ip: z.string().nullable(),
  created_at: NaiveTimestamp,
  /** With a precision of one minute. */
  last_used_at: NaiveTimestamp,
  /** Whether it is the session of the caller. */
  is_current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

/** Ours, as the next two calls. */
export const listSessions = endpoint({
  method: 'GET',
  path: '/user/:username/session',
  access: 'self',
  area: 'users',
  summary: "List a user's sessions, most recently used first",
  params: UsernameParam,
  response: z.array(Session),
  errors: ['user_not_found'],
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/user/:username/session/:id',
  access: 'self',
  area: 'users',
  endsAccess: true,
  summary: 'End a session immediately',
  params: UsernameParam.extend({ id: PathId }),
  response: z.null(),
  errors: ['user_not_found', 'session_not_found'],
});

export const endSessions = endpoint({
  method: 'DELETE',
  path: '/user/:username/session',
  access: 'self',
  area: 'users',
  endsAccess: true,
  summary: "End all of a user's sessions immediately, except the session of the caller",
  params: UsernameParam,
  response: z.null(),
  errors: ['user_not_found'],
});
