import type { ServerTls } from '@gatewarden/listener/server-tls';
import { createCloudDirectories } from '../adapters/cloud-directories/cloud-directories.ts';
import { type DirectoryHosts, publishedHosts } from '../adapters/cloud-directories/hosts.ts';
import { createAccess } from '../features/access/index.ts';
import { createActivityLog } from '../features/activity-log/index.ts';
import { createActivityStreams } from '../features/activity-streams/index.ts';
import { createApiTokens } from '../features/api-tokens/index.ts';
import { createAuth } from '../features/auth/index.ts';
import { createAuthKeys } from '../features/auth-keys/index.ts';
import { createDeliveryFeature } from '../features/delivery/index.ts';
import { createDevices } from '../features/devices/index.ts';
import { createDirectorySync } from '../features/directory-sync/index.ts';
import { createEdges } from '../features/edges/index.ts';
import { createEmergencyStop } from '../features/emergency-stop/index.ts';
import { createEnrollment } from '../features/enrollment/index.ts';
import { createForwardAuth } from '../features/forward-auth/index.ts';
import { createGatewayList, createGatewayLog, createGateways } from '../features/gateways/index.ts';
import { createGroups } from '../features/groups/index.ts';
import { createHistory } from '../features/history/index.ts';
import { createHome } from '../features/home/index.ts';
import { createIdentityProviders } from '../features/identity-providers/index.ts';
import { createIdentitySources } from '../features/identity-sources/index.ts';
import { createInfo } from '../features/info/index.ts';
import { createLdap, ldapSettingsSection } from '../features/ldap/index.ts';
import { createLdapExport } from '../features/ldap-export/index.ts';
import { createLicence, type Issuer } from '../features/licence/index.ts';
import { createLinks } from '../features/links/index.ts';
import { createLive } from '../features/live/index.ts';
import { createLocationImport } from '../features/location-import/index.ts';
import { createLocationMfa } from '../features/location-mfa/index.ts';
import { createLocations } from '../features/locations/index.ts';
import { createMail, mailSettingsSection } from '../features/mail/index.ts';
import { chooseMethod, createMfa } from '../features/mfa/index.ts';
import { createNotices } from '../features/notices/index.ts';
import { createNotifications } from '../features/notifications/index.ts';
import { createOpenidApps } from '../features/openid-apps/index.ts';
import { createPreferences } from '../features/preferences/index.ts';
import { createScim } from '../features/scim/index.ts';
import { createSearch } from '../features/search/index.ts';
import { createServerCertificate } from '../features/server-certificate/index.ts';
import { createSettings } from '../features/settings/index.ts';
import { createSetup } from '../features/setup/index.ts';
import { createSnat } from '../features/snat/index.ts';
import { createSupport } from '../features/support/index.ts';
import { createTraffic } from '../features/traffic/index.ts';
import { createUpdates } from '../features/updates/index.ts';
import { createUserDetails } from '../features/user-details/index.ts';
import { createUsers, isAdministrator } from '../features/users/index.ts';
import { createWebhooks } from '../features/webhooks/index.ts';
import { createYubikeys } from '../features/yubikeys/index.ts';
import type { Config } from '../platform/config/config.ts';
import type { Passwords } from '../platform/crypto/passwords.ts';
import type { Database } from '../platform/database/database.ts';
import type { Notifications } from '../platform/database/notifications.ts';
import type { WriteHealth } from '../platform/database/write-health.ts';
import type { Events } from '../platform/events/events.ts';
import type { CallerLookup } from '../platform/http/guard.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log/log.ts';
import { createOutbound } from '../platform/outbound/outbound.ts';
import type { OpenedSecrets } from '../platform/secrets/open-secrets.ts';
import type { Clock } from '../ports/clock.ts';
import type { LdapConnector } from '../ports/ldap-directory.ts';
import type { Mailer } from '../ports/mailer.ts';
import { createFeatureList } from './feature-list.ts';
import { issuersOfBuild } from './issuers.ts';
import { releaseKeysOfBuild } from './release-keys.ts';
import { version } from './version.ts';

interface Platform extends OpenedSecrets {
  readonly db: Database;
  readonly notifications: Notifications;
  readonly writeHealth: Pick<WriteHealth, 'refusal' | 'onChange'>;
  readonly events: Events;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly mailer: Mailer;
  readonly ldap: LdapConnector;
  /** Where the services are whose directories can be read; as they publish it if absent. */
  readonly directoryHosts?: DirectoryHosts | undefined;
  /** Of license keys; those of this build if absent. */
  readonly issuers?: readonly Issuer[] | undefined;
  readonly jobs: Pick<Jobs, 'enqueue' | 'isWaiting' | 'runSoon' | 'reschedule'>;
  readonly config: Config;
  /** Undefined if core does not terminate TLS. */
  readonly tls: ServerTls | undefined;
  readonly log: Log;
  readonly address: {
    readonly url: string;
    readonly grpcUrl: string;
    /** Empty if core does not listen for clients of devices. */
    readonly edgeUrl: string;
    /** Empty if core does not listen for provisioners. */
    readonly provisionerUrl: string;
    readonly replicaUrl?: string | undefined;
  };
}

/**
 * Creates all features with their dependencies. Each uses only features above it. Within a transaction their listeners
 * run in this order.
 */
export function createFeatures(platform: Platform) {
  const { add, all, findEventRule, findNotice, findAttention, findStep } = createFeatureList();
  const activityLog = add(createActivityLog({ ...platform, findEventRule }));
  const notices = add(createNotices({ ...platform, findProvider: findNotice }));
  const history = add(createHistory(platform));
  const outbound = createOutbound({ allow: platform.config.outboundAllow, proxies: platform.config.proxies });
  const licence = add(createLicence({ ...platform, outbound, issuers: platform.issuers ?? issuersOfBuild() }));
  const sections = [mailSettingsSection, ldapSettingsSection];
  const settings = add(createSettings({ ...platform, sections, licence }));
  const mail = add(createMail({ ...platform, settings }));
  const groups = add(createGroups(platform));
  const users = add(createUsers({ ...platform, settings, groups, factors: { chooseMethod } }));
  const ldap = add(createLdap({ ...platform, settings }));
  add(createPreferences(platform));
  const mfa = add(createMfa({ ...platform, settings, mail }));
  const auth = add(createAuth({ ...platform, settings, mail, users, mfa, directory: ldap.passwords }));
  const apiTokens = add(createApiTokens({ ...platform, auth }));
  const hosts = platform.directoryHosts ?? publishedHosts;
  const directories = createCloudDirectories({ outbound, hosts });
  const serverCertificate = add(createServerCertificate({ ...platform, outbound }));
  const identityProviders = add(
    createIdentityProviders({ ...platform, outbound, directories, settings, groups, users, auth }),
  );
  add(createSetup({ ...platform, users, groups, auth }));
  add(createForwardAuth({ ...platform, auth }));
  add(createOpenidApps({ ...platform, outbound, mail, auth }));
  const scim = add(createScim({ ...platform, settings, users, groups }));
  const gatewayList = createGatewayList(platform);
  const locations = add(createLocations({ ...platform, licence, gateways: gatewayList }));
  const devices = add(createDevices({ ...platform, settings, mail }));
  const enrollment = add(
    createEnrollment({ ...platform, mail, settings, users, mfa, devices, identityProviders, version }),
  );
  add(createLocationImport({ ...platform, locations, devices }));
  const claimEntries = createGatewayLog(platform).claimClientEntries;
  const traffic = add(createTraffic({ ...platform, claimEntries, settings }));
  const links = add(createLinks({ ...platform, version }));
  const { activeRules: rules } = add(createAccess(platform));
  const gateways = add(createGateways({ ...platform, history, links, locations, rules, traffic }));
  const edges = add(createEdges({ ...platform, links, version }));
  add(createLocationMfa({ ...platform, mfa, auth, identityProviders }));
  add(createSnat(platform));
  const authKeys = add(createAuthKeys({ ...platform, settings }));
  const yubikeys = add(createYubikeys({ ...platform, authKeys }));
  const sources = [ldap.listSources, identityProviders.listSources];
  const directorySync = add(createDirectorySync({ ...platform, users, groups, sources }));
  const ldapExport = add(createLdapExport({ ...platform, settings, users, groups, target: ldap.target }));
  add(createIdentitySources({ ...platform, settings, identityProviders, directorySync, ldapExport, scim }));
  const delivery = add(createDeliveryFeature({ ...platform, findEventRule }));
  add(createWebhooks({ ...platform, outbound, delivery, version }));
  add(createActivityStreams({ ...platform, outbound, delivery, version }));
  add(createEmergencyStop({ ...platform, users, auth, apiTokens, devices, enrollment, authKeys, mfa, gateways }));
  add(createUserDetails(platform));
  add(createSearch(platform));
  add(createHome({ ...platform, settings, findAttention, findStep }));
  add(createNotifications({ ...platform, mail, settings, findAttention }));
  add(createLive({ ...platform, findEventRule, auth, apiTokens, traffic, notices }));
  add(createSupport({ ...platform, version, settings, locations, gateways: gatewayList, mail }));
  const componentSources = { links, gateways, edges, serverCertificate };
  const releaseKeys = releaseKeysOfBuild();
  add(createUpdates({ ...platform, ...componentSources, version, outbound, settings, releaseKeys }));
  add(createInfo({ ...platform, version, locations, mail, settings, licence, identityProviders }));
  return {
    all: all(),
    findChallenge: serverCertificate.findChallenge,
    /**
     * Authenticates callers. Interface reference §1.3: if there is a header, it decides alone; an invalid token does
     * not fall back to a cookie.
     */
    callers: {
      authenticate: ({ authorization, cookie }: CallerHeaders, lookup?: CallerLookup) =>
        authorization === undefined
          ? auth.authenticate(auth.sessionCookie.readTokens(cookie), lookup)
          : apiTokens.readBearer(authorization, lookup),
      isAdministrator,
      isEnterprise: licence.isEnabled,
      sessionCookieName: auth.sessionCookie.name,
    },
    setEdgeCalls: edges.setCalls,
    provisionerListener: yubikeys.listener,
    componentListener: { ...links.listener, onCertificateRejected: gateways.recordRejectedCertificate },
    /** Dependencies of command-line commands. */
    forCommands: {
      ...commandNeeds(platform),
      all: all(),
      licence,
      activityLog,
      history,
      users,
      groups,
      mfa,
      auth,
      links,
    },
  };
}

const commandNeeds = ({ db, events, jobs, keyRotation }: Platform) => ({ db, events, jobs, keyRotation });

interface CallerHeaders {
  readonly authorization?: string | undefined;
  readonly cookie?: string | undefined;
}

export type Features = ReturnType<typeof createFeatures>;
