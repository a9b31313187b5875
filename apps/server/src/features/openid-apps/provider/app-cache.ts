import type { Database } from '../../../platform/database/database.ts';
import type { Clock } from '../../../ports/clock.ts';
import { type AppRow, findApp } from '../openid-apps.queries.ts';

/** Applications for requests of the protocol. */
export interface AppCache {
  /** Undefined for an unknown or disabled application. At most a second old. */
  find(clientId: string): Promise<AppRow | undefined>;
  /** The name of a disabled application that people sign in to; undefined for every other one. */
  findDisabledName(clientId: string): Promise<string | undefined>;
  /** After a change of any application. */
  clear(): void;
}

/** A change is announced to each replica; this bounds what a lost announcement costs. */
const maxAgeMilliseconds = 1_000;
const maxEntries = 1_000;

interface Entry {
  readonly app: Promise<AppRow | undefined>;
  readonly until: number;
}

export function createAppCache(db: Database, clock: Clock): AppCache {
  const entries = new Map<string, Entry>();

  function read(clientId: string): Promise<AppRow | undefined> {
    // anything else is no client id, and PostgreSQL refuses some of it
    if (!/^[\w-]{1,64}$/.test(clientId)) return Promise.resolve(undefined);
    const now = clock.now().getTime();
    const stored = entries.get(clientId);
    if (stored && now < stored.until && now >= stored.until - maxAgeMilliseconds) return stored.app;
    if (entries.size >= maxEntries) entries.clear();
    const app = findApp(db, clientId);
    entries.set(clientId, { app, until: now + maxAgeMilliseconds });
    app.catch(() => entries.delete(clientId));
    return app;
  }

  return {
    async find(clientId) {
      const app = await read(clientId);
      return app?.is_enabled ? app : undefined;
    },
    async findDisabledName(clientId) {
      const app = await read(clientId);
      return app && !app.is_enabled && app.kind !== 'machine' ? app.name : undefined;
    },
    clear: () => entries.clear(),
  };
}
