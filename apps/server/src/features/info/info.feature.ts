import { DomainError } from '@gatewarden/contract/errors';
import type { Database } from '../../platform/database/database.ts';
import type { WriteHealth } from '../../platform/database/write-health.ts';
import type { Feature } from '../feature.ts';
import type { LocationsService } from '../locations/index.ts';
import type { MailService } from '../mail/index.ts';
import { requireDatabaseResponse } from './info.queries.ts';
import { addInfoRoutes } from './info.routes.ts';

interface Dependencies {
  readonly db: Database;
  readonly writeHealth: Pick<WriteHealth, 'refusal'>;
  readonly version: string;
  readonly locations: Pick<LocationsService, 'hasAny'>;
  readonly mail: Pick<MailService, 'isConfigured'>;
}

/** Information about this instance and its health. */
export function createInfo({ db, writeHealth, version, locations, mail }: Dependencies): { readonly feature: Feature } {
  async function requireDatabase(): Promise<void> {
    await requireDatabaseResponse(db);
    const refusal = writeHealth.refusal();
    if (refusal) throw new DomainError(refusal.kind, { reads: true });
  }
  const sources = { version, hasLocation: locations.hasAny, isSmtpConfigured: mail.isConfigured, requireDatabase };
  return { feature: { name: 'info', addRoutes: (router) => addInfoRoutes(router, sources) } };
}
