import type { ActivityEvent, ActivityModule } from '@gatewarden/contract/activity-events';
import type { Origin } from '../../platform/actor.ts';
import type { EventMap, EventType } from '../../platform/events/events.ts';
import './activity-log.events.ts';

/** What an event becomes in the log; who, when and from where come with the event. */
export interface Entry {
  readonly event: ActivityEvent;
  /** `gatewarden` when absent. */
  readonly module?: ActivityModule;
  readonly description?: string;
  readonly metadata?: object;
  /** Name of the location that it is about, or the id of one that stays. */
  readonly location?: string;
  readonly locationId?: number | null;
  /** The user whose entry it is where the caller is not signed in. */
  readonly user?: { readonly id: number; readonly username: string };
}

/** What becomes of an event of the type. */
export type Answer<T extends EventType> = ((payload: EventMap[T], origin: Origin) => Entry) | 'not logged';

export function listed(names: readonly string[]): string {
  return names.length === 0 ? '–' : names.join(', ');
}

export function named(kind: string, name: string | undefined): string {
  return name === undefined ? kind : `${kind} ${name}`;
}

export function renamed(before: string, after: string): string {
  return before === after ? after : `${before} → ${after}`;
}
