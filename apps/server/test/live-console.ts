import { StaleEvent, type StaleTopic, streamStaleTopics } from '@gatewarden/contract/live';
import type { Caller } from './caller.ts';

/** A client of the live stream that receives stale topics, as the console does. */
export interface LiveConsole extends AsyncDisposable {
  /** Topics of every event so far, without `activity`: it accompanies most events, with a delay. */
  readonly received: readonly (readonly StaleTopic[])[];
  /** Resolves once the topic was received since the last call of `clear`. Rejects when the stream ends before. */
  untilStale(topic: StaleTopic): Promise<void>;
  clear(): void;
  /** How the stream ended. */
  readonly ended: Promise<'by core' | 'broken'>;
}

/** Opens the stream; resolves when core has registered it. Throws when it is refused. */
export async function openConsole(caller: Caller): Promise<LiveConsole> {
  const response = await caller.send('GET', streamStaleTopics.path);
  if (!response.ok || !response.body) throw new Error(`${streamStaleTopics.path} answered ${response.status}`);
  if (response.headers.get('content-type') !== 'text/event-stream') throw new Error('no event stream');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  // core sends the first line after it has registered the stream
  await reader.read();
  let received: StaleTopic[][] = [];
  let isOver = false;
  const waiting = new Set<() => void>();

  async function readStream(): Promise<'by core' | 'broken'> {
    let rest = '';
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        const events = (rest + next.value).split('\n\n');
        rest = events.pop() ?? '';
        for (const event of events) {
          const data = /^event: stale\ndata: (.*)$/.exec(event)?.[1];
          if (data) received.push(StaleEvent.parse(JSON.parse(data)).stale);
        }
        for (const check of waiting) check();
      }
      return 'by core';
    } catch {
      return 'broken';
    } finally {
      isOver = true;
      for (const check of waiting) check();
    }
  }

  const ended = readStream();
  return {
    get received() {
      return received
        .map((topics) => topics.filter((topic) => topic !== 'activity'))
        .filter(({ length }) => length > 0);
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
