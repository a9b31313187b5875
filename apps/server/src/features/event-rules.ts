import type { ActivityEvent, ActivityModule } from '@gatewarden/contract/activity-events';
import type { StaleTopic } from '@gatewarden/contract/live';
import type { Origin } from '../platform/actor.ts';

/** An entry of the activity log. User, time and address come from the event. */
export interface ActivityEntry {
  readonly event: ActivityEvent;
  /** `gatewarden` when absent. */
  readonly module?: ActivityModule;
  readonly description?: string;
  readonly metadata?: object;
  /** The name of the location that the entry is about, or its id if the location still exists. */
  readonly location?: string;
  readonly locationId?: number | null;
  /** The user to whom the entry belongs if the caller is not signed in. */
  readonly user?: { readonly id: number; readonly username: string };
}

/** The user of an open console that is notified of events. */
export interface LiveListener {
  readonly userId: number;
  readonly username: string;
  readonly isAdmin: boolean;
}

/** What an event makes stale in open consoles, in addition to the activity log. */
export interface Staleness<Payload> {
  /** For administrators; none if absent. */
  readonly admins?: readonly StaleTopic[];
  /** For the users whom the event is about, including administrators. */
  readonly own?: readonly StaleTopic[];
  /** If absent, the event is about no user. */
  readonly isAbout?: (payload: Payload, listener: LiveListener) => boolean;
  /** Sessions of the users whom the event is about may have ended or have other rights. */
  readonly changesRights?: true;
}

/** The effects of an event outside the feature that publishes it. */
export interface EventRule<Payload> {
  readonly entry: ((payload: Payload, origin: Origin) => ActivityEntry) | 'not logged';
  readonly stale: Staleness<Payload>;
}

/** One rule for each event of a feature; an event without a rule is a compile error. */
export type EventRules<Payloads> = { readonly [Type in keyof Payloads]: EventRule<Payloads[Type]> };

/** Finds the rule of an event of any feature; undefined for a type that is unknown to this version. */
export type FindEventRule = (type: string) => EventRule<never> | undefined;

export const isAboutAllUsers = () => true;

export function isAboutUser({ user }: { readonly user: { readonly id: number } }, { userId }: LiveListener): boolean {
  return user.id === userId;
}

/** Names for a description, separated by commas. */
export function formatNames(names: readonly string[]): string {
  return names.length === 0 ? '–' : names.join(', ');
}

export function formatKindAndName(kind: string, name: string | undefined): string {
  return name === undefined ? kind : `${kind} ${name}`;
}

export function formatRename(before: string, after: string): string {
  return before === after ? after : `${before} → ${after}`;
}
