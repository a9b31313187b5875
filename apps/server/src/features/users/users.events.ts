import type { UserRow } from './users.queries.ts';

/** What the log keeps of a user: no hashes. */
export interface UserSafe {
  readonly id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly is_active: boolean;
}

declare module '../../platform/events/events.ts' {
  interface EventMap {
    'user.added': { readonly user: UserSafe };
    'user.modified': { readonly before: UserSafe; readonly after: UserSafe };
    'user.groups-modified': {
      readonly user: UserSafe;
      readonly before: readonly string[];
      readonly after: readonly string[];
    };
    'user.removed': { readonly user: UserSafe };
    /** From now on a passkey alone signs in. */
    'user.password-removed': { readonly user: UserSafe };
    /** By the user. All other sessions end in the same transaction; with `revokes_api_tokens` all API tokens as well. */
    'user.password-changed': { readonly user: UserSafe; readonly revokes_api_tokens: boolean };
    /** By an administrator or in a shell. All sessions end in the same transaction. */
    'user.password-set-by-admin': { readonly user: UserSafe; readonly revokes_api_tokens: boolean };
  }
  interface SignalMap {
    /** Before the rows and all that hangs on them goes. */
    'users.removing': { readonly userIds: readonly number[] };
    /** These users were enabled, disabled or deleted from groups or added to some: what they may reach is to be worked out anew. */
    'users.access-changed': { readonly userIds: readonly number[] };
  }
}

export function userSafe(user: UserRow): UserSafe {
  const { id, username, first_name, last_name, email, phone, is_active } = user;
  return { id, username, first_name, last_name, email, phone, is_active };
}
