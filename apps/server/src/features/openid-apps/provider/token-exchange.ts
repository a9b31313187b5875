import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Database } from '../../../platform/database/database.ts';
import type { Clock } from '../../../ports/clock.ts';
import { endGrant, findGrantOf } from './artifacts.queries.ts';
import { providerPaths } from './endpoints.ts';
import { type PendingExchange, runWithExchange } from './request-context.ts';
import { exchangeToken } from './tokens.queries.ts';

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * Middleware of the library that stores what the token endpoint changes in one statement, after its work: a code or
 * refresh token is used if and only if the tokens that replace it exist.
 */
export function createTokenExchange({ db, clock }: Dependencies) {
  /** @throws InvalidGrant */
  async function store({ used, tokens }: PendingExchange): Promise<void> {
    if (!used) return;
    const result = await exchangeToken(db, { ...used, tokens, now: clock.now() });
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
      if (!(error instanceof errors.InvalidGrant)) throw error;
      if (isRefused) return;
      ctx.status = error.statusCode;
      ctx.body = { error: error.error, error_description: error.error_description };
    }
  };
}
