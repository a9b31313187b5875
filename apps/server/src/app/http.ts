import { networkDevicesPath } from '@gatewarden/contract/devices';
import type { FastifyInstance } from 'fastify';
import { addActivityLogRoutes } from '../features/activity-log/index.ts';
import { addApiTokensRoutes } from '../features/api-tokens/index.ts';
import { addAuthRoutes, addPasskeyRoutes, createSessionCookie, type SessionCookie } from '../features/auth/index.ts';
import { addAuthKeysRoutes } from '../features/auth-keys/index.ts';
import { addDevicesRoutes } from '../features/devices/index.ts';
import { addEmergencyStopRoutes } from '../features/emergency-stop/index.ts';
import { addForwardAuthRoutes } from '../features/forward-auth/index.ts';
import { addGatewaysRoutes } from '../features/gateways/index.ts';
import { addGroupsRoutes } from '../features/groups/index.ts';
import { addHistoryRoutes } from '../features/history/index.ts';
import { addInfoRoutes } from '../features/info/index.ts';
import { addLiveRoutes } from '../features/live/index.ts';
import { addLocationsRoutes } from '../features/locations/index.ts';
import { addMailRoutes } from '../features/mail/index.ts';
import { addMailCodesRoutes, addMfaRoutes, addSecurityKeyRoutes } from '../features/mfa/index.ts';
import { addNoticesRoutes } from '../features/notices/index.ts';
import { addSettingsRoutes } from '../features/settings/index.ts';
import { addSetupRoutes } from '../features/setup/index.ts';
import { addTrafficRoutes } from '../features/traffic/index.ts';
import { addUserImportRoutes, addUsersRoutes, isAdministrator } from '../features/users/index.ts';
import type { Config } from '../platform/config/config.ts';
import { createHttpServer } from '../platform/http/http-server.ts';
import { answerOtherPaths } from '../platform/http/other-paths.ts';
import { isOwnOrigin } from '../platform/http/own-origin.ts';
import { createRouter, type Router } from '../platform/http/router.ts';
import { prepareStop } from '../platform/http/stop.ts';
import { createWriteLimit } from '../platform/http/write-limit.ts';
import { orSayWhy } from '../platform/listen-failure.ts';
import type { Log } from '../platform/log/log.ts';
import type { Clock } from '../ports/clock.ts';
import type { Features } from './features.ts';
import { version } from './version.ts';

interface HttpOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  /** `url` is filled in once the port is known. */
  readonly address: { readonly url: string };
}

const consoleFiles = new URL('../../../console/dist/', import.meta.url);

/** Routes every feature's calls, serves the console and listens. `stop` finishes requests in flight. */
export async function startHttp(features: Features, { config, clock, log, address }: HttpOptions) {
  const isHttps = () => address.url.startsWith('https:');
  const sessionCookie = createSessionCookie(config);
  const { trustedProxies } = config;
  const app = await createHttpServer({ log, version, trustedProxies, isHttps, sessionCookieName: sessionCookie.name });
  const router = createRouter(app, {
    // interface reference §1.3: the header decides alone, so that a wrong token does not fall back on a cookie
    authenticate: async ({ headers: { authorization, cookie } }) =>
      authorization !== undefined && (await features.isEnterprise())
        ? features.readBearer(authorization)
        : features.auth.authenticate(sessionCookie.tokensIn(cookie)),
    isAdministrator,
    isEnterprise: features.isEnterprise,
    isOwnOrigin: (request) => isOwnOrigin(request, config.url),
    writeLimit: createWriteLimit({ clock, perSecond: config.writesPerSecond }),
  });
  addRoutes(router, features, sessionCookie);
  const { cookieDomain } = config;
  addForwardAuthRoutes(router, { auth: features.auth, sessionCookie, address, cookieDomain });
  features.reservedUsernames.useEndpoints(router.endpoints);
  const stop = prepareStop(app);
  await answerOtherPaths(app, { files: consoleFiles, endpoints: router.endpoints, absent: [networkDevicesPath] });
  const place = { port: config.httpPort, host: config.httpHost };
  await app.listen(place).catch(orSayWhy({ ...place, prefix: 'GATEWARDEN_HTTP' }));
  return {
    endpoints: router.endpoints,
    port: portOf(app),
    stop() {
      // streams have no end of their own
      features.live.stop();
      return stop();
    },
  };
}

function addRoutes(router: Router, features: Features, sessionCookie: SessionCookie): void {
  const { auth, setup, users, groups, settings, locations, devices, gateways } = features;
  const { sessions, passkeys, ownPassword, signInWithPasskey } = features;
  addAuthRoutes(router, { auth, sessions, users, ownPassword, sessionCookie });
  addPasskeyRoutes(router, { passkeys, signIn: signInWithPasskey, sessionCookie });
  addSetupRoutes(router, { setup, sessionCookie });
  addMfaRoutes(router, features.mfa);
  addMailCodesRoutes(router, features.mfa.mailCodes);
  addSecurityKeyRoutes(router, features.securityKeys);
  addUsersRoutes(router, { ...features, countSuspended: features.emergencyStop.countSuspended });
  addUserImportRoutes(router, features);
  addGroupsRoutes(router, groups);
  addSettingsRoutes(router, settings);
  addMailRoutes(router, features.mail);
  addLocationsRoutes(router, { locations, gatewaysOf: gateways.service.listOf });
  addDevicesRoutes(router, devices);
  addAuthKeysRoutes(router, features.authKeys, settings.sshKeysAccess);
  addApiTokensRoutes(router, features.apiTokens);
  addGatewaysRoutes(router, gateways.service);
  addEmergencyStopRoutes(router, features.emergencyStop);
  addTrafficRoutes(router, { stats: features.trafficStats, looked: features.traffic.looked });
  addActivityLogRoutes(router, features.activityLog, features.logCheckpoints);
  addLiveRoutes(router, features.live);
  addNoticesRoutes(router, features.notices);
  addHistoryRoutes(router, features.history);
  addInfoRoutes(router, { version, ...features.info });
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('not listening on a port');
  return address.port;
}
