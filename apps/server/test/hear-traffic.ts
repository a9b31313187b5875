import pg from 'pg';
import { trafficChannel } from '../src/features/traffic/record.queries.ts';
import type { TestDatabase } from './test-database.ts';

/** What replicas tell each other of traffic. */
export interface HeardTraffic extends AsyncDisposable {
  /** Resolves with the next such word after the last call. */
  next(word: 'reported' | 'looking'): Promise<void>;
}

/** Listens as another core would. */
export async function hearTraffic(database: TestDatabase): Promise<HeardTraffic> {
  const client = new pg.Client(database.connection);
  const heard: string[] = [];
  const waiting = new Set<() => void>();
  client.on('error', () => undefined);
  client.on('notification', ({ payload = '' }) => {
    heard.push(payload);
    for (const look of waiting) look();
  });
  await client.connect();
  await client.query(`listen ${trafficChannel}`);
  return {
    async next(word) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const look = () => {
        const index = heard.indexOf(word);
        if (index < 0) return;
        heard.splice(0, index + 1);
        resolve();
      };
      waiting.add(look);
      look();
      await promise.finally(() => waiting.delete(look));
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}
