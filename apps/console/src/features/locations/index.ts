export { ConnectionBadge } from './components/connection-badge.tsx';
export { useLocationPeek } from './components/location-peek.tsx';
export { locationQuery, locationsQuery } from './locations.queries.ts';
export { useLocationStats } from './use-location-stats.ts';
