import type { Config } from '../../platform/config/config.ts';
import type { Passwords } from '../../platform/crypto/passwords.ts';
import type { Signer } from '../../platform/crypto/signer.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Feature } from '../feature.ts';
import type { DirectoryPasswords } from '../ldap/index.ts';
import type { MailService } from '../mail/index.ts';
import type { MfaService, Passkeys, SecurityKeys } from '../mfa/index.ts';
import type { SettingsService } from '../settings/index.ts';
import type { OwnPassword, UsersService } from '../users/index.ts';
import { authEvents } from './auth.events.ts';
import { addAuthRoutes } from './auth.routes.ts';
import { createAuthService } from './auth.service.ts';
import { listFailedSignIns } from './failed-sign-ins.queries.ts';
import { createLocks, unlockCodesOnPasswordChange } from './locks.ts';
import { logRefusedSignIns } from './log-refused-sign-ins.job.ts';
import { notifyAccountChanges } from './notify-account-changes.ts';
import { notifyNewBrowserSignIn } from './notify-new-browser-sign-in.ts';
import { createOwnSessions } from './own-sessions.ts';
import { addPasskeyRoutes } from './passkey.routes.ts';
import { createPasskeySignIn } from './passkey-sign-in.ts';
import { purgeOldSignIns } from './purge-old-sign-ins.job.ts';
import { createRecognizedBrowsers, purgeBrowsersOnCredentialChange } from './recognized-browsers.ts';
import { createRefusalLog } from './refusal-log.ts';
import { revokeSessionsOnCredentialChange } from './revoke-sessions.ts';
import { createSessionCookie } from './session-cookie.ts';
import { createSignInAnswer } from './sign-in-answer.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly directory: DirectoryPasswords;
  readonly signer: Signer;
  readonly log: Log;
  readonly config: Pick<Config, 'url' | 'sessionHours' | 'cookieDomain'>;
  readonly settings: Pick<SettingsService, 'reauthenticationMinutes'>;
  readonly mail: Pick<MailService, 'sendMail' | 'sendAccountMail'>;
  readonly users: Pick<UsersService, 'changeOwnPassword'> & { readonly ownPassword: OwnPassword };
  readonly mfa: MfaService & { readonly securityKeys: SecurityKeys; readonly passkeys: Passkeys };
}

/** Sign-in and sessions. */
export function createAuth(dependencies: Dependencies) {
  const { db, events, clock, config, users, mfa } = dependencies;
  const { securityKeys, passkeys } = mfa;
  const sessionCookie = createSessionCookie(config);
  const browsers = createRecognizedBrowsers(dependencies);
  const refusals = createRefusalLog({ db, clock });
  const { sessionHours } = config;
  const auth = createAuthService({ ...dependencies, browsers, refusals, securityKeys, sessionHours });
  const signIn = createPasskeySignIn({ ...dependencies, passkeys, auth, refusals });
  const sessions = createOwnSessions(dependencies);
  const answerSignIn = createSignInAnswer(sessionCookie);
  purgeBrowsersOnCredentialChange(events);
  unlockCodesOnPasswordChange(events);
  revokeSessionsOnCredentialChange(events);
  notifyNewBrowserSignIn(dependencies);
  notifyAccountChanges(dependencies);
  const feature: Feature = {
    name: 'auth',
    addRoutes(router) {
      addAuthRoutes(router, { auth, sessions, users, ownPassword: users.ownPassword, sessionCookie, answerSignIn });
      addPasskeyRoutes(router, { passkeys, signIn, sessionCookie });
    },
    jobs: [purgeOldSignIns, logRefusedSignIns(events)],
    events: authEvents,
    attention: { failed_sign_ins: () => listFailedSignIns(db, clock.now()) },
  };
  return {
    ...auth,
    sessionCookie,
    answerSignIn,
    endSessions: sessions.endAllExcept,
    locks: createLocks({ db, clock }),
    feature,
  };
}
