import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase extends AsyncDisposable {
  readonly connection: pg.ClientConfig;
  /** For `DATABASE_URL`. */
  readonly url: string;
  /** Runs one statement on a connection of its own and gives its rows. */
  query(statement: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
}

/** A migrated, empty database of the test's own. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { connection, template } = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await run(connection, `create database ${name} template ${template}`);
  const { host, port, user, password } = connection;
  return {
    connection: { ...connection, database: name },
    query: (statement, values = []) => run({ ...connection, database: name }, statement, values),
    url: `postgres://${user}:${encodeURIComponent(String(password))}@localhost:${port}/${name}?host=${encodeURIComponent(host ?? '')}`,
    [Symbol.asyncDispose]: async () => void (await run(connection, `drop database ${name} with (force)`)),
  };
}

async function run(
  connection: pg.ClientConfig,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}
