import { randomBytes } from 'node:crypto';
import type { RecentEvent, StaleTopic } from '@gatewarden/contract/live';
import type { CommittedEvent } from '../../platform/events/events.ts';
import type { FindEventRule, LiveListener } from '../event-rules.ts';
import { findEventEffect } from './event-effect.ts';

/**
 * What changed shortly before a stream was opened. Between an answer and the opening, and while a stream is interrupted,
 * a console receives nothing; with this it fetches again only what changed since its data was requested.
 */
export interface RecentChanges {
  recordEvent(event: CommittedEvent): void;
  /** A change that only administrators see, and that is not an event. */
  recordTopic(topic: StaleTopic): void;
  /** Changes before now are unknown: notifications were lost. */
  clear(): void;
  /** Identifies what this core had received at the time of `performance.now()`, for streams of the user. */
  position(userId: number, at: number): string;
  /**
   * The changes since the position that a previous stream delivered last. Without one, or if another core delivered it, of
   * the last minute. After a stream of another user, all data is out of date: the browser may still show theirs.
   */
  since(position: string | undefined, listener: LiveListener): RecentEvent;
}

/** Longer than a console takes to start, and than an interrupted stream takes to be opened again. */
const storedMilliseconds = 60_000;
/** Payloads are at most 7.5 kB. During an import of users, the events of less than a minute are known. */
const maxEvents = 500;

export function createRecentChanges(findEventRule: FindEventRule): RecentChanges {
  const core = randomBytes(8).toString('hex');
  const events: { readonly at: number; readonly event: CommittedEvent }[] = [];
  const topics = new Map<StaleTopic, number>();
  let completeSince = performance.now();

  function dropOld(): void {
    const oldest = performance.now() - storedMilliseconds;
    const excess = events.findIndex(({ at }, index) => at >= oldest && events.length - index <= maxEvents);
    const dropped = events.splice(0, excess < 0 ? events.length : excess).at(-1);
    completeSince = Math.max(completeSince, oldest, dropped?.at ?? 0);
  }

  /** Of a position of this core, its user and time. */
  function parse(position: string | undefined) {
    const [, of, userId, at] = /^([0-9a-f]+)-(\d+)-(\d{1,15})$/.exec(position ?? '') ?? [];
    return of === core ? { userId: Number(userId), at: Number(at) } : undefined;
  }

  return {
    recordEvent(event) {
      events.push({ at: performance.now(), event });
      if (events.length > 2 * maxEvents) dropOld();
    },
    recordTopic(topic) {
      topics.set(topic, performance.now());
    },
    clear() {
      events.length = 0;
      topics.clear();
      completeSince = performance.now();
    },
    position: (userId, at) => `${core}-${userId}-${Math.floor(at)}`,
    since(position, listener) {
      dropOld();
      const now = performance.now();
      const previous = parse(position);
      const deliveredUntil = previous && previous.at >= completeSince ? previous.at : undefined;
      const from = deliveredUntil ?? completeSince;
      let incompleteUntil = deliveredUntil === undefined ? completeSince : undefined;
      const changed = new Map<StaleTopic, number>();
      if (listener.isAdmin) for (const [topic, at] of topics) if (at >= from) changed.set(topic, at);
      for (const { at, event } of events) {
        if (at < from) continue;
        const effect = findEventEffect(event, listener, findEventRule);
        // an event of a newer core, or other rights of the user: any data before it may differ
        if (!effect || (effect.changesRights && effect.topics.includes('me'))) incompleteUntil = at;
        for (const topic of effect?.topics ?? []) changed.set(topic, Math.max(at, changed.get(topic) ?? 0));
      }
      if (previous && previous.userId !== listener.userId) incompleteUntil = now;
      const changed_ms_ago = Object.fromEntries([...changed].map(([topic, at]) => [topic, Math.ceil(now - at)]));
      return { changed_ms_ago, complete_ms: incompleteUntil === undefined ? null : Math.floor(now - incompleteUntil) };
    },
  };
}
