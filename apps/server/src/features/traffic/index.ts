export { lastSeenAsJson } from './last-seen.queries.ts';
export { toLastSeen } from './last-seen.ts';
export { createTraffic } from './traffic.feature.ts';
export type { TrafficService } from './traffic.service.ts';
