import type { EventRules } from '../event-rules.ts';

interface TokenSnapshot {
  readonly id: number;
  readonly name: string;
}

interface Account {
  readonly id: number;
  readonly username: string;
}

/** What a SCIM client reached. */
export interface RemovalCounts {
  /** Accounts that were disabled or deleted within an hour. */
  readonly removed: number;
  /** Accounts that SCIM managed before. */
  readonly managed: number;
}

interface ScimEvents {
  'scim.token-added': { readonly token: TokenSnapshot };
  'scim.token-rotated': { readonly token: TokenSnapshot; readonly overlap_hours: number };
  'scim.token-removed': { readonly token: TokenSnapshot };
  /** From now on SCIM manages an account that existed before. */
  'scim.user-adopted': { readonly user: Account };
  /** A client deleted the resource, and the account remained. */
  'scim.user-released': { readonly user: Account };
  /** The first refused removal. */
  'scim.removals-stopped': RemovalCounts;
  'scim.removals-resumed': { readonly without_limit: boolean };
  /** The table of requests has changed. */
  'scim.requests-changed': object;
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends ScimEvents {}
}

const stale = { admins: ['scim'] } as const;
const removalsStale = { admins: ['scim', 'notices'] } as const;
const accountStale = { admins: ['scim', 'users'] } as const;

export const scimEvents = {
  'scim.token-added': {
    entry: ({ token }) => ({ event: 'scim_token_added', description: `SCIM token ${token.name}`, metadata: { token } }),
    stale,
  },
  'scim.token-rotated': {
    entry: ({ token, overlap_hours }) => ({
      event: 'scim_token_rotated',
      description: `SCIM token ${token.name}`,
      metadata: { token, overlap_hours },
    }),
    stale,
  },
  'scim.token-removed': {
    entry: ({ token }) => ({
      event: 'scim_token_removed',
      description: `SCIM token ${token.name}`,
      metadata: { token },
    }),
    stale,
  },
  'scim.user-adopted': {
    entry: ({ user }) => ({ event: 'scim_user_adopted', description: `User ${user.username}`, metadata: { user } }),
    stale: accountStale,
  },
  'scim.user-released': {
    entry: ({ user }) => ({ event: 'scim_user_released', description: `User ${user.username}`, metadata: { user } }),
    stale: accountStale,
  },
  'scim.removals-stopped': {
    entry: ({ removed, managed }) => ({
      event: 'scim_removals_stopped',
      description: `Removed within an hour: ${removed} of ${managed}`,
      metadata: { removed, managed },
    }),
    stale: removalsStale,
  },
  'scim.removals-resumed': {
    entry: ({ without_limit }) => ({
      event: 'scim_removals_resumed',
      description: without_limit ? 'Without the limit for an hour' : 'With the limit',
      metadata: { without_limit },
    }),
    stale: removalsStale,
  },
  'scim.requests-changed': { entry: 'not logged', stale },
} as const satisfies EventRules<ScimEvents>;
