import type { Writable } from 'node:stream';
import { DomainError } from '@gatewarden/contract/errors';
import { StaleTopic } from '@gatewarden/contract/live';
import type { Actor } from '../../platform/actor.ts';
import type { Notifications } from '../../platform/database/notifications.ts';
import type { CommittedEvent, Events } from '../../platform/events/events.ts';
import { runAsSystem } from '../../platform/limits/work-owner.ts';
import type { Log } from '../../platform/log/log.ts';
import type { FindEventRule } from '../event-rules.ts';
import { findEventEffect } from './event-effect.ts';
import { createLiveStream, type LiveStream } from './live-stream.ts';

export interface LiveService {
  /**
   * Tells the actor's console from now on what became stale, until it goes or the session or token ends.
   * @throws rate_limited when the session or token, the user or all together have as many streams as they may
   */
  open(actor: Actor, stream: Writable): void;
  /** Ends all streams, and those that are opened later at once. */
  stop(): void;
}

interface Dependencies {
  readonly events: Pick<Events, 'onCommitted'>;
  readonly notifications: Pick<Notifications, 'onReconnect'>;
  /** Those of the callers whose session or token is still good, with the rights of now. */
  readonly listActiveActors: (actors: readonly Actor[]) => Promise<readonly Actor[]>;
  /** Calls back whenever traffic was counted. */
  readonly onTraffic: (heard: () => void) => void;
  /** Calls back whenever a notice for administrators appeared or ended. */
  readonly onNotices: (listener: () => void) => void;
  /** Told, now and then, that an administrator's console is open. */
  readonly renewLiveDemand: () => void;
  readonly findEventRule: FindEventRule;
  readonly log: Log;
}

interface Console {
  actor: Actor;
  readonly stream: LiveStream;
}

/** Proxies close what is silent for a minute or half of one. */
const heartbeatMilliseconds = 15_000;
/** A change of rights is often several events. */
const recheckMilliseconds = 50;
/** More tabs than that are a mistake; an administrator's stream costs a query now and then. */
const mostPerSession = 10;
/** Of all sessions and tokens of a user, of which there may be hundreds. */
const mostPerUser = 30;
/** Leaves a quarter of the connections that core accepts to calls. */
const mostInTotal = 3_000;
/** What people who are no administrators see. */
const ownTopics = [
  'me',
  'users',
  'devices',
  'settings',
  'auth-keys',
  'api-tokens',
  'activity',
] as const satisfies StaleTopic[];

export function createLiveService(dependencies: Dependencies): LiveService {
  const { events, notifications, listActiveActors, onTraffic, onNotices, renewLiveDemand, findEventRule, log } =
    dependencies;
  const consoles = new Set<Console>();
  const doubtful = new Set<Console>();
  let recheck: NodeJS.Timeout | undefined;
  let isChecking = false;
  let isStopped = false;

  /** Asks soon whether the sessions are still good: events say that something changed, the database says what holds. */
  function doubt(some: Iterable<Console>): void {
    for (const one of some) doubtful.add(one);
    if (doubtful.size === 0 || isChecking || isStopped) return;
    // one for all consoles, whoever opened the one that is the reason
    recheck ??= runAsSystem(() => setTimeout(checkDoubtful, recheckMilliseconds));
  }

  /** One check at a time, so that no answer is overtaken by an older one. */
  function checkDoubtful(): void {
    recheck = undefined;
    const checked = [...doubtful].filter((one) => consoles.has(one));
    doubtful.clear();
    if (checked.length === 0) return;
    isChecking = true;
    listActiveActors([...new Map(checked.map(({ actor }) => [keyOf(actor), actor])).values()])
      .then(
        (holders) => heed(checked, new Map(holders.map((holder) => [keyOf(holder), holder]))),
        // the database is away and answers no call either; the next heartbeat asks again
        (error: unknown) => log.debug({ err: error }, 'sessions of streams are checked later'),
      )
      .finally(() => {
        isChecking = false;
        doubt([]);
      });
  }

  function heed(checked: readonly Console[], holders: ReadonlyMap<string, Actor>): void {
    for (const one of checked) {
      const holder = holders.get(keyOf(one.actor));
      const hasOtherRights = holder?.isAdmin !== one.actor.isAdmin;
      if (!holder) one.stream.end();
      else one.actor = holder;
      if (holder && hasOtherRights) tellAll(one);
    }
  }

  function tellAll({ actor, stream }: Console): void {
    stream.markStale(actor.isAdmin ? StaleTopic.options : ownTopics);
  }

  function hear(event: CommittedEvent): void {
    for (const one of consoles) {
      const meaning = findEventEffect(event, one.actor, findEventRule);
      if (!meaning) tellAll(one);
      else if (meaning.topics.length > 0) one.stream.markStale(meaning.topics);
      if (meaning?.changesRights) doubt([one]);
    }
  }

  /** @throws rate_limited */
  function requireRoomFor(actor: Actor): void {
    const ofUser = [...consoles].filter((one) => one.actor.userId === actor.userId);
    const ofSession = ofUser.filter((one) => keyOf(one.actor) === keyOf(actor));
    if (ofSession.length < mostPerSession && ofUser.length < mostPerUser && consoles.size < mostInTotal) return;
    throw new DomainError('rate_limited', { retry_after_seconds: heartbeatMilliseconds / 1000 });
  }

  const heartbeat = setInterval(() => {
    for (const { stream } of consoles) stream.ping();
    if ([...consoles].some(({ actor }) => actor.isAdmin)) renewLiveDemand();
    doubt(consoles);
  }, heartbeatMilliseconds);

  events.onCommitted(hear);
  onTraffic(() => {
    for (const { actor, stream } of consoles) if (actor.isAdmin) stream.markStale(['traffic']);
  });
  onNotices(() => {
    for (const { actor, stream } of consoles) if (actor.isAdmin) stream.markStale(['notices']);
  });
  notifications.onReconnect(() => {
    consoles.forEach(tellAll);
    doubt(consoles);
  });

  return {
    open(actor, stream) {
      requireRoomFor(actor);
      const one = { actor, stream: createLiveStream(stream) };
      consoles.add(one);
      stream.on('close', () => consoles.delete(one));
      if (isStopped) return one.stream.end();
      if (actor.isAdmin) renewLiveDemand();
      // the session may have ended between the look at it and here
      doubt([one]);
    },
    stop() {
      isStopped = true;
      clearInterval(heartbeat);
      clearTimeout(recheck);
      for (const { stream } of consoles) stream.end();
    },
  };
}

/** What the caller showed: the stream ends with it. */
function keyOf({ sessionId, token }: Actor): string {
  return token ? `token ${token.id}` : `session ${sessionId}`;
}
