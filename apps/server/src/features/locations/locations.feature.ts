import type { GatewayStatus } from '@gatewarden/contract/gateways';
import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Feature } from '../feature.ts';
import { locationEvents } from './locations.events.ts';
import { addLocationsRoutes } from './locations.routes.ts';
import { createLocationsService, removeDeletedGroupFromLocations } from './locations.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly secrets: Secrets;
  readonly clock: Clock;
  /** Gateways of these locations, in no particular order. */
  readonly listGateways: (locationIds: readonly number[]) => Promise<GatewayStatus[]>;
}

/** VPN locations. */
export function createLocations({ db, events, secrets, clock, listGateways }: Dependencies) {
  const locations = createLocationsService({ db, events, secrets, clock });
  removeDeletedGroupFromLocations(events);
  const feature: Feature = {
    name: 'locations',
    addRoutes: (router) => addLocationsRoutes(router, { locations, listGateways }),
    events: locationEvents,
  };
  return { ...locations, feature };
}
