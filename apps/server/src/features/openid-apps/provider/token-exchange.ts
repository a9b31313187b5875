import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { type Database, isSerializationFailure } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Clock } from '../../../ports/clock.ts';
import { endGrant, findGrantOf } from './artifacts.queries.ts';
import { providerPaths } from './endpoints.ts';
import { type PendingExchange, runWithExchange } from './request-context.ts';
import { type ExchangeResult, exchangeToken } from './tokens.queries.ts';

const maxAttempts = 5;

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

/**
 * Middleware of the library that stores what the token endpoint changes in one statement, after its work: a code or
 * refresh token is used if and only if the tokens that replace it exist.
 */
export function createTokenExchange({ db, clock, log }: Dependencies) {
  /** A change of the application locks in the opposite order; the statement as a whole can be repeated. */
  async function exchange(values: Parameters<typeof exchangeToken>[1]): Promise<ExchangeResult> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await exchangeToken(db, values);
      } catch (error) {
        if (attempt >= maxAttempts || !isSerializationFailure(error)) throw error;
      }
    }
  }

  /** @throws InvalidGrant */
  async function store({ used, tokens }: PendingExchange): Promise<void> {
    if (!used) return;
    const result = await exchange({ ...used, tokens, now: clock.now() });
    if (result === 'ended') throw new errors.InvalidGrant('the application or the sign-in has ended');
    if (result === 'exchanged') return;
    // another request used it first: RFC 9700 §4.14.2, the tokens of both end
    const grantId = await findGrantOf(db, used.kind, used.idHash);
    if (grantId) await endGrant(db, grantId, clock.now());
    throw new errors.InvalidGrant('already used');
  }

  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    if (ctx.path !== providerPaths.token) return next();
    const pending: PendingExchange = { used: undefined, tokens: [] };
    await runWithExchange(pending, next);
    // what failed stores no token, but a code that was used is not accepted again
    const isRefused = ctx.status >= 400;
    try {
      await store(isRefused ? { ...pending, tokens: [] } : pending);
    } catch (error) {
      // outside of the library's own handling of errors
      const isGrantError = error instanceof errors.InvalidGrant;
      if (!isGrantError) log.error({ err: error }, 'an OpenID request failed');
      if (isGrantError && isRefused) return;
      ctx.status = isGrantError ? error.statusCode : 500;
      ctx.body = isGrantError
        ? { error: error.error, error_description: error.error_description }
        : { error: 'server_error', error_description: 'the request could not be completed' };
    }
  };
}
