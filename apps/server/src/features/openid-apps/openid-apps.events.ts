import { type EventRules, formatNames, formatRename, isAboutAllUsers, isAboutUser } from '../event-rules.ts';
import { presentAppValues } from './openid-apps.present.ts';
import type { AppRow } from './openid-apps.queries.ts';

/** An application as stored in the activity log: without its secret. */
export type AppSnapshot = ReturnType<typeof presentAppValues> & { readonly id: number; readonly client_id: string };

interface AppUser {
  readonly id: number;
  readonly username: string;
}

interface OpenidAppEvents {
  'openid-app.added': { readonly app: AppSnapshot };
  'openid-app.modified': { readonly before: AppSnapshot; readonly after: AppSnapshot };
  'openid-app.state-changed': { readonly app: AppSnapshot };
  'openid-app.removed': { readonly app: AppSnapshot };
  'openid-app.secret-rotated': { readonly app: AppSnapshot; readonly overlap_hours: number };
  /** A user agreed to what the application asks for, for the first time or to more. */
  'openid-app.authorized': {
    readonly user: AppUser;
    readonly app: AppSnapshot;
    readonly scopes: readonly string[];
    readonly is_first: boolean;
  };
  'openid-app.authorization-removed': { readonly user: AppUser; readonly app: Pick<AppSnapshot, 'id' | 'name'> };
  'openid-keys.rotated': { readonly kids: readonly string[] };
  /** Retired keys were deleted; every process stops publishing them. */
  'openid-keys.expired': Record<string, never>;
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends OpenidAppEvents {}
}

const apps = { admins: ['openid-apps'], own: ['openid-apps'], isAbout: isAboutAllUsers } as const;
const authorization = { admins: ['openid-apps'], own: ['openid-apps', 'me'], isAbout: isAboutUser } as const;

export const openidAppEvents = {
  'openid-app.added': {
    entry: ({ app }) => ({
      event: 'open_id_app_added',
      description: `Application ${app.name}`,
      metadata: { app },
    }),
    stale: apps,
  },
  'openid-app.modified': {
    entry: ({ before, after }) => ({
      event: 'open_id_app_modified',
      description: `Application ${formatRename(before.name, after.name)}`,
      metadata: { before, after },
    }),
    stale: apps,
  },
  'openid-app.state-changed': {
    entry: ({ app }) => ({
      event: 'open_id_app_state_changed',
      description: `Application ${app.name}: ${app.enabled ? 'enabled' : 'disabled'}`,
      metadata: { app },
    }),
    stale: apps,
  },
  'openid-app.removed': {
    entry: ({ app }) => ({ event: 'open_id_app_removed', description: `Application ${app.name}`, metadata: { app } }),
    stale: apps,
  },
  'openid-app.secret-rotated': {
    entry: ({ app, overlap_hours }) => ({
      event: 'open_id_app_secret_rotated',
      description: `Secret of the application ${app.name}; the former one is accepted for ${overlap_hours} h`,
      metadata: { app, overlap_hours },
    }),
    stale: { admins: ['openid-apps'] },
  },
  'openid-app.authorized': {
    entry: ({ user, app, scopes, is_first }) => ({
      event: 'open_id_app_authorized',
      description: `Application ${app.name}: ${formatNames(scopes)}`,
      metadata: { user, app: { id: app.id, name: app.name, client_id: app.client_id }, scopes, is_first },
      user,
    }),
    stale: authorization,
  },
  'openid-app.authorization-removed': {
    entry: ({ user, app }) => ({
      event: 'open_id_app_authorization_removed',
      description: `Application ${app.name} of ${user.username}`,
      metadata: { user, app },
    }),
    stale: authorization,
  },
  'openid-keys.rotated': {
    entry: ({ kids }) => ({
      event: 'open_id_keys_rotated',
      description: `Signing keys ${formatNames(kids)}`,
      metadata: { kids },
    }),
    stale: { admins: ['openid-apps'] },
  },
  'openid-keys.expired': { entry: 'not logged', stale: { admins: ['openid-apps'] } },
} as const satisfies EventRules<OpenidAppEvents>;

export function toAppSnapshot(app: AppRow): AppSnapshot {
  return { ...presentAppValues(app), id: app.id, client_id: app.client_id };
}
