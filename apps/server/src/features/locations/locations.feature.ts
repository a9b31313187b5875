import { DomainError } from '@gatewarden/contract/errors';
import type { GatewayStatus } from '@gatewarden/contract/gateways';
import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Feature } from '../feature.ts';
import type { LicenceService } from '../licence/index.ts';
import { addAccessRoutes } from './access.routes.ts';
import { locationEvents } from './locations.events.ts';
import { createLocationFinder, hasLocation, type SelectGateways } from './locations.queries.ts';
import { addLocationsRoutes } from './locations.routes.ts';
import {
  addRestoredGroupToLocations,
  createLocationsService,
  removeDeletedGroupFromLocations,
} from './locations.service.ts';
import { requireOwnFactorWithoutProvider } from './require-own-factor-without-provider.ts';

interface Dependencies<Gateway> {
  readonly db: Database;
  readonly events: Events;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly gateways: GatewayList<Gateway>;
  readonly licence: Pick<LicenceService, 'requireFeature'>;
}

/** The gateways of locations; `Gateway` is a row of `select`. */
export interface GatewayList<Gateway> {
  /** Those of these locations. */
  list(locationIds: readonly number[]): Promise<GatewayStatus[]>;
  readonly select: SelectGateways<Gateway>;
  present(gateways: readonly Gateway[]): GatewayStatus[];
}

/** VPN locations. */
export function createLocations<Gateway>(dependencies: Dependencies<Gateway>) {
  const { db, events, gateways } = dependencies;
  const locations = createLocationsService(dependencies);
  const find = createLocationFinder(gateways.select);
  removeDeletedGroupFromLocations(events);
  addRestoredGroupToLocations(events);
  requireOwnFactorWithoutProvider(events);
  const feature: Feature = {
    name: 'locations',
    addRoutes: (router) => {
      addLocationsRoutes(router, {
        locations,
        listGateways: gateways.list,
        async get(id) {
          const found = await find(db, id);
          if (!found) throw new DomainError('location_not_found');
          return { location: found.location, gateways: gateways.present(found.gateways) };
        },
      });
      addAccessRoutes(router, { db, listGateways: gateways.list });
    },
    events: locationEvents,
    checklist: { location: () => hasLocation(db) },
  };
  return { ...locations, feature };
}
