import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { DevicesService } from '../devices/index.ts';
import type { Feature } from '../feature.ts';
import type { LocationsService } from '../locations/index.ts';
import { createFileAnalyzer } from './analyze-file.ts';
import { addLocationImportRoutes } from './location-import.routes.ts';
import { createLocationImportService } from './location-import.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly locations: Pick<LocationsService, 'addWith'>;
  readonly devices: Pick<DevicesService, 'addImported' | 'insertPeers' | 'lockOwnersOf' | 'publishAdded'>;
}

/** Locations and devices from the configuration of a WireGuard server. */
export function createLocationImport({ db, events, locations, devices }: Dependencies) {
  const analyze = createFileAnalyzer();
  const service = createLocationImportService({ db, events, locations, devices, analyze });
  const feature: Feature = {
    name: 'location-import',
    addRoutes: (router) => addLocationImportRoutes(router, service, devices),
  };
  return { feature };
}
