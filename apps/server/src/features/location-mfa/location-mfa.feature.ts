import type { Signer } from '../../platform/crypto/signer.ts';
import { classifyDatabaseError } from '../../platform/database/classify-database-error.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Notifications } from '../../platform/database/notifications.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AuthService } from '../auth/index.ts';
import type { Feature } from '../feature.ts';
import type { IdentityProviders } from '../identity-providers/index.ts';
import type { MfaService, SecurityKeys } from '../mfa/index.ts';
import { createApprovalWaits } from './approval-waits.ts';
import { createBeginSession } from './begin-session.ts';
import { addBrowserConnectRoutes } from './browser-connect.routes.ts';
import { createBrowserConnect } from './browser-connect.ts';
import { createBrowserProofs } from './browser-proofs.ts';
import { createBrowserRequests } from './browser-requests.ts';
import { createConnectAttempts } from './connect-attempts.ts';
import { createConnectProofs } from './connect-proofs.ts';
import { endSessionsOnChanges } from './end-on-changes.ts';
import { createExternalAuthorization } from './external-authorization.ts';
import { addExternalConnectCalls, createExternalConnect } from './external-connect.ts';
import { addConnectCalls } from './location-mfa.edge.ts';
import { locationMfaEvents } from './location-mfa.events.ts';
import { endInactiveSessions } from './location-mfa.jobs.ts';
import { deleteOldAttempts } from './location-mfa.queries.ts';
import { addLocationMfaRoutes } from './location-mfa.routes.ts';
import { createLocationSessions } from './location-sessions.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly signer: Signer;
  readonly log: Log;
  readonly notifications: Pick<Notifications, 'onReconnect'>;
  readonly mfa: Pick<MfaService, 'factorsOf' | 'consumeTotp' | 'mailCodes'> & {
    readonly securityKeys: Pick<SecurityKeys, 'consume'>;
  };
  readonly auth: Pick<AuthService, 'connectCodes' | 'refusals'>;
  readonly identityProviders: Pick<
    IdentityProviders,
    'edgeSignIn' | 'consoleProofs' | 'hasEnabled' | 'setPendingConnectionLookup'
  >;
  /** The address of the console. */
  readonly address: { readonly url: string };
}

/** A session that reaches its maximum length ends within this time. */
const expiryMilliseconds = 1_000;

/** Second factors before a device connects to a location that requires one. Domain rules §6. */
export function createLocationMfa(dependencies: Dependencies): { readonly feature: Feature } {
  const { db, events, clock, log, notifications, identityProviders } = dependencies;
  const { hasEnabled: hasProvider } = identityProviders;
  const sessions = createLocationSessions({ db, events, clock, hasProvider });
  const beginSession = createBeginSession({
    ...dependencies,
    onChanged: (tx, assignment) => events.signal(tx, 'devices.assignments-changed', { assignments: [assignment] }),
  });
  const attempts = createConnectAttempts({
    ...dependencies,
    beginSession,
    proofs: createConnectProofs({ ...dependencies, hasProvider }),
  });
  const inBrowser = { ...dependencies, beginSession, proofs: createBrowserProofs(dependencies) };
  const waits = createApprovalWaits({ ...dependencies, attempts });
  notifications.onReconnect(waits.checkAll);
  const external = createExternalConnect({ ...dependencies, attempts, signIn: identityProviders.edgeSignIn });
  identityProviders.setPendingConnectionLookup(external.find);
  endSessionsOnChanges(events, sessions);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  /** One check after the other, also when the database is slow. */
  function checkExpiry(): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      sessions
        .endExpired()
        .catch((error: unknown) => {
          // that the database is unavailable is reported once, by the part that watches it
          if (classifyDatabaseError(error)) return;
          log.warn({ err: error }, 'ending sessions of locations failed; retrying');
        })
        .finally(checkExpiry);
    }, expiryMilliseconds);
  }

  return {
    feature: {
      name: 'location-mfa',
      addRoutes(router) {
        addLocationMfaRoutes(router, sessions);
        addBrowserConnectRoutes(router, {
          connect: createBrowserConnect(inBrowser),
          requests: createBrowserRequests(inBrowser),
          external: createExternalAuthorization({
            ...{ ...dependencies, beginSession, providerProofs: identityProviders.consoleProofs },
          }),
        });
      },
      addEdgeRoutes(router) {
        addExternalConnectCalls(router, external);
        addConnectCalls(router, attempts, waits);
      },
      events: locationMfaEvents,
      jobs: [
        endInactiveSessions(async () => {
          await sessions.endInactive();
          await deleteOldAttempts(db, clock.now());
        }),
      ],
      async serve() {
        checkExpiry();
        return undefined;
      },
      async stop() {
        isStopped = true;
        clearTimeout(timer);
      },
    },
  };
}
