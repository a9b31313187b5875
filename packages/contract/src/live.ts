import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/**
 * What of the console's knowledge became stale; a topic is the first element of its query keys. Sent as server-sent
 * events `stale` on `GET /events`, to administrators for everything, to others for what is their own.
 */
export const StaleTopic = z.enum([
  'me',
  'users',
  'groups',
  'settings',
  'locations',
  'devices',
  'gateways',
  'traffic',
  'auth-keys',
  'api-tokens',
  'activity',
  'notices',
]);
export type StaleTopic = z.infer<typeof StaleTopic>;
export const StaleEvent = z.object({ stale: z.array(StaleTopic) });

/** Path below `/api/v1`. */
export const livePath = '/events';

/** Ends when the session does. A session has ten at most; more are refused with 429. */
export const listenToStale = endpoint({
  method: 'GET',
  path: livePath,
  access: 'user',
  area: 'basics',
  summary: 'Hear what became stale, as server-sent events',
  response: StaleEvent,
  answer: { kind: 'stream' },
  errors: ['rate_limited'],
});
