import type pg from 'pg';
import { connectToDatabase } from './connect-to-database.ts';

/** Queries the embedded database while core runs, on one connection that is opened on demand. */
export interface Observer {
  query<Row extends object>(statement: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Call before the database stops; the next query reconnects. */
  disconnect(): Promise<void>;
}

export function createObserver(dataDir: string): Observer {
  let client: Promise<pg.Client> | undefined;
  return {
    async query<Row extends object>(statement: string, values: readonly unknown[] = []) {
      client ??= connectToDatabase(dataDir);
      return (await (await client).query<Row>(statement, [...values])).rows;
    },
    async disconnect() {
      const last = client;
      client = undefined;
      await (await last)?.end();
    },
  };
}
