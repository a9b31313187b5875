import type { Writable } from 'node:stream';
import type { RecentEvent, StaleTopic } from '@gatewarden/contract/live';
import { pingSeconds } from '@gatewarden/contract/live.names';

/** The stream to one console. Stores pending topics, not events, so a slow reader costs no memory. */
export interface LiveStream {
  /** Sends the topics shortly afterwards, batched, and each topic at most at its own interval. */
  markStale(topics: Iterable<StaleTopic>): void;
  /** Sends what changed before the stream was opened. */
  sendRecent(event: RecentEvent): void;
  /** Shows the console that the connection works. Destroys the stream if the reader has not read for a minute. */
  ping(): void;
  end(): void;
}

/** Batches topics, because a change often publishes several events. */
const batchMilliseconds = 30;
/** At most five events a second. */
const pauseMilliseconds = 200;
/** Traffic changes constantly, and so do the activity log of a large instance and the home page, which depends on it. */
const topicPauseMilliseconds: Partial<Record<StaleTopic, number>> = {
  traffic: 2_000,
  activity: 2_000,
  home: 2_000,
  'identity-sources': 2_000,
};
/** Timers may fire a little early. */
const timerTolerance = 1;
/** A reader that does not read must not delay the shutdown of core. */
const endMilliseconds = 1_000;
const maxUnreadPings = 60 / pingSeconds;

/**
 * Every event has an id, with which a browser opens an interrupted stream again: `position` of a time, in milliseconds of
 * `performance.now()`, up to which all changes were sent.
 */
export function createLiveStream(stream: Writable, position: (at: number) => string): LiveStream {
  const pending = new Map<StaleTopic, number>();
  const sentAt = new Map<StaleTopic, number>();
  let lastSentAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let unreadPings = 0;

  const isClosed = () => stream.writableEnded || stream.destroyed;

  function id(): string {
    return `id: ${position(Math.min(performance.now(), ...pending.values()))}\n\n`;
  }

  /** Earliest time of the next event about the topic. */
  function mayBeSentAt(topic: StaleTopic): number {
    return (sentAt.get(topic) ?? Number.NEGATIVE_INFINITY) + (topicPauseMilliseconds[topic] ?? 0);
  }

  function schedule(): void {
    clearTimeout(timer);
    timer = undefined;
    if (pending.size === 0 || isClosed() || stream.writableNeedDrain) return;
    const due = Math.min(...[...pending].map(([topic, at]) => Math.max(at + batchMilliseconds, mayBeSentAt(topic))));
    timer = setTimeout(send, Math.max(0, due - performance.now(), lastSentAt + pauseMilliseconds - performance.now()));
  }

  function send(): void {
    const now = performance.now();
    const stale = [...pending.keys()].filter((topic) => mayBeSentAt(topic) <= now + timerTolerance);
    if (stale.length > 0 && !isClosed()) {
      for (const topic of stale) {
        pending.delete(topic);
        sentAt.set(topic, now);
      }
      lastSentAt = now;
      stream.write(`event: stale\ndata: ${JSON.stringify({ stale })}\n${id()}`);
    }
    schedule();
  }

  stream.on('drain', () => {
    unreadPings = 0;
    schedule();
  });
  stream.on('close', () => clearTimeout(timer));
  // the reader disconnected during a write
  stream.on('error', () => undefined);
  stream.write('retry: 3000\n\n');

  return {
    markStale(topics) {
      const now = performance.now();
      for (const topic of topics) if (!pending.has(topic)) pending.set(topic, now);
      schedule();
    },
    sendRecent(event) {
      stream.write(`event: recent\ndata: ${JSON.stringify(event)}\n${id()}`);
    },
    ping() {
      if (isClosed()) return;
      if (!stream.writableNeedDrain) stream.write(`event: ping\ndata: {}\n${id()}`);
      else if (++unreadPings >= maxUnreadPings) stream.destroy();
    },
    end() {
      clearTimeout(timer);
      stream.end();
      const limit = setTimeout(() => stream.destroy(), endMilliseconds);
      stream.once('close', () => clearTimeout(limit));
    },
  };
}
