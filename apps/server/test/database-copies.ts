import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type {} from './global-setup.ts';
import type { TestDatabase } from './test-database.ts';

/** A database in an earlier state, as in a dump or on an asynchronous standby. */
export interface DatabaseCopy extends AsyncDisposable {
  /** For `DATABASE_URL`, to change the copy independently. No client may be connected when it is put in place. */
  readonly url: string;
  /** Replaces the database with the present state of the copy. Every connection breaks; cores reconnect. */
  putInPlace(): Promise<void>;
}

/**
 * A copy as on a standby, or with `isDump` as in a dump, which also contains the identity of its database
 * (`history_home`). Breaks every connection for a moment.
 */
export async function copyDatabase(
  { connection, url }: TestDatabase,
  { isDump = false }: { readonly isDump?: boolean } = {},
): Promise<DatabaseCopy> {
  const name = connection.database ?? '';
  const copy = `copy_${randomBytes(6).toString('hex')}`;
  await runStatements([`alter database ${name} allow_connections false`, terminate(name)]);
  await runStatements([`create database ${copy} template ${name}`, `alter database ${name} allow_connections true`]);
  if (!isDump) await runStatements(['delete from history_home'], copy);
  return {
    url: url.replace(`/${name}?`, `/${copy}?`),
    putInPlace: () => runStatements([`drop database ${name} with (force)`, `create database ${name} template ${copy}`]),
    [Symbol.asyncDispose]: () => runStatements([`drop database ${copy} with (force)`]),
  };
}

function terminate(name: string): string {
  return `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`;
}

async function runStatements(statements: readonly string[], database?: string): Promise<void> {
  const client = new pg.Client({ ...inject('postgres').connection, ...(database !== undefined && { database }) });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
