import type { Writable } from 'node:stream';
import { DomainError } from '@gatewarden/contract/errors';
import { StaleTopic } from '@gatewarden/contract/live';
import { pingSeconds } from '@gatewarden/contract/live.names';
import type { Actor } from '../../platform/actor.ts';
import type { Notifications } from '../../platform/database/notifications.ts';
import type { CommittedEvent, Events } from '../../platform/events/events.ts';
import type { Log } from '../../platform/log/log.ts';
import type { FindEventRule } from '../event-rules.ts';
import { findEventEffect } from './event-effect.ts';
import { createLiveStream } from './live-stream.ts';
import { createRecentChanges } from './recent-changes.ts';
import { callerKey, createSessionRecheck, type OpenConsole } from './session-recheck.ts';

export interface LiveService {
  /**
   * Notifies the actor's console which data became stale, until the console disconnects or the session or token ends;
   * first about changes since the last event of the console's previous stream, or of the last minute.
   * @throws rate_limited if the session or token, the user, or the instance has reached its limit of streams
   */
  open(actor: Actor, stream: Writable, lastEventId?: string): void;
  /** Ends all streams, and from then on each new stream immediately. */
  stop(): void;
}

interface Dependencies {
  readonly events: Pick<Events, 'onCommitted'>;
  readonly notifications: Pick<Notifications, 'onReconnect' | 'listening'>;
  /** Returns the actors whose session or token is still valid, with their current rights. */
  readonly listActiveActors: (actors: readonly Actor[]) => Promise<readonly Actor[]>;
  /** Calls the listener when traffic was counted. */
  readonly onTraffic: (listener: () => void) => void;
  /** Calls the listener when a notice for administrators appears or ends. */
  readonly onNotices: (listener: () => void) => void;
  /** Called regularly while the console of an administrator is open. */
  readonly renewLiveDemand: () => void;
  readonly findEventRule: FindEventRule;
  readonly log: Log;
}

/** No user needs more tabs, and each stream costs a query now and then. */
const maxPerSession = 10;
/** Of all sessions and tokens of a user, of which there may be hundreds. */
const maxPerUser = 30;
/** Leaves a quarter of the connections that core accepts for API calls. */
const maxInTotal = 3_000;
/** Topics of users who are not administrators. */
const ownTopics = [
  'me',
  'users',
  'devices',
  'settings',
  'auth-keys',
  'api-tokens',
  'activity',
  'notifications',
] as const satisfies StaleTopic[];

export function createLiveService(dependencies: Dependencies): LiveService {
  const { events, notifications, onTraffic, onNotices, renewLiveDemand, findEventRule } = dependencies;
  const consoles = new Set<OpenConsole>();
  const recent = createRecentChanges(findEventRule);
  const recheck = createSessionRecheck({ ...dependencies, consoles, markAllStale });
  let isStopped = false;

  function handleEvent(event: CommittedEvent): void {
    for (const one of consoles) {
      const effect = findEventEffect(event, one.actor, findEventRule);
      if (!effect) markAllStale(one);
      else if (effect.topics.length > 0) one.stream.markStale(effect.topics);
      if (effect?.changesRights) recheck.schedule([one]);
    }
    // after the streams: their positions are not later than this
    recent.recordEvent(event);
  }

  function notifyAdministrators(topic: StaleTopic): void {
    for (const { actor, stream } of consoles) if (actor.isAdmin) stream.markStale([topic]);
    recent.recordTopic(topic);
  }

  /** @throws rate_limited */
  function checkStreamLimits(actor: Actor): void {
    const ofUser = [...consoles].filter((one) => one.actor.userId === actor.userId);
    const ofSession = ofUser.filter((one) => callerKey(one.actor) === callerKey(actor));
    if (ofSession.length < maxPerSession && ofUser.length < maxPerUser && consoles.size < maxInTotal) return;
    throw new DomainError('rate_limited', { retry_after_seconds: pingSeconds });
  }

  const heartbeat = setInterval(() => {
    for (const { stream } of consoles) stream.ping();
    if ([...consoles].some(({ actor }) => actor.isAdmin)) renewLiveDemand();
    recheck.schedule(consoles);
  }, pingSeconds * 1000);

  events.onCommitted(handleEvent);
  onTraffic(() => notifyAdministrators('traffic'));
  onNotices(() => notifyAdministrators('notices'));
  notifications.onReconnect(() => {
    consoles.forEach(markAllStale);
    recent.clear();
    recheck.schedule(consoles);
  });
  // notifications before now may not have arrived
  void notifications.listening().then(recent.clear);

  return {
    open(actor, stream, lastEventId) {
      checkStreamLimits(actor);
      const one = { actor, stream: createLiveStream(stream, (at) => recent.position(actor.userId, at)) };
      consoles.add(one);
      stream.on('close', () => consoles.delete(one));
      if (isStopped) return one.stream.end();
      one.stream.sendRecent(recent.since(lastEventId, actor));
      if (actor.isAdmin) renewLiveDemand();
      // the session may have ended since the request was authenticated
      recheck.schedule([one]);
    },
    stop() {
      isStopped = true;
      clearInterval(heartbeat);
      recheck.stop();
      for (const { stream } of consoles) stream.end();
    },
  };
}

function markAllStale({ actor, stream }: OpenConsole): void {
  stream.markStale(actor.isAdmin ? StaleTopic.options : ownTopics);
}
