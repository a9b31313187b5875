import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DataFolder, givenCopy, givenDataFolder, query } from '../../../../test/given/data-folder.ts';

let template: DataFolder;

beforeAll(async () => {
  template = await givenDataFolder();
  const database = await template.start();
  await query(database.connection, `CREATE TABLE note AS SELECT 'kept' AS text`);
  await database.stop();
});
afterAll(() => template[Symbol.asyncDispose]());

it('makes the database at the first start and finds the data again at the second', async () => {
  await using data = await givenDataFolder();
  const first = await data.start();
  await query(first.connection, `CREATE TABLE note AS SELECT 'kept' AS text`);
  await first.stop();

  const second = await data.start();
  expect(second.connection).toEqual(first.connection);
  expect(await query(second.connection, 'SELECT text FROM note')).toEqual([{ text: 'kept' }]);
});

it('is UTF-8, with checksums, and sorts by code point whatever the locale of the system', async () => {
  await using data = await givenCopy(template);
  const { connection } = await data.start();
  const [settings] = await query(
    connection,
    `SELECT current_setting('data_checksums') AS checksums, datlocprovider AS provider, datlocale AS locale,
            pg_encoding_to_char(encoding) AS encoding, current_setting('TimeZone') AS zone
     FROM pg_database WHERE datname = current_database()`,
  );
  expect(settings).toEqual({ checksums: 'on', provider: 'b', locale: 'C.UTF-8', encoding: 'UTF8', zone: 'UTC' });
  const [text] = await query(connection, `SELECT lower('ŻÓŁĆ') AS lower, 'Z' < 'a' AS "byCodePoint"`);
  expect(text).toEqual({ lower: 'żółć', byCodePoint: true });
});

it('asks for its password and keeps it where only its owner can read it', async () => {
  await using data = await givenCopy(template);
  const { connection } = await data.start();
  await expect(query({ ...connection, password: 'wrong' }, 'SELECT 1')).rejects.toThrow(/password authentication/);
  const { mode } = await stat(`${data.folder}.password`);
  expect(mode & 0o777).toBe(0o600);
  expect((await stat(data.folder)).mode & 0o777).toBe(0o700);
  expect(Buffer.from(connection.password, 'base64url')).toHaveLength(32);
  expect(await readFile(join(data.folder, 'pg_hba.conf'), 'utf8')).not.toMatch(/^[^#]*\b(trust|peer)\b/m);
});

it('listens on no network', async () => {
  await using data = await givenCopy(template);
  const { connection } = await data.start();
  const [row] = await query(connection, `SELECT current_setting('listen_addresses') AS addresses, inet_server_addr()`);
  expect(row).toEqual({ addresses: '', inet_server_addr: null });
});

it('leaves no process and no lock of the server behind when it stops', async () => {
  await using data = await givenCopy(template);
  const database = await data.start();
  const [row] = await query(database.connection, `SELECT pg_backend_pid() AS pid`);
  await Promise.all([database.stop(), database.stop()]);
  expect(row).toEqual({ pid: expect.any(Number) });
  await expect(stat(`/proc/${row?.['pid']}`)).rejects.toThrow('ENOENT');
  expect((await readdir(data.folder)).filter((file) => file === 'postmaster.pid' || file.startsWith('.s.'))).toEqual(
    [],
  );
});

it('does not run with the rights of root', async () => {
  await using data = await givenCopy(template);
  await data.start();
  const [pid] = (await readFile(join(data.folder, 'postmaster.pid'), 'utf8')).split('\n');
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  expect(status).not.toMatch(/^[UG]id:.*\b0\b/m);
  expect(status).toMatch(/^CapEff:\s0+$/m);
  expect((await stat(data.folder)).uid).not.toBe(0);
});

it('works in a folder that only core itself may enter', async () => {
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
  const { startEmbeddedPostgres } = await import('./start-embedded-postgres.ts');
  const { silent } = await import('../../../../test/given/data-folder.ts');
  const database = await startEmbeddedPostgres({ folder, log: silent });
  try {
    expect(await query(database.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  } finally {
    await database.stop();
  }
  await expect(stat(database.connection.host)).rejects.toThrow('ENOENT');
});

it('makes the database in an empty folder that is already there', async () => {
  await using data = await givenDataFolder();
  await mkdir(data.folder);
  const { connection } = await data.start();
  expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('sets a new password when the file with it is lost', async () => {
  await using data = await givenCopy(template);
  const before = await readFile(`${data.folder}.password`, 'utf8');
  await rm(`${data.folder}.password`);
  const { connection } = await data.start();
  expect(await query(connection, 'SELECT text FROM note')).toEqual([{ text: 'kept' }]);
  expect(connection.password).not.toBe(before.trim());
});
