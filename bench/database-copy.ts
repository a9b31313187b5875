import { connectToDatabase } from './connect-to-database.ts';

const name = 'gatewarden';
const copy = 'gatewarden_copy';

/** Copies the embedded database of a running core; every connection to it breaks. */
export async function copyDatabase(dataDir: string): Promise<void> {
  await runStatements(dataDir, [
    `drop database if exists ${copy}`,
    `alter database ${name} allow_connections false`,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`,
    `create database ${copy} template ${name}`,
    `alter database ${name} allow_connections true`,
  ]);
}

/** Replaces the database with the copy. */
export async function restoreDatabase(dataDir: string): Promise<void> {
  await runStatements(dataDir, [`drop database ${name} with (force)`, `create database ${name} template ${copy}`]);
}

async function runStatements(dataDir: string, statements: readonly string[]): Promise<void> {
  const client = await connectToDatabase(dataDir, 'postgres');
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
