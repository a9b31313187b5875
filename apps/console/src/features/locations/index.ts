export { ConnectionBadge } from './components/connection-badge.tsx';
export { useLocationPeek } from './components/location-peek.tsx';
export { LocationsTabs } from './components/locations-tabs.tsx';
export { allLocationStatsQuery, locationQuery, locationsQuery, locationUsageQuery } from './locations.queries.ts';
export { type LocationTrend, useLocationStats } from './use-location-stats.ts';
