import { join } from 'node:path';
import pg from 'pg';
import { readPassword } from '../apps/server/src/platform/database/embedded/password.ts';

const name = 'gatewarden';

/** A connection of one's own to the embedded database that a running core has started in that data folder. */
export async function connectToDatabase(dataDir: string, database = name): Promise<pg.Client> {
  const host = join(dataDir, 'postgres');
  const password = await readPassword(`${host}.password`);
  const client = new pg.Client({ host, port: 5432, user: name, database, password });
  // one that was cut shows at the next query
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
