export { entitledUsers } from './entitled-users.queries.ts';
export { toKeyPair } from './generate-key-pair.ts';
export { createLocations, type GatewayList } from './locations.feature.ts';
export { presentLocation } from './locations.present.ts';
export {
  findLocation,
  hasLocation,
  isKeyOfLocation,
  type LocationRow,
  lockAllLocations,
  lockLocations,
} from './locations.queries.ts';
export type { LocationsService } from './locations.service.ts';
export { canSignInAtProvider, hasConnectFactor } from './provider-sign-in.queries.ts';
export { type LocationBody, readNetworks } from './read-location.ts';
