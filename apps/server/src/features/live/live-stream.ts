import type { Writable } from 'node:stream';
import type { StaleTopic } from '@gatewarden/contract/live';

/** One console that listens. What it is told is kept as topics only, so a slow reader costs no memory. */
export interface LiveStream {
  /** Tells the topics soon, several together when they come together; each kind no more often than makes sense. */
  markStale(topics: Iterable<StaleTopic>): void;
  /** Shows both sides that the other is still there. Gives up on a reader that has not read for a minute. */
  ping(): void;
  end(): void;
}

/** A change often publishes several events. */
const gatherMilliseconds = 30;
/** Five a second. */
const pauseMilliseconds = 200;
/** Traffic comes in all the time, and in a large instance something is logged all the time. */
const topicPauseMilliseconds: Partial<Record<StaleTopic, number>> = { traffic: 2_000, activity: 2_000 };
/** Timers may fire a little early. */
const timerTolerance = 1;
/** A reader that does not read must not hold up the end of core. */
const endMilliseconds = 1_000;
/** Of 15 s each. */
const mostUnreadPings = 4;

export function createLiveStream(stream: Writable): LiveStream {
  const pending = new Map<StaleTopic, number>();
  const sentAt = new Map<StaleTopic, number>();
  let lastSentAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let unreadPings = 0;

  const isOver = () => stream.writableEnded || stream.destroyed;

  /** When there may be another event about the topic. */
  function mayBeSentAt(topic: StaleTopic): number {
    return (sentAt.get(topic) ?? Number.NEGATIVE_INFINITY) + (topicPauseMilliseconds[topic] ?? 0);
  }

  function schedule(): void {
    clearTimeout(timer);
    timer = undefined;
    if (pending.size === 0 || isOver() || stream.writableNeedDrain) return;
    const due = Math.min(...[...pending].map(([topic, at]) => Math.max(at + gatherMilliseconds, mayBeSentAt(topic))));
    timer = setTimeout(send, Math.max(0, due - performance.now(), lastSentAt + pauseMilliseconds - performance.now()));
  }

  function send(): void {
    const now = performance.now();
    const stale = [...pending.keys()].filter((topic) => mayBeSentAt(topic) <= now + timerTolerance);
    if (stale.length > 0 && !isOver()) {
      for (const topic of stale) {
        pending.delete(topic);
        sentAt.set(topic, now);
      }
      lastSentAt = now;
      stream.write(`event: stale\ndata: ${JSON.stringify({ stale })}\n\n`);
    }
    schedule();
  }

  stream.on('drain', () => {
    unreadPings = 0;
    schedule();
  });
  stream.on('close', () => clearTimeout(timer));
  // the reader went in the middle of an event
  stream.on('error', () => undefined);
  stream.write('retry: 3000\n\n');

  return {
    markStale(topics) {
      const now = performance.now();
      for (const topic of topics) if (!pending.has(topic)) pending.set(topic, now);
      schedule();
    },
    ping() {
      if (isOver()) return;
      if (!stream.writableNeedDrain) stream.write(': still here\n\n');
      else if (++unreadPings >= mostUnreadPings) stream.destroy();
    },
    end() {
      clearTimeout(timer);
      stream.end();
      const limit = setTimeout(() => stream.destroy(), endMilliseconds);
      stream.once('close', () => clearTimeout(limit));
    },
  };
}
