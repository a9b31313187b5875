import type { TestDatabase } from './test-database.ts';

/** A row of `event`. */
export interface StoredEvent {
  readonly type: string;
  readonly username: string | null;
  readonly ip: string | null;
  readonly device: string | null;
  readonly payload: unknown;
}

/** All stored events, oldest first. */
export async function listEvents(database: TestDatabase): Promise<StoredEvent[]> {
  const rows = await database.query('select type, username, host(ip) as ip, device, payload from event order by id');
  return rows as unknown as StoredEvent[];
}
