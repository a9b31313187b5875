export { entitledUsers } from './entitled-users.queries.ts';
export { createLocations, type GatewayList } from './locations.feature.ts';
export {
  findLocation,
  hasLocation,
  isKeyOfLocation,
  type LocationRow,
  lockAllLocations,
  lockLocations,
} from './locations.queries.ts';
export type { LocationsService } from './locations.service.ts';
