import { DomainError } from '@gatewarden/contract/errors';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import type { WriteHealth } from '../../platform/database/write-health.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Feature } from '../feature.ts';
import type { Licence } from '../licence/index.ts';
import type { LocationsService } from '../locations/index.ts';
import type { MailService } from '../mail/index.ts';
import type { SettingsService } from '../settings/index.ts';
import { addInfoRoutes } from './info.routes.ts';

interface Dependencies {
  readonly db: Database;
  readonly secrets: Pick<Secrets, 'requireValidKey'>;
  readonly writeHealth: Pick<WriteHealth, 'refusal'>;
  readonly version: string;
  readonly config: Pick<Config, 'databaseUrl'>;
  readonly locations: Pick<LocationsService, 'hasAny'>;
  readonly mail: Pick<MailService, 'isConfigured'>;
  readonly identityProviders: { readonly hasEnabled: () => Promise<boolean> };
  readonly settings: Pick<SettingsService, 'get'>;
  readonly licence: Pick<Licence, 'describeInfo' | 'describeEnterprise'>;
}

/** Information about this instance and its health. */
export function createInfo(dependencies: Dependencies): { readonly feature: Feature } {
  const { db, secrets, writeHealth, version, config, locations, mail, settings, licence } = dependencies;
  const database: 'embedded' | 'external' = config.databaseUrl ? 'external' : 'embedded';
  async function requireReady(): Promise<void> {
    // fails also while the database does not answer
    await secrets.requireValidKey(db);
    const refusal = writeHealth.refusal();
    if (refusal) throw new DomainError(refusal.kind, { reads: true });
  }
  const conditions = {
    hasLocation: locations.hasAny,
    isSmtpConfigured: mail.isConfigured,
    hasProvider: dependencies.identityProviders.hasEnabled,
    settings,
    licence,
    requireReady,
  };
  const sources = { version, database, ...conditions };
  return { feature: { name: 'info', addRoutes: (router) => addInfoRoutes(router, sources) } };
}
