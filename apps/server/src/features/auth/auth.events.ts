import type { UserSafe } from '../users/index.ts';

export type SecondFactor = 'TOTP' | 'Email' | 'recovery code' | 'WebAuthn';

declare module '../../platform/events/events.ts' {
  interface EventMap {
    'user.signed-in': { readonly user: UserSafe };
    'user.sign-in-failed': { readonly user: UserSafe; readonly reason: 'wrong password' | 'disabled' };
    /** The second step of a sign-in, or a proof in a session that was complete already. */
    'user.second-factor-used': { readonly user: UserSafe; readonly method: SecondFactor };
    'user.second-factor-refused': { readonly user: UserSafe; readonly method: SecondFactor; readonly reason: string };
    'user.signed-out': { readonly userId: number };
    /** Not by who had them: each of `userIds` lost some or all of theirs. */
    'sessions.ended': { readonly userIds: readonly number[] };
  }
}
