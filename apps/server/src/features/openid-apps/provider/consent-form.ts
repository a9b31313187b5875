import type { Origin } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/database.ts';
import { findAccount } from './accounts.queries.ts';
import type { AppCache } from './app-cache.ts';
import type { SignedInSession } from './request-context.ts';
import { requestedScopes } from './requested-scopes.ts';
import type { StoreConsent } from './store-consent.ts';

/** Interface reference §9: the consent page posts the authorization request with the decision in `allow`. */
export interface ConsentForm {
  /** Stores the consent to the requested scopes. No effect if the application is unknown or not for this user. */
  accept(session: SignedInSession, origin: Origin, request: URLSearchParams): Promise<void>;
  /** Where the browser goes after the user declined. */
  declined(request: URLSearchParams): Promise<string>;
}

interface Dependencies {
  readonly db: Database;
  readonly storeConsent: StoreConsent;
  readonly apps: AppCache;
  /** `url` is set once the port is known. */
  readonly address: { readonly url: string };
}

export function createConsentForm({ db, storeConsent, apps, address }: Dependencies): ConsentForm {
  return {
    async accept(session, origin, request) {
      const app = await apps.find(request.get('client_id') ?? '');
      const account = app && (await findAccount(db, session.subject, app.client_id));
      if (!app || !account?.may_use) return;
      await storeConsent(origin, session, app, requestedScopes(Object.fromEntries(request), app));
    },
    async declined(request) {
      const app = await apps.find(request.get('client_id') ?? '');
      const redirectUri = request.get('redirect_uri') ?? '';
      const target = new URL(app?.redirect_uris.includes(redirectUri) ? redirectUri : `${address.url}/`);
      target.searchParams.set('error', 'access_denied');
      const state = request.get('state');
      if (state !== null) target.searchParams.set('state', state);
      return target.href;
    },
  };
}
