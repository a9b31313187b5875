import type { KeyRefusal } from '../mfa/index.ts';
import type { UserSafe } from '../users/index.ts';

export type SecondFactor = 'TOTP' | 'Email' | 'recovery code' | 'WebAuthn';

export type SignInRefusal =
  | 'wrong password'
  | 'wrong password in a session'
  | 'disabled'
  | `passkey: ${RefusedPasskey}`;
/** Why somebody was not signed in with a passkey. */
export type RefusedPasskey = KeyRefusal | 'disabled';

/** What wrong passwords lock: sign-in from browsers that are not recognized, from one that is, or proofs in sessions. */
export type LockedPlace = 'other browsers' | 'one browser' | 'sessions';

declare module '../../platform/events/events.ts' {
  interface EventMap {
    /** `passkey` is what its owner calls the one that was used in place of a password. */
    'user.signed-in': { readonly user: UserSafe; readonly passkey?: string };
    'user.sign-in-failed': { readonly user: UserSafe; readonly reason: SignInRefusal };
    /** By wrong passwords; once per lock. `minutes` is how long it lasts unless it is tried meanwhile. */
    'user.locked': { readonly user: UserSafe; readonly place: LockedPlace; readonly minutes: number };
    /** Refused sign-ins of about an hour that were too many to be logged one by one. */
    'sign-ins.refused': {
      readonly count: number;
      readonly accounts: number;
      /** How many were of names that do not exist. */
      readonly unknownNames: number;
      readonly mostRefused: readonly { readonly username: string; readonly count: number }[];
    };
    /** The second step of a sign-in, or a proof in a session that was complete already. */
    'user.second-factor-used': { readonly user: UserSafe; readonly method: SecondFactor };
    'user.second-factor-refused': { readonly user: UserSafe; readonly method: SecondFactor; readonly reason: string };
    /** Wrong codes since the last right one; `minutes` is how long the next has to wait. */
    'user.second-factor-locked': { readonly user: UserSafe; readonly failures: number; readonly minutes: number };
    'user.signed-out': { readonly userId: number };
    /** Not by who had them: each of `userIds` lost some or all of theirs. */
    'sessions.ended': { readonly userIds: readonly number[] };
  }
}
