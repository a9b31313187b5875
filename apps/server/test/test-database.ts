import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase extends AsyncDisposable {
  readonly connection: pg.ClientConfig;
  /** For `DATABASE_URL`. */
  readonly url: string;
}

/** A migrated, empty database of the test's own. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { connection, template } = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asOwner(connection, `create database ${name} template ${template}`);
  const { host, port, user, password } = connection;
  return {
    connection: { ...connection, database: name },
    url: `postgres://${user}:${encodeURIComponent(String(password))}@localhost:${port}/${name}?host=${encodeURIComponent(host ?? '')}`,
    [Symbol.asyncDispose]: () => asOwner(connection, `drop database ${name} with (force)`),
  };
}

async function asOwner(connection: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
