import { DomainError } from '@gatewarden/contract/errors';
import type { Signer } from '../../platform/crypto/signer.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CloudDirectories } from '../../ports/cloud-directory.ts';
import type { AnswerSignIn, AuthService, SessionCookie } from '../auth/index.ts';
import type { Feature } from '../feature.ts';
import type { SettingsService } from '../settings/index.ts';
import type { GroupsForUser, UsersService } from '../users/index.ts';
import { createConsoleRedeemCode, createRedeemAnswer } from './answers.ts';
import { createBrowserSecret } from './browser-secret.ts';
import { createConsoleProofs } from './console-proofs.ts';
import { createListSources } from './directory-sources.ts';
import { createEdgeSignIn, edgeRedirectUris } from './edge-sign-in.ts';
import { createExternalSignIn } from './external-sign-in.ts';
import { createExternalUsers } from './external-users.ts';
import { createFlows } from './flows.ts';
import { createIdentifyAccount } from './identify-account.ts';
import { addOpenidCalls, type FindPendingConnection } from './identity-providers.edge.ts';
import { identityProviderEvents } from './identity-providers.events.ts';
import { addIdentityProviderRoutes } from './identity-providers.routes.ts';
import { createLinkedIdentities } from './linked-identities.ts';
import { createApplyMappedGroups } from './mapped-groups.ts';
import { createOpenidClient } from './openid-client.ts';
import { hasEnabledProvider, listEnabled } from './providers.queries.ts';
import { createProvidersService } from './providers.service.ts';
import { purgeUsedStates } from './purge-used-states.job.ts';
import { createStartFlow } from './start-flow.ts';
import { createTestProvider } from './test-provider.ts';
import { unlinkOnStop } from './unlink-on-stop.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly log: Log;
  readonly signer: Signer;
  readonly secrets: Secrets;
  readonly outbound: Outbound;
  readonly directories: CloudDirectories;
  readonly address: { readonly url: string; readonly edgeUrl: string };
  readonly settings: SettingsService;
  readonly groups: GroupsForUser;
  readonly users: UsersService & { readonly requireAssignableUsername: (username: string, tx?: Tx) => Promise<void> };
  readonly auth: AuthService & { readonly sessionCookie: SessionCookie; readonly answerSignIn: AnswerSignIn };
}

/** Sign-in at OpenID providers, and the links between their accounts and ours. */
export function createIdentityProviders(dependencies: Dependencies) {
  const { db, settings, auth, address } = dependencies;
  let findPendingConnection: FindPendingConnection = async () => {
    throw new DomainError('connect_attempt_missing');
  };
  unlinkOnStop(dependencies.events, dependencies.clock);
  const client = createOpenidClient(dependencies);
  const redirectUri = () => `${address.url}/auth/callback`;
  const edgeUrl = () => {
    if (address.edgeUrl === '') throw new DomainError('edge_disabled');
    return `${address.edgeUrl}/`;
  };
  const redirectUris = () => [redirectUri(), ...(address.edgeUrl === '' ? [] : edgeRedirectUris(edgeUrl()))];
  const flows = createFlows(dependencies);
  const redeemCode = createConsoleRedeemCode({ ...dependencies, client });
  const redeem = createRedeemAnswer({ flows, redeemCode, redirectUri });
  const providers = createProvidersService(dependencies);
  const identities = createLinkedIdentities({ ...dependencies, redeem });
  const externalUsers = createExternalUsers(dependencies);
  const applyMappedGroups = createApplyMappedGroups(dependencies);
  const accounts = createIdentifyAccount({ ...dependencies, externalUsers, applyMappedGroups });
  const edgeSignIn = createEdgeSignIn({ ...dependencies, client, accounts, edgeUrl });
  const consoleProofs = createConsoleProofs({ ...dependencies, client, redeemCode, accounts, redirectUri });
  const feature: Feature = {
    name: 'identity-providers',
    addRoutes: (router) =>
      addIdentityProviderRoutes(router, {
        providers,
        identities,
        settings,
        redirectUris,
        listEnabled: () => listEnabled(db),
        signIn: createExternalSignIn({ ...dependencies, redeem, accounts }),
        startFlow: createStartFlow({ ...dependencies, flows, client, redirectUri }),
        testProvider: createTestProvider({ client, redirectUris }),
        browser: createBrowserSecret(auth.sessionCookie),
        sessionCookie: auth.sessionCookie,
        answerSignIn: auth.answerSignIn,
      }),
    addEdgeRoutes: (router) =>
      addOpenidCalls(router, {
        signIn: edgeSignIn,
        findPendingConnection: (token) => findPendingConnection(token),
      }),
    jobs: [purgeUsedStates],
    events: identityProviderEvents,
  };
  const listSources = createListSources(dependencies);
  return {
    list: providers.list,
    listSources,
    hasEnabled: () => hasEnabledProvider(db),
    listEnabled: () => listEnabled(db),
    edgeSignIn,
    consoleProofs,
    /** Call before core serves. Sets how pages of the edge find the device that a sign-in at a provider connects. */
    setPendingConnectionLookup(find: FindPendingConnection) {
      findPendingConnection = find;
    },
    feature,
  };
}

export type IdentityProviders = ReturnType<typeof createIdentityProviders>;
