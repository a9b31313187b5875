import type { Database } from '../../../platform/database/database.ts';
import type { AuthService, SessionCookie } from '../../auth/index.ts';
import type { SignedInSession } from './request-context.ts';
import { findSessionFacts } from './session-facts.queries.ts';

interface Dependencies {
  readonly db: Database;
  readonly auth: Pick<AuthService, 'authenticate'> & { readonly sessionCookie: SessionCookie };
}

/** Undefined without a complete sign-in. */
export type ReadSession = (cookieHeader: string | undefined) => Promise<SignedInSession | undefined>;

export function createReadSession({ db, auth }: Dependencies): ReadSession {
  return async (cookieHeader) => {
    const found = await auth.authenticate(auth.sessionCookie.readTokens(cookieHeader));
    const sessionId = found?.actor.sessionId;
    if (!found || found.state === 'password' || sessionId === undefined) return undefined;
    const facts = await findSessionFacts(db, sessionId);
    return (
      facts && {
        sessionId,
        userId: found.actor.userId,
        username: found.actor.username,
        subject: facts.subject,
        authenticatedAt: facts.authenticated_at,
        hasSecondFactor: facts.has_second_factor,
      }
    );
  };
}
