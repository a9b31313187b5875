import pg from 'pg';
import { trafficChannel } from '../src/features/traffic/record.queries.ts';
import type { TestDatabase } from './test-database.ts';

/** Receives the notifications about traffic that replicas exchange. */
export interface TrafficSubscription extends AsyncDisposable {
  /** Resolves at the next such message after the last call. */
  next(word: 'reported' | 'looking'): Promise<void>;
}

/** Listens like another core. */
export async function subscribeToTraffic(database: TestDatabase): Promise<TrafficSubscription> {
  const client = new pg.Client(database.connection);
  const received: string[] = [];
  const waiting = new Set<() => void>();
  client.on('error', () => undefined);
  client.on('notification', ({ payload = '' }) => {
    received.push(payload);
    for (const check of waiting) check();
  });
  await client.connect();
  await client.query(`listen ${trafficChannel}`);
  return {
    async next(word) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const check = () => {
        const index = received.indexOf(word);
        if (index < 0) return;
        received.splice(0, index + 1);
        resolve();
      };
      waiting.add(check);
      check();
      await promise.finally(() => waiting.delete(check));
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}
