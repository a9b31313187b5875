import type { Actor } from '../../platform/actor.ts';
import { hashToken } from '../../platform/crypto/tokens.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Authenticated, CallerLookup } from '../../platform/http/guard.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { UserRow } from '../users/index.ts';
import {
  findByHash,
  findByHashWithUser,
  setTokenUsedAt,
  type TokenOwnerRow,
  tokenExists,
} from './api-tokens.queries.ts';
import { looksLikeApiToken } from './token-text.ts';

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Stores the row of the caller if it was read, so that the call needs no further query for it. */
  readonly cacheUser: (actor: Actor, user: UserRow) => void;
}

const minuteMilliseconds = 60_000;

/** Authenticates the caller by an `Authorization` header; undefined if it contains no valid token. */
export function createBearerReader({ db, clock, log, cacheUser }: Dependencies) {
  /** Not awaited, and at most once a minute, so that most requests need no write. */
  function recordUse({ token_id, last_used_at }: TokenOwnerRow, now: Date): void {
    if (last_used_at && now.getTime() - last_used_at.getTime() < minuteMilliseconds) return;
    setTokenUsedAt(db, token_id, now).catch((error: unknown) =>
      log.warn({ err: error, token_id }, 'could not record the use of an API token'),
    );
  }

  function toAuthenticated(found: TokenOwnerRow): Authenticated {
    return {
      actor: {
        userId: found.id,
        username: found.username,
        isAdmin: found.is_admin,
        sessionId: undefined,
        isReauthenticated: false,
        token: { id: found.token_id, name: found.token_name, scopes: found.scopes },
      },
      state: 'token',
      scopes: found.scopes,
      isVpnEnabled: found.is_vpn_enabled,
      exists: (tx, look) => tokenExists(tx, found.token_id, look),
    };
  }

  return async (header: string, { withUser }: CallerLookup = {}): Promise<Authenticated | undefined> => {
    // RFC 9110 §11.1: the name of a scheme is case-insensitive
    const token = /^bearer +(\S+)$/i.exec(header)?.[1];
    if (!token || !looksLikeApiToken(token)) return undefined;
    const now = clock.now();
    const user = withUser ? await findByHashWithUser(db, hashToken(token), now) : undefined;
    const found = withUser ? user : await findByHash(db, hashToken(token), now);
    if (!found) return undefined;
    recordUse(found, now);
    const authenticated = toAuthenticated(found);
    if (user) cacheUser(authenticated.actor, user);
    return authenticated;
  };
}
