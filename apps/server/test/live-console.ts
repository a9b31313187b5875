import { RecentEvent, StaleEvent, type StaleTopic, streamStaleTopics } from '@gatewarden/contract/live';
import type { Caller } from './caller.ts';

/** A client of the live stream that receives stale topics, as the console does. */
export interface LiveConsole extends AsyncDisposable {
  /** Topics of every event so far, without `activity` and `home`, which accompany most events. */
  readonly received: readonly (readonly StaleTopic[])[];
  /** Resolves once the topic was received since the last call of `clear`. Rejects when the stream ends before. */
  untilStale(topic: StaleTopic): Promise<void>;
  clear(): void;
  /** The first event: what changed before the stream was opened. */
  readonly recent: Promise<RecentEvent>;
  /** The id of the last event, for `openConsole` after an interruption. */
  readonly lastEventId: string;
  /** How the stream ended. */
  readonly ended: Promise<'by core' | 'broken'>;
}

/**
 * Opens the stream, with `lastEventId` after an interruption; resolves when core has registered it. Throws when it is
 * refused.
 */
export async function openConsole(caller: Caller, lastEventId?: string): Promise<LiveConsole> {
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  const response = await caller.send('GET', streamStaleTopics.path, { headers });
  if (!response.ok || !response.body) throw new Error(`${streamStaleTopics.path} answered ${response.status}`);
  if (response.headers.get('content-type') !== 'text/event-stream') throw new Error('no event stream');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  // core sends the first line after it has registered the stream
  let rest = (await reader.read()).value ?? '';
  const recent = Promise.withResolvers<RecentEvent>();
  // not every test reads it
  recent.promise.catch(() => undefined);
  let lastId = '';
  let received: StaleTopic[][] = [];
  let isOver = false;
  const waiting = new Set<() => void>();

  async function readStream(): Promise<'by core' | 'broken'> {
    try {
      for (;;) {
        const events = rest.split('\n\n');
        rest = events.pop() ?? '';
        for (const event of events) {
          lastId = /^id: (.*)$/m.exec(event)?.[1] ?? lastId;
          const [, name, data = ''] = /^event: (.*)\ndata: (.*)$/m.exec(event) ?? [];
          if (name === 'stale') received.push(StaleEvent.parse(JSON.parse(data)).stale);
          if (name === 'recent') recent.resolve(RecentEvent.parse(JSON.parse(data)));
        }
        for (const check of waiting) check();
        const next = await reader.read();
        if (next.done) break;
        rest += next.value;
      }
      return 'by core';
    } catch {
      return 'broken';
    } finally {
      isOver = true;
      recent.reject(new Error('the stream has ended'));
      for (const check of waiting) check();
    }
  }

  const ended = readStream();
  return {
    get received() {
      return received
        .map((topics) => topics.filter((topic) => topic !== 'activity' && topic !== 'home'))
        .filter(({ length }) => length > 0);
    },
    recent: recent.promise,
    get lastEventId() {
      return lastId;
    },
    ended,
    clear() {
      received = [];
    },
    async untilStale(topic) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const check = () => {
        if (received.some((topics) => topics.includes(topic))) resolve();
        else if (isOver) reject(new Error('the stream has ended'));
      };
      waiting.add(check);
      check();
      await promise.finally(() => waiting.delete(check));
    },
    async [Symbol.asyncDispose]() {
      await reader.cancel().catch(() => undefined);
      await ended;
    },
  };
}
