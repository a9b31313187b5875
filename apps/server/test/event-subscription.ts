import pg from 'pg';
import type { TestDatabase } from './test-database.ts';

interface PublishedEvent {
  readonly type: string;
  readonly payload: Record<string, unknown>;
}

/** Receives the events that replicas publish at commit. */
export interface EventSubscription extends AsyncDisposable {
  /** Resolves with the payload of the first event of the type, after the last call for it, that `isWanted` accepts. */
  next(type: string, isWanted?: (payload: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
}

/** Listens like another core. */
export async function subscribeToEvents(database: TestDatabase): Promise<EventSubscription> {
  const client = new pg.Client(database.connection);
  const received: PublishedEvent[] = [];
  const waiting = new Set<() => void>();
  client.on('error', () => undefined);
  client.on('notification', ({ payload = '{}' }) => {
    received.push(JSON.parse(payload) as PublishedEvent);
    for (const check of waiting) check();
  });
  await client.connect();
  await client.query(`listen gatewarden_event`);
  return {
    async next(type, isWanted = () => true) {
      const { promise, resolve } = Promise.withResolvers<Record<string, unknown>>();
      const check = () => {
        const index = received.findIndex((event) => event.type === type && isWanted(event.payload));
        const [found] = index < 0 ? [] : received.splice(index, 1);
        if (!found) return;
        // before another event of the same read arrives: that one belongs to the next call
        waiting.delete(check);
        resolve(found.payload);
      };
      waiting.add(check);
      check();
      return promise;
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}
