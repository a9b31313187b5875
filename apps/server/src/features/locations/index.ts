export {
  isKeyOfLocation,
  type LocationRow,
  lockAllLocations,
  lockLocations,
} from './locations.queries.ts';
export { addLocationsRoutes } from './locations.routes.ts';
export { createLocationsService, removeDeletedGroupFromLocations, type LocationsService } from './locations.service.ts';
