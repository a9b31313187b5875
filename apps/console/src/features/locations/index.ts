export { AccessChangeDialog } from './components/access-change-dialog.tsx';
export { ConnectionBadge } from './components/connection-badge.tsx';
export { useLocationPeek } from './components/location-peek.tsx';
export { LocationsTabs } from './components/locations-tabs.tsx';
export { useSetGroupAccess } from './group-access.queries.ts';
export {
  accessPreviewQuery,
  allLocationStatsQuery,
  locationQuery,
  locationsQuery,
  locationUsageQuery,
  usePreviewAccess,
} from './locations.queries.ts';
export { type LocationTrend, useLocationStats } from './use-location-stats.ts';
