import type { ScimRequest } from '@gatewarden/contract/scim';
import type { Clock } from '../../ports/clock.ts';
import type { RemovalLimit } from './removals/removal-limit.ts';
import type { ScimRequests } from './requests/requests.ts';
import { presentScimRequest } from './scim.present.ts';
import type { ScimTokensService } from './tokens/tokens.service.ts';

/** What the clients do, in short. */
export interface ScimSummary {
  readonly tokens: number;
  readonly hasExpiredToken: boolean;
  /** Within two weeks. */
  readonly hasExpiringToken: boolean;
  readonly hasValidToken: boolean;
  /** Null if no client ever connected. */
  readonly lastUsedAt: Date | null;
  /** The latest one that changed something or failed. */
  readonly lastRequest: ScimRequest | null;
  readonly isRemovalStopped: boolean;
}

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>;
  readonly tokens: Pick<ScimTokensService, 'list'>;
  readonly requests: Pick<ScimRequests, 'list'>;
  readonly removals: Pick<RemovalLimit, 'status'>;
}

/** How long before its end an expiring token is reported. */
export const noticeMilliseconds = 14 * 24 * 3_600_000;

export function createFindSummary({ clock, tokens, requests, removals }: Dependencies): () => Promise<ScimSummary> {
  return async () => {
    const [all, { rows }, { stopped_at }] = await Promise.all([
      tokens.list(),
      requests.list(undefined),
      removals.status(),
    ]);
    const now = clock.now().getTime();
    const left = all.map(({ expires_at }) => (expires_at ? expires_at.getTime() - now : Number.POSITIVE_INFINITY));
    const used = all.flatMap(({ last_used_at }) => last_used_at ?? []).toSorted((a, b) => b.getTime() - a.getTime());
    const [latest] = rows;
    return {
      tokens: all.length,
      hasExpiredToken: left.some((time) => time <= 0),
      hasExpiringToken: left.some((time) => time > 0 && time <= noticeMilliseconds),
      hasValidToken: left.some((time) => time > 0),
      lastUsedAt: used[0] ?? null,
      lastRequest: latest ? presentScimRequest(latest) : null,
      isRemovalStopped: stopped_at !== null,
    };
  };
}
