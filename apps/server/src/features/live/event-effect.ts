import type { StaleTopic } from '@gatewarden/contract/live';
import type { CommittedEvent } from '../../platform/events/events.ts';
import type { FindEventRule, LiveListener } from '../event-rules.ts';

/** What an event means to one listener. */
export interface EventEffect {
  readonly topics: readonly StaleTopic[];
  /** Whether the listener's session may have ended, or have other rights now. */
  readonly changesRights: boolean;
}

/** Undefined for types that only a newer core beside this one knows. */
export function findEventEffect(
  { type, payload }: CommittedEvent,
  listener: LiveListener,
  findEventRule: FindEventRule,
): EventEffect | undefined {
  const rule = findEventRule(type);
  if (!rule) return undefined;
  const { admins = [], own = [], isAbout, changesRights = false } = rule.stale;
  // an event that is too large for a notification comes without its payload: then it may be about any user
  const isOwn = isAbout !== undefined && (payload === undefined || isAbout(payload as never, listener));
  const isShown = rule.entry !== 'not logged' && (listener.isAdmin || isOwn);
  return {
    topics: [...(listener.isAdmin ? admins : []), ...(isOwn ? own : []), ...(isShown ? (['activity'] as const) : [])],
    changesRights: changesRights && isOwn,
  };
}
