export { forgetGone } from './forget-gone.job.ts';
export { createLastSeen, type LastSeen } from './last-seen.ts';
export { noteDepartures } from './note-departures.job.ts';
export type { TrafficReport } from './read-report.ts';
export { trafficChannel } from './record.queries.ts';
export { rollUp } from './roll-up.job.ts';
export { addTrafficRoutes } from './traffic.routes.ts';
export { createTrafficService, type TrafficService } from './traffic.service.ts';
export { createTrafficStats, type TrafficStats } from './traffic-stats.ts';

import './traffic.events.ts';
