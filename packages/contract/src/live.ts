import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { staleTopics } from './live.names.ts';

export const StaleTopic = z.enum(staleTopics);
export type StaleTopic = z.infer<typeof StaleTopic>;
export const StaleEvent = z.object({ stale: z.array(StaleTopic) });
export type StaleEvent = z.infer<typeof StaleEvent>;

/** Ends with the session. At most ten streams per session; more are refused with 429. */
export const streamStaleTopics = endpoint({
  method: 'GET',
  path: '/events',
  access: 'user',
  area: 'basics',
  summary: 'Stream the topics whose data has become stale, as server-sent events',
  response: StaleEvent,
  answer: { kind: 'stream' },
  errors: ['rate_limited'],
});
