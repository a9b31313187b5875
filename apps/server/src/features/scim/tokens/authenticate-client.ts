import { DomainError } from '@gatewarden/contract/errors';
import { addressBlockOf } from '@gatewarden/listener/address-block';
import { hashToken } from '../../../platform/crypto/tokens.ts';
import type { Caller } from '../../../platform/database/caller-check.ts';
import type { Database } from '../../../platform/database/database.ts';
import { createFailureLimit } from '../../../platform/grpc/failure-limit.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Clock } from '../../../ports/clock.ts';
import { ScimError } from '../protocol/scim-error.ts';
import type { ScimTokenText } from './token-text.ts';
import { findTokenByHash, setTokenUsedAt, tokenExists, type UsedTokenRow } from './tokens.queries.ts';

/** The client of a request, as its token shows it. */
export interface ScimClient {
  readonly tokenId: number;
  readonly tokenName: string;
  /** The administrator who issued the token; null if the account was deleted. */
  readonly issuedBy: number | null;
  /** For transactions of the request: nothing is committed once the token is deleted. */
  readonly caller: Caller;
}

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly text: Pick<ScimTokenText, 'isOurs'>;
}

/** `address` is that of the sender; undefined if it is unknown. @throws ScimError unauthenticated; rate_limited */
export type AuthenticateClient = (header: string | undefined, address: string | undefined) => Promise<ScimClient>;

const minuteMilliseconds = 60_000;
const retrySeconds = 60;

/**
 * Authenticates clients by the `Authorization` header. Guessed tokens cost no query. After 20 in a minute, an address
 * gets 429, but a valid token is accepted from it: clients share the addresses of their cloud with strangers. A token that
 * was deleted or has expired costs 20 queries a minute at most.
 */
export function createAuthentication({ db, clock, log, text }: Dependencies): AuthenticateClient {
  const failures = createFailureLimit(clock);

  function refuse(key: string): never {
    if (failures.isReached(key)) throw new DomainError('rate_limited', { retry_after_seconds: retrySeconds });
    failures.count(key);
    throw new ScimError('unauthenticated', 'The request needs a valid SCIM token');
  }

  /** Not awaited, and at most once a minute, so that most requests need no write. */
  function recordUse({ id, last_used_at }: UsedTokenRow, now: Date): void {
    if (last_used_at && now.getTime() - last_used_at.getTime() < minuteMilliseconds) return;
    setTokenUsedAt(db, id, now).catch((error: unknown) =>
      log.warn({ err: error, token_id: id }, 'could not record the use of a SCIM token'),
    );
  }

  return async (header, address) => {
    // RFC 9110 §11.1: the name of a scheme is case-insensitive
    const token = /^bearer +(\S{1,200})$/i.exec(header ?? '')?.[1];
    if (token === undefined || !text.isOurs(token)) return refuse(`address ${addressBlockOf(address)}`);
    const hash = hashToken(token);
    const key = `token ${hash.toString('base64url')}`;
    if (failures.isReached(key)) refuse(key);
    const now = clock.now();
    const found = await findTokenByHash(db, hash, now);
    if (!found) return refuse(key);
    recordUse(found, now);
    return {
      tokenId: found.id,
      tokenName: found.name,
      issuedBy: found.issued_by,
      caller: { exists: (tx, look) => tokenExists(tx, found.id, look), isStillAdmin: undefined },
    };
  };
}
