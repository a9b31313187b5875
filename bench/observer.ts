import type pg from 'pg';
import { connectToDatabase } from './connect-to-database.ts';

/** Looks into the embedded database beside core, on one connection that is made when it is needed. */
export interface Observer {
  query<Row extends object>(statement: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Before the database stops; the next query connects again. */
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
