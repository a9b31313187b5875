import { z } from 'zod';

/**
 * What of the console's knowledge became stale; a topic is the first element of its query keys. Sent as server-sent
 * events `stale` on `GET /events`, to administrators for everything, to others for what is their own.
 */
export const StaleTopic = z.enum(['me', 'users', 'groups', 'settings', 'locations', 'devices', 'gateways', 'traffic']);
export type StaleTopic = z.infer<typeof StaleTopic>;
export const StaleEvent = z.object({ stale: z.array(StaleTopic) });

/** Path below `/api/v1`; a stream, hence no endpoint. A session is needed, closed when it ends. */
export const livePath = '/events';
