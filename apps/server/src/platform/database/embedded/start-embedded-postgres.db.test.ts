import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DataFolder, givenCopy, givenDataFolder, query, silent } from '../../../../test/given/data-folder.ts';
import { readPostmasterPid } from './postgres-processes.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';

let template: DataFolder;

beforeAll(async () => {
  template = await givenDataFolder();
  const database = await template.start();
  await query(database.connection, `CREATE TABLE note AS SELECT 'kept' AS text`);
  await database.stop();
});
afterAll(() => template[Symbol.asyncDispose]());

it('creates the database at the first start and finds its data at the second', async () => {
  await using data = await givenDataFolder();
  const first = await data.start();
  await query(first.connection, `CREATE TABLE note AS SELECT 'kept' AS text`);
  await first.stop();

  const second = await data.start();
  expect(second.connection).toEqual(first.connection);
  expect(await query(second.connection, 'SELECT text FROM note')).toEqual([{ text: 'kept' }]);
});

describe('the running database', () => {
  let data: DataFolder;
  let database: EmbeddedPostgres;

  beforeAll(async () => {
    data = await givenCopy(template);
    database = await data.start();
  });
  afterAll(() => data[Symbol.asyncDispose]());

  it('uses UTF-8, checksums and code point order, independent of the system locale', async () => {
    const [settings] = await query(
      database.connection,
      `SELECT current_setting('data_checksums') AS checksums, datlocprovider AS provider, datlocale AS locale,
              pg_encoding_to_char(encoding) AS encoding, current_setting('TimeZone') AS zone
       FROM pg_database WHERE datname = current_database()`,
    );
    expect(settings).toEqual({ checksums: 'on', provider: 'b', locale: 'C.UTF-8', encoding: 'UTF8', zone: 'UTC' });
    const [text] = await query(database.connection, `SELECT lower('ŻÓŁĆ') AS lower, 'Z' < 'a' AS "byCodePoint"`);
    expect(text).toEqual({ lower: 'żółć', byCodePoint: true });
  });

  it('requires its password, which only its owner can read', async () => {
    const { password } = database.connection;
    await expect(query({ ...database.connection, password: 'wrong' }, 'SELECT 1')).rejects.toThrow(/password/);
    expect(Buffer.from(password, 'base64url')).toHaveLength(32);
    expect((await readFile(`${data.folder}.password`, 'utf8')).trim()).toBe(password);
    expect((await stat(`${data.folder}.password`)).mode & 0o777).toBe(0o600);
    expect((await stat(data.folder)).mode & 0o777).toBe(0o700);
  });

  it('rejects connections without a password', async () => {
    const rules = await readFile(join(data.folder, 'pg_hba.conf'), 'utf8');
    const methods = rules
      .split('\n')
      .filter((line) => /^[a-z]/.test(line))
      .map((line) => line.split(/\s+/).at(-1));
    expect(new Set(methods)).toEqual(new Set(['scram-sha-256']));
  });

  it('does not listen on a network', async () => {
    const [row] = await query(database.connection, `SHOW listen_addresses`);
    expect(row).toEqual({ listen_addresses: '' });
  });

  it('does not run as root', async () => {
    const status = await readFile(`/proc/${await readPostmasterPid(data.folder)}/status`, 'utf8');
    expect(status).not.toMatch(/^[UG]id:.*\b0\b/m);
    expect(status).toMatch(/^CapEff:\s0+$/m);
    expect((await stat(data.folder)).uid).not.toBe(0);
  });

  it('does not inherit the environment of core', async () => {
    const environment = await readFile(`/proc/${await readPostmasterPid(data.folder)}/environ`, 'utf8');
    const names = environment.split('\0').map((variable) => variable.split('=')[0]);
    expect(
      names.filter((name) => !['PATH', 'LC_ALL', 'TZ', ''].includes(name ?? '') && !name?.startsWith('PG')),
    ).toEqual([]);
  });
});

it('stops all processes and releases all locks when it stops', async () => {
  await using data = await givenCopy(template);
  const database = await data.start();
  const pid = await readPostmasterPid(data.folder);
  await Promise.all([database.stop(), database.stop()]);
  await expect(stat(`/proc/${pid}`)).rejects.toThrow('ENOENT');
  const files = await readdir(data.folder);
  expect(files.filter((file) => file === 'postmaster.pid' || file.startsWith('.s.'))).toEqual([]);
});

it('works in a folder that only core may enter', async () => {
  await using data = await givenDataFolder(0o700);
  const first = await data.start();
  await query(first.connection, `CREATE TABLE note AS SELECT 'kept' AS text`);
  await first.stop();
  const second = await data.start();
  expect(await query(second.connection, 'SELECT text FROM note')).toEqual([{ text: 'kept' }]);
  expect((await stat(data.parent)).mode & 0o777).toBe(0o700);
});

it('works in a folder whose path is too long for a socket', async () => {
  await using data = await givenDataFolder();
  const folder = join(data.parent, 'a'.repeat(120), 'b'.repeat(120), 'postgres');
  const database = await startEmbeddedPostgres({ folder, log: silent });
  try {
    expect(await query(database.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  } finally {
    await database.stop();
  }
  await expect(stat(database.connection.host)).rejects.toThrow('ENOENT');
});

it('creates the database in an existing empty folder', async () => {
  await using data = await givenDataFolder();
  await mkdir(data.folder);
  const { connection } = await data.start();
  expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('runs a restored database that belongs to the user of core and is readable by others', async () => {
  await using data = await givenCopy(template);
  await promisify(execFile)('chown', ['-R', `${process.getuid?.()}`, data.folder]);
  await promisify(execFile)('chmod', ['-R', 'go+rX', data.folder]);
  const { connection } = await data.start();
  expect(await query(connection, 'SELECT text FROM note')).toEqual([{ text: 'kept' }]);
});

it('sets a new password if its file is missing', async () => {
  await using data = await givenCopy(template);
  const before = await readFile(`${data.folder}.password`, 'utf8');
  await rm(`${data.folder}.password`);
  const { connection } = await data.start();
  expect(await query(connection, 'SELECT text FROM note')).toEqual([{ text: 'kept' }]);
  expect(connection.password).not.toBe(before.trim());
});
