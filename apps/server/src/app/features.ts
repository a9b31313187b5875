import { DomainError } from '@gatewarden/contract/errors';
import type { SecurityKey, UserDevice } from '@gatewarden/contract/users';
import { sql } from 'kysely';
import {
  createActivityLog,
  createExternalCheckpoint,
  createLogCheckpoints,
  isLogged,
  recordActivity,
} from '../features/activity-log/index.ts';
import { createApiTokensService, createBearerReader, deleteTokensOnAccessLoss } from '../features/api-tokens/index.ts';
import {
  createAuthService,
  createLocks,
  createOwnSessions,
  createPasskeySignIn,
  createRecognizedBrowsers,
  createRefusalLog,
  forgetBrowsersOfExposed,
  revokeSessionsOnCredentialChange,
  tellOfNewBrowsers,
  unlockCodesWithNewPassword,
} from '../features/auth/index.ts';
import { createAuthKeysService } from '../features/auth-keys/index.ts';
import {
  createDevicesService,
  keepAssignmentsCurrent,
  notifyOwnersOfDevices,
  presentUserDevice,
  removeDevicesOfDeleted,
} from '../features/devices/index.ts';
import { createEmergencyStop } from '../features/emergency-stop/index.ts';
import { createGatewayLog, createGateways } from '../features/gateways/index.ts';
import { createGroupsService } from '../features/groups/index.ts';
import { createHistory } from '../features/history/index.ts';
import { createLive } from '../features/live/index.ts';
import { createLocationsService, removeDeletedGroupFromLocations } from '../features/locations/index.ts';
import { createMailService } from '../features/mail/index.ts';
import {
  chooseMethod,
  createMfaService,
  createPasskeys,
  createSecurityKeys,
  followAddress,
  presentSecurityKey,
  revokePendingFactorsOnRestore,
} from '../features/mfa/index.ts';
import { createNotices, registerDatabaseNotices } from '../features/notices/index.ts';
import {
  createSettingsService,
  type FixedSettings,
  isMailConfigured,
  registerReauthenticationNotice,
} from '../features/settings/index.ts';
import { createSetupService, deleteSetupLinks } from '../features/setup/index.ts';
import {
  createLastSeen,
  createTrafficService,
  createTrafficStats,
  forgetRemovedDevices,
} from '../features/traffic/index.ts';
import {
  createOwnPassword,
  createReservedUsernames,
  createUserImport,
  createUsersService,
} from '../features/users/index.ts';
import type { Config } from '../platform/config/config.ts';
import type { Cipher } from '../platform/crypto/cipher.ts';
import type { Passwords } from '../platform/crypto/passwords.ts';
import type { Signer } from '../platform/crypto/signer.ts';
import type { Database } from '../platform/database/database.ts';
import type { Notifications } from '../platform/database/notifications.ts';
import type { WriteHealth } from '../platform/database/write-health.ts';
import type { Events } from '../platform/events/events.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log/log.ts';
import type { Clock } from '../ports/clock.ts';
import type { Mailer } from '../ports/mailer.ts';

interface Platform {
  readonly db: Database;
  readonly notifications: Notifications;
  readonly writeHealth: Pick<WriteHealth, 'refusal' | 'onChange'>;
  readonly events: Events;
  readonly cipher: Cipher;
  readonly signer: Signer;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly mailer: Mailer;
  readonly jobs: Pick<Jobs, 'enqueue' | 'isWaiting'>;
  readonly config: Config;
  readonly log: Log;
  readonly address: { readonly url: string; readonly grpcUrl: string; readonly replicaUrl?: string | undefined };
}

/** Makes every feature and connects them; the only place that knows them all. */
export async function createFeatures(platform: Platform) {
  const { db, notifications, writeHealth, events, cipher, clock, passwords, config } = platform;
  recordActivity(events, clock);
  const notices = createNotices(platform);
  registerDatabaseNotices(notices, writeHealth);
  const history = createHistory({
    ...platform,
    dataDir: config.dataDir,
    isEmbedded: config.databaseUrl === undefined,
  });
  notices.register('restored', history.findRestore);
  const settings = createSettingsService({ db, events, cipher, fixed: settingsFrom(config) });
  registerReauthenticationNotice(notices, settings);
  const mail = createMailService({ ...platform, mailSettings: settings.mail });
  const groups = createGroupsService({ db, events });
  const reserved = createReservedUsernames({ extraNames: async () => (await settings.get()).reserved_usernames });
  const users = createUsersService({ db, events, passwords, groups, factors: { chooseMethod }, reserved });
  const mfa = createMfaService({ ...platform, mail, codeMinutes: config.mailCodeMinutes });
  followAddress(events, mail);
  revokePendingFactorsOnRestore(events);
  const instanceName = async () => (await settings.get()).instance_name;
  const securityKeys = createSecurityKeys({ ...platform, mail, instanceName });
  const browsers = createRecognizedBrowsers(platform);
  const refusals = createRefusalLog({ db, clock });
  forgetBrowsersOfExposed(events);
  unlockCodesWithNewPassword(events);
  const auth = createAuthService({
    ...platform,
    mfa,
    mail,
    browsers,
    refusals,
    securityKeys,
    sessionHours: config.sessionHours,
    settings,
  });
  const passkeys = createPasskeys(platform);
  revokeSessionsOnCredentialChange(events);
  tellOfNewBrowsers({ events, clock, mail });
  const apiTokens = createApiTokensService({ db, events, clock });
  deleteTokensOnAccessLoss(events);
  const setup = createSetupService({ db, clock, passwords, users, reserved, groups, auth });
  events.on('instance.restored', deleteSetupLinks);
  // design §4.9: until there is a licence everything is enabled
  const isEnterprise = async () => true;
  const locations = createLocationsService({ db, events, cipher, clock });
  removeDeletedGroupFromLocations(events);
  const lastSeen = createLastSeen({ db, clock });
  const devices = createDevicesService({ db, events, clock, restrictions: settings.restrictions, lastSeen });
  keepAssignmentsCurrent(events);
  notifyOwnersOfDevices({ events, clock, mail });
  removeDevicesOfDeleted(events);
  const claimEntries = createGatewayLog(platform).claimClientEntries;
  const traffic = createTrafficService({ db, notifications, events, clock, claimEntries });
  const { privateKeyOf } = locations;
  const gateways = createGateways({ ...platform, privateKeyOf, history, onTraffic: traffic.record });
  traffic.onReportInterval(gateways.setReportInterval);
  notices.register('gateway_drift', gateways.findDrift);
  forgetRemovedDevices(events);
  const sessions = createOwnSessions(platform);
  const authKeys = createAuthKeysService({ db, events, clock });
  const emergencyStop = createEmergencyStop({
    db,
    events,
    users,
    endSessions: sessions.endAllBut,
    deleteTokens: apiTokens.removeAll,
    switchOffDevices: devices.switchOff,
    suspendDevices: devices.suspend,
    suspendKeys: async (tx, userId, since) =>
      (await authKeys.suspend(tx, userId, since)) + (await securityKeys.suspend(tx, userId, since)),
    suspendFactors: mfa.suspend,
    clock,
    gateways: gateways.confirmations,
  });
  const logCheckpoints = createLogCheckpoints({ ...platform, external: createExternalCheckpoint(config.dataDir) });
  notices.register('log_checkpoint_problem', async () => {
    const problem = await logCheckpoints.findProblem();
    return problem && { since: problem.since, details: { kind: problem.kind, number: problem.number } };
  });
  const live = createLive({
    ...platform,
    listHolders: async (actors) => [
      ...(await auth.listHolders(actors.flatMap(({ sessionId }) => sessionId ?? []))),
      ...(await apiTokens.listHolders(actors.flatMap(({ token }) => token?.id ?? []))),
    ],
    onTraffic: traffic.onReported,
    onNotices: notices.onChanged,
    administratorLooks: traffic.looked,
    isLogged,
  });

  return {
    db,
    events,
    activityLog: createActivityLog({ db }),
    logCheckpoints,
    settings,
    mail,
    users,
    reservedUsernames: reserved,
    userImport: createUserImport({ db, events, groups, reserved }),
    groups,
    auth,
    sessions,
    locks: createLocks(platform),
    emergencyStop,
    mfa,
    securityKeys,
    passkeys,
    signInWithPasskey: createPasskeySignIn({ ...platform, mfa, passkeys, auth, refusals }),
    ownPassword: createOwnPassword(platform),
    setup,
    locations,
    devices,
    apiTokens,
    readBearer: createBearerReader({ ...platform, remember: auth.remember }),
    authKeys,
    isEnterprise,
    gateways,
    live,
    notices,
    history,
    traffic,
    trafficStats: createTrafficStats({ db, clock }),
    devicesOf: async (userId: number): Promise<UserDevice[]> =>
      (await devices.listWithPlaces(userId)).map(({ device, places, seen }) => presentUserDevice(device, places, seen)),
    securityKeysOf: async (userId: number): Promise<SecurityKey[]> =>
      (await securityKeys.listOf(userId)).map(presentSecurityKey),
    info: {
      hasLocation: locations.hasAny,
      isSmtpConfigured: async () => isMailConfigured(await settings.get()),
      requireDatabase: async () => {
        await sql`select 1`.execute(db);
        const refusal = writeHealth.refusal();
        if (refusal) throw new DomainError(refusal.kind, { reads: true });
      },
    },
    async stop() {
      await logCheckpoints.stop();
      traffic.stop();
      await gateways.stop();
      await history.stop();
    },
  };
}

function settingsFrom({ reauthenticationMinutes }: Config): FixedSettings {
  return reauthenticationMinutes === undefined ? {} : { reauthentication_minutes: reauthenticationMinutes };
}

export type Features = Awaited<ReturnType<typeof createFeatures>>;
