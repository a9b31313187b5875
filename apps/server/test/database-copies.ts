import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type {} from './global-setup.ts';
import type { TestDatabase } from './test-database.ts';

/** A database as it was at one time, as a dump or an asynchronous standby has it. */
export interface DatabaseCopy extends AsyncDisposable {
  /** For `DATABASE_URL`, to let it go its own way. Nothing may be connected to it when it is put in place. */
  readonly url: string;
  /** The database becomes what the copy is now. Every connection to it breaks; cores connect again. */
  putInPlace(): Promise<void>;
}

/**
 * A standby's, unless `isDump`: a dump says which database it is of. Breaks every connection for a moment.
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
