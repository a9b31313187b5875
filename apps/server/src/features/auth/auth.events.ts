import { type EventRules, isAboutUser } from '../event-rules.ts';
import type { KeyRefusal } from '../mfa/index.ts';
import type { UserSnapshot } from '../users/index.ts';

export type SecondFactor = 'TOTP' | 'Email' | 'recovery code' | 'WebAuthn';

export type SignInRefusal =
  | 'wrong password'
  | 'wrong password in a session'
  | 'disabled'
  | `passkey: ${RefusedPasskey}`
  | 'disabled, at an OpenID provider'
  | 'not linked to the OpenID provider';
/** Why a sign-in with a passkey was refused. */
export type RefusedPasskey = KeyRefusal | 'disabled';

/**
 * What wrong passwords lock: sign-in from unrecognized browsers, from one recognized browser, or proofs in sessions.
 */
export type LockScope = 'other browsers' | 'one browser' | 'sessions';

interface AuthEvents {
  /** `passkey` is the name of the passkey, `provider` that of the identity provider, that was used instead of a password. */
  'user.signed-in': { readonly user: UserSnapshot; readonly passkey?: string; readonly provider?: string };
  'user.sign-in-failed': { readonly user: UserSnapshot; readonly reason: SignInRefusal };
  /** By wrong passwords; once per lock. `minutes` is how long the lock lasts if no further attempt extends it. */
  'user.locked': { readonly user: UserSnapshot; readonly place: LockScope; readonly minutes: number };
  /** Refused sign-ins of about an hour that exceeded the limit of single log entries. */
  'sign-ins.refused': {
    readonly count: number;
    readonly accounts: number;
    /** How many of them used an unknown name. */
    readonly unknownNames: number;
    readonly mostRefused: readonly { readonly username: string; readonly count: number }[];
  };
  /** The second step of a sign-in, or a proof in a complete session. */
  'user.second-factor-used': {
    readonly user: UserSnapshot;
    readonly method: SecondFactor;
    readonly completesSignIn: boolean;
  };
  'user.second-factor-refused': { readonly user: UserSnapshot; readonly method: SecondFactor; readonly reason: string };
  /** `failures` counts wrong codes since the last right one; `minutes` is the wait before the next attempt. */
  'user.second-factor-locked': { readonly user: UserSnapshot; readonly failures: number; readonly minutes: number };
  'user.signed-out': { readonly userId: number };
  /** Not by sign-out: each user in `userIds` lost some or all sessions. */
  'sessions.ended': { readonly userIds: readonly number[] };
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends AuthEvents {}
  interface SignalMap {
    /**
     * After sessions were deleted although they had not expired: these, or all except one. What outlasts a session ends
     * now; after the sessions, so that nothing new can begin in them.
     */
    'sessions.revoked':
      | { readonly userId: number; readonly ids: readonly number[] }
      | { readonly userId: number; readonly exceptId: number | undefined };
  }
}

const lockScopeLabels = {
  'other browsers': 'sign-in from new browsers',
  'one browser': 'sign-in from this browser',
  sessions: 'confirmation by password in sessions',
} as const satisfies Record<LockScope, string>;

export const authEvents = {
  'user.signed-in': {
    entry: ({ passkey, provider }) => {
      if (provider !== undefined)
        return { event: 'user_login', description: `With the OpenID provider ${provider}`, metadata: { provider } };
      return passkey === undefined
        ? { event: 'user_login' }
        : { event: 'user_login', description: `With the passkey ${passkey}`, metadata: { passkey } };
    },
    stale: { isAbout: isAboutUser, changesRights: true },
  },
  'user.sign-in-failed': {
    entry: ({ user, reason }) => ({
      event: 'user_login_failed',
      user,
      description: `Sign-in failed: ${reason}`,
      metadata: { message: reason },
    }),
    stale: { admins: ['home'], isAbout: isAboutUser },
  },
  'user.locked': {
    entry: ({ user, place, minutes }) => ({
      event: 'user_locked',
      user,
      description: `Too many wrong passwords: ${lockScopeLabels[place]} locked for ${minutes} min`,
      metadata: { place, minutes },
    }),
    stale: { admins: ['users'], own: ['users'], isAbout: isAboutUser },
  },
  'sign-ins.refused': {
    entry: ({ count, accounts, unknownNames, mostRefused }) => ({
      event: 'sign_ins_refused',
      description: `${count} more refused sign-ins: accounts: ${accounts}, unknown names: ${unknownNames}`,
      metadata: { refusals: count, accounts, unknown_names: unknownNames, most_refused: mostRefused },
    }),
    stale: {},
  },
  'user.second-factor-used': {
    entry: ({ user, method }) =>
      method === 'recovery code'
        ? { event: 'recovery_code_used', user }
        : { event: 'user_mfa_login', user, description: `Signed in with ${method}`, metadata: { mfa_method: method } },
    stale: { isAbout: isAboutUser, changesRights: true },
  },
  'user.second-factor-refused': {
    entry: ({ user, method, reason }) => ({
      event: 'user_mfa_login_failed',
      user,
      description: `Second factor refused: ${method}, ${reason}`,
      metadata: { mfa_method: method, message: reason },
    }),
    stale: { admins: ['home'], isAbout: isAboutUser },
  },
  'user.second-factor-locked': {
    entry: ({ user, failures, minutes }) => ({
      event: 'user_mfa_locked',
      user,
      description: `Wrong codes in a row: ${failures}; no code is accepted for ${minutes} min`,
      metadata: { failures, minutes },
    }),
    stale: { isAbout: isAboutUser },
  },
  'user.signed-out': {
    entry: () => ({ event: 'user_logout' }),
    stale: { isAbout: (session, { userId }) => session.userId === userId, changesRights: true },
  },
  'sessions.ended': {
    // the cause is logged: another sign-in, a new password, a disabled account
    entry: 'not logged',
    stale: { isAbout: ({ userIds }, { userId }) => userIds.includes(userId), changesRights: true },
  },
} as const satisfies EventRules<AuthEvents>;
