import { type StopFacts, withoutQuery } from '../delivery/index.ts';
import type { EventRules } from '../event-rules.ts';
import type { StreamFields } from './streams.queries.ts';

/** A stream as the activity log stores it: without its password. */
export interface StreamSnapshot extends StreamFields {
  readonly id: number;
}

interface StreamEvents {
  'activity-stream.added': { readonly stream: StreamSnapshot };
  'activity-stream.modified': {
    readonly before: StreamSnapshot;
    readonly after: StreamSnapshot;
    /** The password was replaced. */
    readonly password_changed: boolean;
  };
  'activity-stream.state-changed': { readonly stream: StreamSnapshot; readonly enabled: boolean };
  'activity-stream.removed': { readonly stream: StreamSnapshot };
  'activity-stream.replayed': { readonly stream: StreamSnapshot; readonly from: string };
  /** Core disabled it. */
  'activity-stream.stopped': StopFacts & { readonly stream: StreamSnapshot };
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends StreamEvents {}
}

/** For some collectors, the query of the address is what admits a request. */
const logged = (stream: StreamSnapshot) => ({ ...stream, url: withoutQuery(stream.url) });

const stale = { admins: ['activity-streams'] } as const;
const stateStale = { admins: ['activity-streams', 'home'] } as const;

export const streamEvents = {
  'activity-stream.added': {
    entry: ({ stream }) => ({
      event: 'activity_log_stream_created',
      description: `Stream ${stream.name} (${stream.stream_type})`,
      metadata: { stream: logged(stream) },
    }),
    stale,
  },
  'activity-stream.modified': {
    entry: ({ before, after, password_changed }) => ({
      event: 'activity_log_stream_modified',
      description: `Stream ${after.name} (${after.stream_type})`,
      metadata: { before: logged(before), after: logged(after), ...(password_changed && { password_changed }) },
    }),
    stale,
  },
  'activity-stream.state-changed': {
    entry: ({ stream, enabled }) => ({
      event: 'activity_log_stream_state_changed',
      description: `Stream ${stream.name}: ${enabled ? 'enabled' : 'disabled'}`,
      metadata: { stream: logged(stream), enabled },
    }),
    stale: stateStale,
  },
  'activity-stream.removed': {
    entry: ({ stream }) => ({
      event: 'activity_log_stream_removed',
      description: `Stream ${stream.name} (${stream.stream_type})`,
      metadata: { stream: logged(stream) },
    }),
    stale: stateStale,
  },
  'activity-stream.replayed': {
    entry: ({ stream, from }) => ({
      event: 'activity_log_stream_replayed',
      description: `Stream ${stream.name}, from ${from}`,
      metadata: { stream: logged(stream), from },
    }),
    stale,
  },
  'activity-stream.stopped': {
    entry: ({ stream, reason, error, since }) => ({
      event: 'activity_log_stream_stopped',
      description: `Stream ${stream.name}: ${error}`,
      metadata: { stream: logged(stream), reason, error, since },
    }),
    stale: stateStale,
  },
} as const satisfies EventRules<StreamEvents>;
