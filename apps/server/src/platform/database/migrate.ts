import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { StartError } from '../start-error.ts';

/** Arbitrary key that no other program on the same database uses for its locks. */
const migrationLock = 7_203_114_501;

interface Migration {
  readonly name: string;
  /** Identifies the migration: the name without its number, because released migrations were renumbered. */
  readonly title: string;
  readonly sql: string;
  readonly checksum: string;
}

/**
 * Migrates the database to the latest schema. Forward only, each file in its own transaction, one core at a time. Safe
 * to repeat.
 * @throws StartError if the database was created by a newer release, an applied file was changed afterwards, or the
 *   files are not numbered 0001, 0002, ... without gaps
 */
export async function migrate(client: pg.ClientBase, folder: URL): Promise<void> {
  const migrations = await readMigrations(folder);
  await client.query('select pg_advisory_lock($1)', [migrationLock]);
  try {
    await client.query(
      'create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migration order by name',
    );
    refuseForeignSchema(rows, migrations);
    const applied = new Set(rows.map((row) => titleOf(row.name)));
    for (const migration of migrations.filter(({ title }) => !applied.has(title))) await apply(client, migration);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]);
  }
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).toSorted();
  const found = await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, `${folder.href.replace(/\/?$/, '/')}`), 'utf8');
      return { name, title: titleOf(name), sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
  const migrations = withoutFormerNumbers(found);
  refuseDisorder(migrations.map(({ name }) => name));
  return migrations;
}

/** Unpacking a release over an earlier one leaves renumbered files twice. Of identical files only the last counts. */
function withoutFormerNumbers(migrations: readonly Migration[]): Migration[] {
  const isSame = (one: Migration, other: Migration) => one.title === other.title && one.checksum === other.checksum;
  return migrations.filter((one, index) => !migrations.slice(index + 1).some((later) => isSame(one, later)));
}

const titleOf = (name: string) => name.replace(/^\d{4}-/, '');

function refuseDisorder(names: readonly string[]): void {
  const titles = new Set<string>();
  for (const [index, name] of names.entries()) {
    const number = String(index + 1).padStart(4, '0');
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name) || !name.startsWith(number)) {
      throw new StartError(`This build is broken: the migration ${number} is missing or exists twice, at ${name}.`);
    }
    if (titles.has(titleOf(name)))
      throw new StartError(`This build is broken: two migrations are named ${titleOf(name)}.`);
    titles.add(titleOf(name));
  }
}

function refuseForeignSchema(applied: { name: string; checksum: string }[], migrations: Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.title, migration]));
  for (const { name, checksum } of applied) {
    const migration = known.get(titleOf(name));
    if (!migration) {
      throw new StartError(
        `The database was changed by a newer release of Gatewarden (${name}). Start that release or a newer one, or restore a backup from before the upgrade.`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new StartError(
        `The migration ${migration.name} differs from the one that made this database. Restore the released file.`,
      );
    }
  }
}

async function apply(client: pg.ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed`, { cause: error });
  }
}
