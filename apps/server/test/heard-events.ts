import pg from 'pg';
import type { TestDatabase } from './test-database.ts';

interface Heard {
  readonly type: string;
  readonly payload: Record<string, unknown>;
}

/** What replicas hear of each other's commits. */
export interface HeardEvents extends AsyncDisposable {
  /** Resolves with the first one of the type, since the last call for that type, that is as wanted. */
  next(type: string, isWanted?: (payload: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
}

/** Listens as another core would. */
export async function hearEvents(database: TestDatabase): Promise<HeardEvents> {
  const client = new pg.Client(database.connection);
  const heard: Heard[] = [];
  const waiting = new Set<() => void>();
  client.on('error', () => undefined);
  client.on('notification', ({ payload = '{}' }) => {
    heard.push(JSON.parse(payload) as Heard);
    for (const look of waiting) look();
  });
  await client.connect();
  await client.query(`listen gatewarden_event`);
  return {
    async next(type, isWanted = () => true) {
      const { promise, resolve } = Promise.withResolvers<Record<string, unknown>>();
      const look = () => {
        const index = heard.findIndex((event) => event.type === type && isWanted(event.payload));
        const [found] = index < 0 ? [] : heard.splice(index, 1);
        if (!found) return;
        // now: a second event of the same read is the next call's
        waiting.delete(look);
        resolve(found.payload);
      };
      waiting.add(look);
      look();
      return promise;
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}
