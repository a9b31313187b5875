import type { Config } from '../../platform/config/config.ts';
import type { Signer } from '../../platform/crypto/signer.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Notifications } from '../../platform/database/notifications.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AuthService, SessionCookie } from '../auth/index.ts';
import type { Feature } from '../feature.ts';
import type { MailService } from '../mail/index.ts';
import { deleteGrants } from './consents.queries.ts';
import { endGrantsOnAccessLoss, notifyFirstUse } from './end-access.ts';
import { openidAppEvents } from './openid-apps.events.ts';
import { addOpenidAppsRoutes } from './openid-apps.routes.ts';
import { createOpenidAppsService } from './openid-apps.service.ts';
import { createAppCache } from './provider/app-cache.ts';
import { createConsentForm } from './provider/consent-form.ts';
import { createCurrentProvider } from './provider/current-provider.ts';
import { createInteractions } from './provider/interactions.service.ts';
import { addProviderRoutes } from './provider/provider.routes.ts';
import { createReadSession } from './provider/read-session.ts';
import { requestContext, type SignedInSession } from './provider/request-context.ts';
import { createSigningKeys } from './provider/signing-keys.ts';
import { createStoreConsent } from './provider/store-consent.ts';
import { createVerifyRequest } from './provider/verify-request.ts';
import { purgeExpired } from './purge-expired.job.ts';
import { defineRotateKeys } from './rotate-keys.job.ts';
import { defineSendLogouts, sendLogoutsName } from './send-logouts.job.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly secrets: Secrets;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly log: Log;
  readonly notifications: Pick<Notifications, 'listen' | 'onReconnect'>;
  readonly jobs: Pick<Jobs, 'runSoon'>;
  readonly config: Pick<Config, 'url'>;
  readonly outbound: Pick<Outbound, 'fetchWith'>;
  /** `url` is set once the port is known. */
  readonly address: { readonly url: string };
  readonly mail: Pick<MailService, 'sendMail'>;
  readonly auth: Pick<AuthService, 'authenticate' | 'signOut'> & { readonly sessionCookie: SessionCookie };
}

/** The channel of the trigger that stores logout tokens to send. */
const logoutChannel = 'gatewarden_openid_logout';

/** The OpenID provider: applications that sign users in, the protocol, consent and tokens. */
export function createOpenidApps(dependencies: Dependencies) {
  const { db, events, clock, log, auth, notifications, jobs, config, address, outbound } = dependencies;
  const apps = createAppCache(db, clock);
  const keys = createSigningKeys(dependencies);
  const readSession = createReadSession({ db, auth });
  const storeConsent = createStoreConsent(dependencies);
  const provider = createCurrentProvider({
    ...dependencies,
    storeConsent,
    keys,
    apps,
    fetch: outbound.fetchWith(),
    endSession: (session) => signOut(auth, session),
  });
  const service = createOpenidAppsService({ db, events, clock, cache: apps });
  const consentForm = createConsentForm({ ...dependencies, storeConsent, apps });
  const interactions = createInteractions({ ...dependencies, storeConsent, provider, apps, readSession });
  endGrantsOnAccessLoss(events);
  notifyFirstUse(dependencies);

  function listen(): void {
    events.onCommitted(({ type }) => {
      if (type.startsWith('openid-app.') || type.startsWith('group.')) apps.clear();
      if (type.startsWith('openid-keys.')) provider.reload();
    });
    notifications.onReconnect(() => {
      apps.clear();
      provider.reload();
    });
    notifications.listen(logoutChannel, () => {
      jobs.runSoon(sendLogoutsName).catch((error: unknown) => log.warn({ err: error }, 'logout tokens are delayed'));
    });
  }
  listen();

  const feature: Feature = {
    name: 'openid-apps',
    addRoutes: (router) =>
      addOpenidAppsRoutes(router, {
        apps: service,
        interactions,
        keys,
        verifyRequest: createVerifyRequest(apps),
        clock,
        address,
      }),
    addHttpScope: (scope) =>
      addProviderRoutes(scope, { provider, readSession, consentForm, clock, configuredUrl: config.url, address }),
    events: openidAppEvents,
    jobs: [purgeExpired, defineRotateKeys(keys), defineSendLogouts(provider)],
    start: keys.prepare,
  };
  return {
    feature,
    /** Ends all tokens that applications have for the user. Returns the number of sign-ins. */
    endGrants: (tx: Tx, userId: number) => deleteGrants(tx, { userId }),
  };
}

/** As the user does in the console: an application asked for it, and the user agreed. */
function signOut(auth: Pick<AuthService, 'signOut'>, session: SignedInSession): Promise<void> {
  const { userId, username, sessionId } = session;
  const { ip, device } = requestContext();
  const actor = { userId, username, isAdmin: false, sessionId, isReauthenticated: false };
  return auth.signOut({ by: { userId, username }, ip, device, sessionId }, actor);
}
