import type { AuthKey } from '@gatewarden/contract/auth-keys';
import type { AuthKeyRow } from './auth-keys.queries.ts';

/** What the log keeps of a key: enough to recognise it. */
export type AuthKeySafe = Pick<AuthKey, 'id' | 'user_id' | 'key_type' | 'fingerprint'> & { readonly name: string };

declare module '../../platform/events/events.ts' {
  interface EventMap {
    /** `owner` is a user name. */
    'auth-key.added': { readonly key: AuthKeySafe; readonly owner: string };
    'auth-key.renamed': { readonly before: AuthKeySafe; readonly after: AuthKeySafe; readonly owner: string };
    /** It is accepted again, after an emergency stop. */
    'auth-key.restored': { readonly key: AuthKeySafe; readonly owner: string };
    'auth-key.removed': { readonly key: AuthKeySafe; readonly owner: string };
  }
}

export function authKeySafe({ id, user_id, kind, name, fingerprint }: AuthKeyRow): AuthKeySafe {
  return { id, user_id, key_type: kind, name, fingerprint };
}
