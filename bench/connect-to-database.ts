import { join } from 'node:path';
import pg from 'pg';
import { readPassword } from '../apps/server/src/platform/database/embedded/password.ts';

const name = 'gatewarden';

/** Connects to the embedded database of a running core with that data folder. */
export async function connectToDatabase(dataDir: string, database = name): Promise<pg.Client> {
  const host = join(dataDir, 'postgres');
  const password = await readPassword(`${host}.password`);
  const client = new pg.Client({ host, port: 5432, user: name, database, password });
  // a broken connection is reported by the next query
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
