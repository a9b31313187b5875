import { lazy } from '../../lib/lazy.tsx';

export { statsQuery } from './traffic.queries.ts';

/** Traffic of all locations in the last 24 hours, with its chart. Loaded when it is shown. */
export const TrafficSummary = lazy(async () => ({
  default: (await import('./components/traffic-summary.tsx')).TrafficSummary,
}));
