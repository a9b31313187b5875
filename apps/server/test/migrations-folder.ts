import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { migrate } from '../src/platform/database/migrate.ts';
import { createBareDatabase, type TestDatabase } from './test-database.ts';

export const releasedMigrations = new URL('../migrations/', import.meta.url);

export async function migrateWith(database: TestDatabase, folder: URL): Promise<void> {
  const client = new pg.Client(database.connection);
  await client.connect();
  await migrate(client, folder).finally(() => client.end());
}

/** A temporary folder with these migrations: copies of released ones, or SQL of the test. */
export async function givenMigrations(files: Record<string, { released: string } | { sql: string }>) {
  const path = await mkdtemp(join(tmpdir(), 'gatewarden-migrations-'));
  await Promise.all(
    Object.entries(files).map(([name, content]) =>
      'sql' in content
        ? writeFile(join(path, name), content.sql)
        : copyFile(new URL(content.released, releasedMigrations), join(path, name)),
    ),
  );
  return { url: pathToFileURL(path), [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

/** A database of a release that had these migrations, in this order. */
export async function givenDatabaseOf(released: readonly string[]): Promise<TestDatabase> {
  const numbered = released.map((name, index) => [
    name.replace(/^\d{4}/, String(index + 1).padStart(4, '0')),
    { released: name },
  ]);
  await using folder = await givenMigrations(Object.fromEntries(numbered));
  const database = await createBareDatabase();
  try {
    await migrateWith(database, folder.url);
    return database;
  } catch (error) {
    await database[Symbol.asyncDispose]();
    throw error;
  }
}

/** A database of the last release before the migration. */
export async function givenDatabaseBefore(migration: string): Promise<TestDatabase> {
  return givenDatabaseOf((await readdir(releasedMigrations)).toSorted().filter((name) => name < migration));
}
