import type { ApiToken } from '@gatewarden/contract/api-tokens';
import { presentApiToken } from './api-tokens.present.ts';
import type { ApiTokenRow } from './api-tokens.queries.ts';

/** What the log keeps of a token: what it was good for, neither the secret nor its hash. */
export type ApiTokenSafe = Omit<ApiToken, 'last_used_at'> & { readonly user_id: number };

declare module '../../platform/events/events.ts' {
  interface EventMap {
    /** `owner` is a user name. */
    'api-token.added': { readonly token: ApiTokenSafe; readonly owner: string };
    'api-token.renamed': { readonly before: ApiTokenSafe; readonly after: ApiTokenSafe; readonly owner: string };
    'api-token.removed': { readonly token: ApiTokenSafe; readonly owner: string };
  }
}

export function apiTokenSafe(row: ApiTokenRow): ApiTokenSafe {
  const { last_used_at: _, ...token } = presentApiToken(row);
  return { ...token, user_id: row.user_id };
}
