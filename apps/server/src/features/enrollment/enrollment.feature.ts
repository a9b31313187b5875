import { DomainError } from '@gatewarden/contract/errors';
import { EmailAddress } from '@gatewarden/contract/primitives';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Clock } from '../../ports/clock.ts';
import { type ClientDevices, type DevicesService, readRestrictions } from '../devices/index.ts';
import type { Feature } from '../feature.ts';
import type { IdentityProviders } from '../identity-providers/index.ts';
import type { MailService } from '../mail/index.ts';
import type { FirstPasskeys, MfaService } from '../mfa/index.ts';
import type { InlineLogo, SettingsService } from '../settings/index.ts';
import type { PasswordSetter } from '../users/index.ts';
import { deleteTokensOf } from './account-tokens.queries.ts';
import { createAccountTokens } from './account-tokens.ts';
import { createAnnouncements } from './announcements.ts';
import { createDiscardUnconfirmed } from './discard-unconfirmed.ts';
import { endTokensOnChange } from './end-tokens.ts';
import { addEnrollmentCalls } from './enrollment.edge.ts';
import { enrollmentEvents } from './enrollment.events.ts';
import { purgeTokens, sendAnnouncements, sendRequestedReset } from './enrollment.jobs.ts';
import { addEnrollmentRoutes } from './enrollment.routes.ts';
import { createEnrollmentFactors } from './enrollment-factors.ts';
import { createEnrollmentPasskeys } from './enrollment-passkeys.ts';
import { createEnrollmentSessions } from './enrollment-sessions.ts';
import { addExternalEnrollmentCalls, createExternalEnrollment } from './external-enrollment.ts';
import { createInvitations } from './invitations.ts';
import { createRequestLimit } from './limit-requests.ts';
import { mailCompletion } from './mail-completion.ts';
import { createPresentInstance } from './present-instance.ts';
import { readEdge } from './read-edge.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { createSessionSteps } from './session-steps.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly mail: Pick<MailService, 'sendMail'>;
  readonly settings: Pick<SettingsService, 'get'> & InlineLogo;
  readonly users: { readonly passwordSetter: PasswordSetter };
  readonly mfa: Pick<
    MfaService,
    | 'isEnabled'
    | 'offerTotp'
    | 'confirmTotp'
    | 'mailCodes'
    | 'disableWithin'
    | 'replaceRecoveryCodes'
    | 'hasRecoveryCodesSince'
  > & {
    readonly firstPasskeys: FirstPasskeys;
  };
  readonly devices: Pick<DevicesService, 'addByClient' | 'registerAuthKey' | 'removeWithin'> & {
    readonly clients: ClientDevices;
  };
  readonly identityProviders: Pick<IdentityProviders, 'edgeSignIn' | 'listEnabled'>;
  /** Set once core listens. */
  readonly address: { readonly url: string; readonly edgeUrl: string };
  readonly version: string;
}

/** People who enrol, add a device with a client, or set another password: with a token, without being signed in. */
export function createEnrollment(dependencies: Dependencies) {
  const { db, events, clock, jobs, mail, settings, users, mfa, devices, address, version } = dependencies;
  const tokens = createAccountTokens({ db, clock });
  const restrictions = (tx?: Tx) => readRestrictions(settings, tx);
  const edgeUrl = () => {
    if (address.edgeUrl === '') throw new DomainError('edge_disabled');
    return `${address.edgeUrl}/`;
  };
  const consoleUrl = () => address.url;
  const discardUnconfirmed = createDiscardUnconfirmed({ mfa, devices });
  const invitations = createInvitations({
    ...{ db, events, clock, mail, tokens, restrictions, edgeUrl, discardUnconfirmed },
  });
  const announcements = createAnnouncements({
    ...{ db, clock },
    mail: (tx, enrolled) => mailCompletion(tx, enrolled, { mail, settings, consoleUrl: consoleUrl(), version }),
  });
  const steps = createSessionSteps({ events, tokens, announcements });
  const sessions = createEnrollmentSessions({
    ...{ db, events, tokens, steps, announcements, devices, discardUnconfirmed, passwords: users.passwordSetter },
  });
  const passkeys = createEnrollmentPasskeys({
    ...{ db, clock, tokens, steps, consoleUrl, edgeUrl, firstPasskeys: mfa.firstPasskeys },
    instanceName: async () => (await settings.get()).instance_name,
  });
  const factors = createEnrollmentFactors({ db, sessions, steps, mfa });
  const job = sendRequestedReset((request) =>
    requestPasswordReset(
      request.email,
      { ip: request.ip, userAgent: request.userAgent, language: request.language },
      { db, events, clock, mail, tokens, edgeUrl },
    ),
  );
  const { edgeSignIn: signIn, listEnabled: listProviders } = dependencies.identityProviders;
  const presentInstance = createPresentInstance({
    ...{ db, settings, restrictions, consoleUrl, edgeUrl, version, listProviders },
  });
  const isVpnEnabled = async () => (await settings.get()).wireguard_enabled;
  const external = createExternalEnrollment({ db, events, tokens, signIn, restrictions, isVpnEnabled });
  const limitRequests = createRequestLimit(clock, db);
  endTokensOnChange(events);
  const feature: Feature = {
    name: 'enrollment',
    addRoutes: (router) => addEnrollmentRoutes(router, { invitations, passkeys: passkeys.console, edgeUrl }),
    addEdgeRoutes(router) {
      addExternalEnrollmentCalls(router, { enrollment: external, edgeUrl });
      addEnrollmentCalls(router, {
        ...{
          sessions,
          factors,
          passkeys,
          clientDevices: devices.clients,
          presentInstance,
          isVpnEnabled,
          now: clock.now,
        },
        readEdge: () => readEdge({ settings, listProviders, consoleUrl: consoleUrl() }),
        async requestReset(email, { ip, userAgent, language }) {
          await limitRequests(ip);
          // no user has it, and PostgreSQL refuses some of it
          if (!EmailAddress.safeParse(email).success) return;
          await inTransaction(db, (tx) => jobs.enqueue(tx, job, { email, ip, userAgent, language }));
        },
      });
    },
    jobs: [job, purgeTokens, sendAnnouncements(announcements)],
    events: enrollmentEvents,
  };
  return { withdraw: deleteTokensOf, feature };
}
