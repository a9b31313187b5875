import type { StaleTopic } from '@gatewarden/contract/live';
import type { CommittedEvent } from '../../platform/events/events.ts';
import type { FindEventRule, LiveListener } from '../event-rules.ts';

/** The effect of an event on one listener. */
export interface EventEffect {
  readonly topics: readonly StaleTopic[];
  /** Whether the listener's session may have ended, or its rights may have changed. */
  readonly changesRights: boolean;
}

/** Topics whose data the home page of administrators summarizes: an event that makes one stale makes `home` stale. */
const partsOfHome: readonly StaleTopic[] = [
  'me',
  'users',
  'groups',
  'settings',
  'locations',
  'devices',
  'gateways',
  'api-tokens',
];
const isPartOfHome = (topic: StaleTopic) => partsOfHome.includes(topic);

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
    topics: [
      ...topics,
      ...(isShown ? (['activity'] as const) : []),
      ...(listener.isAdmin && topics.some(isPartOfHome) ? (['home'] as const) : []),
    ],
    changesRights: changesRights && isOwn,
  };
}
