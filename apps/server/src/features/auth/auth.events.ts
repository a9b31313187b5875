import type { UserSafe } from '../users/index.ts';

declare module '../../platform/events/events.ts' {
  interface EventMap {
    'user.signed-in': { readonly user: UserSafe };
    'user.sign-in-failed': { readonly user: UserSafe; readonly reason: 'wrong password' | 'disabled' };
    'user.signed-out': { readonly userId: number };
    /** Not by who had them: each of `userIds` lost some or all of theirs. */
    'sessions.ended': { readonly userIds: readonly number[] };
  }
}
