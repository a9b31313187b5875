export {
  isKeyOfLocation,
  type LocationRow,
  lockAllLocations,
  lockLocations,
} from './locations.queries.ts';
export { addLocationsRoutes } from './locations.routes.ts';
export { createLocationsService, type LocationsService, removeDeletedGroupFromLocations } from './locations.service.ts';
