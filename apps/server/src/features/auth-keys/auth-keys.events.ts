import type { AuthKey } from '@gatewarden/contract/auth-keys';
import { type EventRules, formatRename, type LiveListener } from '../event-rules.ts';
import type { AuthKeyRow } from './auth-keys.queries.ts';

/** A key as stored in the activity log: enough to identify it. */
export type AuthKeySnapshot = Pick<AuthKey, 'id' | 'user_id' | 'key_type' | 'fingerprint'> & { readonly name: string };

interface AuthKeyEvents {
  /** `owner` is a user name. */
  'auth-key.added': { readonly key: AuthKeySnapshot; readonly owner: string };
  'auth-key.renamed': { readonly before: AuthKeySnapshot; readonly after: AuthKeySnapshot; readonly owner: string };
  /** The key is accepted again after an emergency stop. */
  'auth-key.restored': { readonly key: AuthKeySnapshot; readonly owner: string };
  'auth-key.removed': { readonly key: AuthKeySnapshot; readonly owner: string };
  /** The token with which servers read SSH keys. */
  'auth-key.servers-token-replaced': Record<string, never>;
  'auth-key.servers-token-removed': Record<string, never>;
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends AuthKeyEvents {}
}

const keys = { admins: ['auth-keys'], own: ['auth-keys'] } as const;
/** The page of a user shows the number of suspended keys. */
const suspendableKeys = { admins: ['auth-keys', 'users'], own: ['auth-keys'] } as const;
const isAboutKey = ({ key }: { readonly key: AuthKeySnapshot }, { userId }: LiveListener) => key.user_id === userId;

export const authKeyEvents = {
  'auth-key.added': {
    entry: ({ key, owner }) => ({ ...entryAbout(key, owner), event: 'authentication_key_added' }),
    stale: { ...keys, isAbout: isAboutKey },
  },
  'auth-key.renamed': {
    entry: ({ before, after, owner }) => ({
      event: 'authentication_key_renamed',
      description: `${after.key_type} key ${formatRename(before.name, after.name)} of ${owner}`,
      metadata: { owner, before, after },
    }),
    stale: { ...keys, isAbout: ({ after }, { userId }) => after.user_id === userId },
  },
  'auth-key.restored': {
    entry: ({ key, owner }) => ({ ...entryAbout(key, owner), event: 'authentication_key_restored' }),
    stale: { ...suspendableKeys, isAbout: isAboutKey },
  },
  'auth-key.removed': {
    entry: ({ key, owner }) => ({ ...entryAbout(key, owner), event: 'authentication_key_removed' }),
    stale: { ...suspendableKeys, isAbout: isAboutKey },
  },
  'auth-key.servers-token-replaced': {
    entry: () => ({ event: 'ssh_keys_token_replaced' }),
    stale: { admins: ['settings'] },
  },
  'auth-key.servers-token-removed': {
    entry: () => ({ event: 'ssh_keys_token_removed' }),
    stale: { admins: ['settings'] },
  },
} as const satisfies EventRules<AuthKeyEvents>;

function entryAbout(key: AuthKeySnapshot, owner: string) {
  return { description: `${key.key_type} key ${key.name} of ${owner}`, metadata: { owner, key } };
}

export function authKeySnapshot({ id, user_id, kind, name, fingerprint }: AuthKeyRow): AuthKeySnapshot {
  return { id, user_id, key_type: kind, name, fingerprint };
}
