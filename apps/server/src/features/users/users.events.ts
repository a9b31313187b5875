import type { Secret } from '@gatewarden/process/secret';
import { type EventRules, formatNames, formatRename, isAboutUser } from '../event-rules.ts';
import type { UserRow } from './users.queries.ts';

/** What the log stores of a user: no hashes. `UserSafe` of the interface reference, §10.2. */
export interface UserSnapshot extends FactorSnapshot {
  readonly id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly is_active: boolean;
}

/** Which second factors a user has. */
type FactorSnapshot = Pick<UserRow, 'mfa_enabled' | 'mfa_method' | 'totp_enabled' | 'email_mfa_enabled'>;

export const noFactors: FactorSnapshot = {
  mfa_enabled: false,
  mfa_method: 'None',
  totp_enabled: false,
  email_mfa_enabled: false,
};

interface UserEvents {
  'user.added': { readonly user: UserSnapshot };
  'user.modified': { readonly before: UserSnapshot; readonly after: UserSnapshot };
  'user.groups-modified': {
    readonly user: UserSnapshot;
    readonly before: readonly string[];
    readonly after: readonly string[];
  };
  /** A finished import of a file, in addition to `user.added` for each user; `count` is at least 1. */
  'users.imported': { readonly count: number };
  'user.removed': { readonly user: UserSnapshot };
  /** From now on the user signs in with a passkey only. */
  'user.password-removed': { readonly user: UserSnapshot };
  /** By the user. All other sessions are revoked in the same transaction; with `revokes_api_tokens` all API tokens as well. */
  'user.password-changed': { readonly user: UserSnapshot; readonly revokes_api_tokens: boolean };
  /** By an administrator or in a shell. All sessions are revoked in the same transaction. */
  'user.password-set-by-admin': { readonly user: UserSnapshot; readonly revokes_api_tokens: boolean };
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends UserEvents {}
  interface SignalMap {
    /** Before the rows and everything that depends on them are deleted. */
    'users.removing': { readonly userIds: readonly number[] };
    /** These users were enabled, disabled, added to groups or removed from them: their access must be recomputed. */
    'users.access-changed': { readonly userIds: readonly number[] };
    /** A user has a new password, of which only the hash is stored. Listeners must not log it or store it readable. */
    'users.password-set': { readonly userId: number; readonly password: Secret };
  }
}

export const userEvents = {
  'user.added': {
    entry: ({ user }) => ({
      event: 'user_added',
      description: `User ${user.username} (${user.email})`,
      metadata: { user },
    }),
    stale: { admins: ['users'] },
  },
  'user.modified': {
    entry: ({ before, after }) => ({
      event: 'user_modified',
      description: `User ${formatRename(before.username, after.username)}${statusChange(before, after)}`,
      metadata: { before, after },
    }),
    stale: {
      admins: ['users', 'groups', 'devices', 'traffic', 'api-tokens'],
      own: ['me', 'users', 'devices'],
      isAbout: ({ before }, { userId }) => before.id === userId,
      changesRights: true,
    },
  },
  'user.groups-modified': {
    entry: ({ user, before, after }) => ({
      event: 'user_groups_modified',
      description: `Groups of ${user.username}: ${formatNames(before)} → ${formatNames(after)}`,
      metadata: { user, before, after },
    }),
    // groups decide who is an administrator and who may use a location
    stale: {
      admins: ['groups', 'users', 'devices'],
      own: ['me', 'users', 'devices'],
      isAbout: isAboutUser,
      changesRights: true,
    },
  },
  'users.imported': {
    // each user is logged
    entry: 'not logged',
    stale: {},
  },
  'user.removed': {
    entry: ({ user }) => ({ event: 'user_removed', description: `User ${user.username}`, metadata: { user } }),
    stale: { admins: ['users', 'groups', 'devices', 'traffic', 'access'], isAbout: isAboutUser, changesRights: true },
  },
  'user.password-removed': {
    entry: () => ({ event: 'password_removed' }),
    stale: { admins: ['users'], own: ['me', 'users'], isAbout: isAboutUser, changesRights: true },
  },
  'user.password-changed': {
    entry: ({ revokes_api_tokens }) => ({
      event: 'password_changed',
      ...(revokes_api_tokens && { description: 'All API tokens deleted', metadata: { revokes_api_tokens } }),
    }),
    stale: { admins: ['api-tokens'], own: ['api-tokens'], isAbout: isAboutUser, changesRights: true },
  },
  'user.password-set-by-admin': {
    entry: ({ user, revokes_api_tokens }) => ({
      event: 'password_changed_by_admin',
      description: `Password of ${user.username}${revokes_api_tokens ? ', all API tokens deleted' : ''}`,
      metadata: { user, ...(revokes_api_tokens && { revokes_api_tokens }) },
    }),
    stale: {
      admins: ['users', 'api-tokens'],
      own: ['me', 'users', 'api-tokens'],
      isAbout: isAboutUser,
      changesRights: true,
    },
  },
} as const satisfies EventRules<UserEvents>;

function statusChange(before: UserSnapshot, after: UserSnapshot): string {
  if (before.is_active === after.is_active) return '';
  return after.is_active ? ': enabled' : ': disabled';
}

export function toUserSnapshot(user: UserRow): UserSnapshot {
  const { id, username, first_name, last_name, email, phone, is_active } = user;
  const { mfa_enabled, mfa_method, totp_enabled, email_mfa_enabled } = user;
  const factors = { mfa_enabled, mfa_method, totp_enabled, email_mfa_enabled };
  return { id, username, first_name, last_name, email, phone, is_active, ...factors };
}
