import type { StaleTopic } from '@gatewarden/contract/live';
import type { CommittedEvent } from '../../platform/events/events.ts';
import type { FindEventRule, LiveListener } from '../event-rules.ts';

/** The effect of an event on one listener. */
export interface EventEffect {
  readonly topics: readonly StaleTopic[];
  /** Whether the listener's session may have ended, or its rights may have changed. */
  readonly changesRights: boolean;
}

/** Pages of administrators that summarize data of other topics: an event that makes one of these stale makes the page stale. */
const summaries: Readonly<Partial<Record<StaleTopic, readonly StaleTopic[]>>> = {
  home: [
    ...(['me', 'users', 'groups', 'settings', 'locations', 'devices', 'gateways', 'api-tokens'] as const),
    ...(['directory-sync', 'scim'] as const),
  ],
  updates: ['gateways', 'edges', 'settings', 'activity-streams', 'locations'],
  'identity-sources': ['users', 'groups', 'settings', 'identity-providers', 'directory-sync', 'scim'],
};

function summariesOf(topics: readonly StaleTopic[]): StaleTopic[] {
  return Object.entries(summaries).flatMap(([summary, parts]) =>
    topics.some((topic) => parts.includes(topic)) ? [summary as StaleTopic] : [],
  );
}

/** Undefined for event types that only a newer replica of core knows. */
export function findEventEffect(
  { type, payload }: CommittedEvent,
  listener: LiveListener,
  findEventRule: FindEventRule,
): EventEffect | undefined {
  const rule = findEventRule(type);
  if (!rule) return undefined;
  const { admins = [], own = [], isAbout, changesRights = false } = rule.stale;
  // an event that is too large for a notification has no payload here, so it may be about any user
  const isOwn = isAbout !== undefined && (payload === undefined || isAbout(payload as never, listener));
  const topics = [...(listener.isAdmin ? admins : []), ...(isOwn ? own : [])];
  const isShown = rule.entry !== 'not logged' && (listener.isAdmin || isOwn);
  return {
    topics: [...topics, ...(isShown ? (['activity'] as const) : []), ...(listener.isAdmin ? summariesOf(topics) : [])],
    changesRights: changesRights && isOwn,
  };
}
