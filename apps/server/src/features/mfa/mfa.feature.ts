import type { Config } from '../../platform/config/config.ts';
import type { Signer } from '../../platform/crypto/signer.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Feature } from '../feature.ts';
import type { MailService } from '../mail/index.ts';
import type { SettingsService } from '../settings/index.ts';
import { isFactorRequired, listAdministratorsWithoutFactor } from './attention.queries.ts';
import { createFirstPasskeys } from './first-passkeys.ts';
import { addMailCodesRoutes } from './mail-codes.routes.ts';
import { mfaEvents } from './mfa.events.ts';
import { addMfaRoutes } from './mfa.routes.ts';
import { createMfaService } from './mfa.service.ts';
import { createPasskeys } from './passkeys.ts';
import { revokeCodesOnAddressChange } from './revoke-codes-on-address-change.ts';
import { revokePendingFactorsOnRestore } from './revoke-on-restore.ts';
import { addSecurityKeyRoutes } from './security-keys.routes.ts';
import { createSecurityKeys } from './security-keys.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly secrets: Secrets;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly config: Pick<Config, 'mailCodeMinutes'>;
  readonly address: { readonly url: string };
  readonly mail: MailService;
  readonly settings: Pick<SettingsService, 'get'>;
}

/** Second factors and passkeys. */
export function createMfa(dependencies: Dependencies) {
  const { events, mail, settings, config } = dependencies;
  const mfa = createMfaService({ ...dependencies, codeMinutes: config.mailCodeMinutes });
  const instanceName = async () => (await settings.get()).instance_name;
  const securityKeys = createSecurityKeys({ ...dependencies, instanceName });
  revokeCodesOnAddressChange(events, mail);
  revokePendingFactorsOnRestore(events);
  const feature: Feature = {
    name: 'mfa',
    addRoutes(router) {
      addMfaRoutes(router, mfa);
      addMailCodesRoutes(router, mfa.mailCodes);
      addSecurityKeyRoutes(router, securityKeys);
    },
    events: mfaEvents,
    attention: { users_without_2fa: () => listAdministratorsWithoutFactor(dependencies.db) },
    checklist: { two_factor: (userId) => isFactorRequired(dependencies.db, userId) },
  };
  return {
    ...mfa,
    securityKeys,
    passkeys: createPasskeys(dependencies),
    firstPasskeys: createFirstPasskeys(dependencies),
    feature,
  };
}
