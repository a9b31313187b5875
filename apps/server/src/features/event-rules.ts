import type { ActivityEvent, ActivityModule } from '@gatewarden/contract/activity-events';
import type { StaleTopic } from '@gatewarden/contract/live';
import type { Origin } from '../platform/actor.ts';

/** An entry of the activity log; user, time and address come with the event. */
export interface ActivityEntry {
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

/** Whose open console hears of an event. */
export interface LiveListener {
  readonly userId: number;
  readonly username: string;
  readonly isAdmin: boolean;
}

/** What an event makes stale in open consoles, besides the activity log. */
export interface Staleness<Payload> {
  /** For administrators; nothing when absent. */
  readonly admins?: readonly StaleTopic[];
  /** For the users whom the event is about, administrators or not. */
  readonly own?: readonly StaleTopic[];
  /** No user when absent. */
  readonly isAbout?: (payload: Payload, listener: LiveListener) => boolean;
  /** Sessions of those whom it is about may have ended, or have other rights now. */
  readonly changesRights?: true;
}

/** What follows from an event outside of the feature that publishes it. */
export interface EventRule<Payload> {
  readonly entry: ((payload: Payload, origin: Origin) => ActivityEntry) | 'not logged';
  readonly stale: Staleness<Payload>;
}

/** A rule for each event of a feature: one without a rule does not compile. */
export type EventRules<Payloads> = { readonly [Type in keyof Payloads]: EventRule<Payloads[Type]> };

/** The rule of an event of any feature; undefined for a type that this version does not know. */
export type FindEventRule = (type: string) => EventRule<never> | undefined;

export const isAboutAllUsers = () => true;

export function isAboutUser({ user }: { readonly user: { readonly id: number } }, { userId }: LiveListener): boolean {
  return user.id === userId;
}

/** Names in a description. */
export function formatNames(names: readonly string[]): string {
  return names.length === 0 ? '–' : names.join(', ');
}

export function formatKindAndName(kind: string, name: string | undefined): string {
  return name === undefined ? kind : `${kind} ${name}`;
}

export function formatRename(before: string, after: string): string {
  return before === after ? after : `${before} → ${after}`;
}
