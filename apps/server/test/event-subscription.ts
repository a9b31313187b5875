import pg from 'pg';
import type { TestDatabase } from './test-database.ts';

/** An event as replicas receive it after commit. */
export interface PublishedEvent {
  readonly type: string;
  /** Missing if it is too large for a notification. */
  readonly payload: Record<string, unknown>;
}

/** The events that replicas publish, from the subscription on. */
export interface EventSubscription extends AsyncDisposable {
  /** The events of all transactions that have committed, in the order of their commits. */
  list(): Promise<PublishedEvent[]>;
  /** Resolves with the payload of the first event of the type, after the last call for it, that `isWanted` accepts. */
  next(type: string, isWanted?: (payload: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
}

/** Listens like another core. */
export async function subscribeToEvents(database: TestDatabase): Promise<EventSubscription> {
  const client = new pg.Client(database.connection);
  const received: PublishedEvent[] = [];
  const remaining: PublishedEvent[] = [];
  const waiting = new Set<() => void>();
  client.on('error', () => undefined);
  client.on('notification', ({ payload = '{}' }) => {
    const event = JSON.parse(payload) as PublishedEvent;
    received.push(event);
    remaining.push(event);
    for (const check of waiting) check();
  });
  await client.connect();
  await client.query(`listen gatewarden_event`);
  return {
    async list() {
      // PostgreSQL sends the notifications of past commits before the end of the statement
      await client.query('select');
      return [...received];
    },
    async next(type, isWanted = () => true) {
      const { promise, resolve } = Promise.withResolvers<Record<string, unknown>>();
      const check = () => {
        const index = remaining.findIndex((event) => event.type === type && isWanted(event.payload));
        const [found] = index < 0 ? [] : remaining.splice(index, 1);
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

/** As `subscribeToEvents`, for the events of the gateways of one location. */
export async function subscribeToGateways(database: TestDatabase, { id }: { id: number }): Promise<EventSubscription> {
  const all = await subscribeToEvents(database);
  const isHere = ({ gateway }: { gateway?: { location_id?: number } }) => gateway?.location_id === id;
  return { ...all, next: (type, isWanted = () => true) => all.next(type, (event) => isHere(event) && isWanted(event)) };
}
