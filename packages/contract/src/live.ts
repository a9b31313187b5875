import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { staleTopics } from './live.names.ts';

export const StaleTopic = z.enum(staleTopics);
export type StaleTopic = z.infer<typeof StaleTopic>;
export const StaleEvent = z.object({ stale: z.array(StaleTopic) });
export type StaleEvent = z.infer<typeof StaleEvent>;

/**
 * The first event of a stream, `recent`: what changed before it. Data of a topic that was requested before the change may be
 * out of date, and so may any data requested longer ago than `complete_ms`; null: changes before those were delivered by
 * the previous stream, which `Last-Event-ID` names. All times are milliseconds before the event.
 */
export const RecentEvent = z.object({
  changed_ms_ago: z.partialRecord(StaleTopic, z.int().min(0)),
  complete_ms: z.int().min(0).nullable(),
});
export type RecentEvent = z.infer<typeof RecentEvent>;

/** Sent as `ping` every 15 seconds: the connection works. */
const PingEvent = z.object({});

/** Ends with the session. At most ten streams per session; more are refused with 429. */
export const streamStaleTopics = endpoint({
  method: 'GET',
  path: '/events',
  access: 'user',
  area: 'basics',
  summary: 'Stream the topics whose data has become stale, as server-sent events',
  response: z.union([StaleEvent, RecentEvent, PingEvent]),
  answer: { kind: 'stream' },
  errors: ['rate_limited'],
});
