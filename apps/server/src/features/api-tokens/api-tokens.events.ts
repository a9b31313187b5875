import type { ApiToken } from '@gatewarden/contract/api-tokens';
import { type EventRules, formatNames, formatRename, type LiveListener } from '../event-rules.ts';
import { presentApiToken } from './api-tokens.present.ts';
import type { ApiTokenRow } from './api-tokens.queries.ts';

/** A token as stored in the activity log: without the secret and its hash. */
export type ApiTokenSnapshot = Omit<ApiToken, 'last_used_at'> & { readonly user_id: number };

interface ApiTokenEvents {
  /** `owner` is a user name. */
  'api-token.added': { readonly token: ApiTokenSnapshot; readonly owner: string };
  'api-token.renamed': { readonly before: ApiTokenSnapshot; readonly after: ApiTokenSnapshot; readonly owner: string };
  'api-token.removed': { readonly token: ApiTokenSnapshot; readonly owner: string };
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends ApiTokenEvents {}
}

const tokens = { admins: ['api-tokens'], own: ['api-tokens'] } as const;
const isAboutToken = ({ token }: { readonly token: ApiTokenSnapshot }, { userId }: LiveListener) =>
  token.user_id === userId;

export const apiTokenEvents = {
  'api-token.added': {
    entry: ({ token, owner }) => ({
      event: 'api_token_added',
      description: `API token ${token.name} of ${owner}: ${formatNames(token.scopes)}`,
      metadata: { owner, token },
    }),
    stale: { ...tokens, isAbout: isAboutToken },
  },
  'api-token.renamed': {
    entry: ({ before, after, owner }) => ({
      event: 'api_token_renamed',
      description: `API token ${formatRename(before.name, after.name)} of ${owner}`,
      metadata: { owner, token: after, old_name: before.name, new_name: after.name },
    }),
    stale: { ...tokens, isAbout: ({ after }, { userId }) => after.user_id === userId },
  },
  'api-token.removed': {
    entry: ({ token, owner }) => ({
      event: 'api_token_removed',
      description: `API token ${token.name} of ${owner}`,
      metadata: { owner, token },
    }),
    stale: { ...tokens, isAbout: isAboutToken, changesRights: true },
  },
} as const satisfies EventRules<ApiTokenEvents>;

export function apiTokenSnapshot(row: ApiTokenRow): ApiTokenSnapshot {
  const { last_used_at: _, ...token } = presentApiToken(row);
  return { ...token, user_id: row.user_id };
}
