import { randomBytes } from 'node:crypto';
import { readdir, symlink } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runAdmin } from '../../../../test/admin-program.ts';
import { type DataFolder, givenCopy, givenDataFolder, query, silent } from '../../../../test/given/data-folder.ts';
import { createBareDatabase, createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { done } from '../../../features/admin-command.ts';
import { openDatabase, openPool } from '../../../platform/database/database.ts';
import { prepareSchema } from '../../../platform/database/start-database.ts';
import { openSecrets } from '../../../platform/secrets/open-secrets.ts';
import { StartError } from '../../../platform/start-error.ts';
import { moveDatabase } from './move-database.ts';

const instanceKey = randomBytes(32);

/** A database on which a core with the instance key ran. */
let template: DataFolder;
beforeAll(async () => {
  template = await givenDataFolder();
  const { connection, stop } = await template.start();
  await prepareSchema(connection);
  const pool = openPool({ connection, maxConnections: 1, onIdleError: () => undefined });
  await openSecrets(openDatabase(pool), instanceKey);
  await pool.end();
  await stop();
});
afterAll(() => template?.[Symbol.asyncDispose]());

type Options = Parameters<typeof moveDatabase>[0];

const move = (
  { folder }: DataFolder,
  { connection }: Pick<TestDatabase, 'connection'>,
  adoptCopy: Options['adoptCopy'] = async () => done('moved', []),
) =>
  moveDatabase({
    folder,
    target: connection,
    targetName: 'db/gatewarden',
    log: silent,
    verifySource: async () => undefined,
    adoptCopy,
  });

/** Starts the database as core does. */
async function startAndStop(data: DataFolder): Promise<void> {
  await (await data.start()).stop();
}

it.each([
  ['is missing', {}, 'There is no instance key at'],
  ['is another one', { GATEWARDEN_SECRET_KEY: randomBytes(32).toString('base64') }, 'The instance key is not the one'],
])('moves nothing if the instance key %s', async (_, environment, message) => {
  await using data = await givenCopy(template);
  await using target = await createBareDatabase();
  const result = runAdmin(['move-database', '--to', target.url], {
    GATEWARDEN_DATA_DIR: data.parent,
    ...environment,
  });
  expect(await result).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  expect(await target.query(`select from pg_class where relname = 'instance'`)).toEqual([]);
  await startAndStop(data);
});

it.each(['', 'mysql://db'])('names --to if its value is %j', async (to) => {
  expect(await runAdmin(['move-database', '--to', to], {})).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^--to must be an address such as /),
  });
});

it('retires the former database only after the copy is adopted', async () => {
  await using data = await givenCopy(template);
  await using target = await createBareDatabase();
  const adoptions = [
    async () => Promise.reject(new StartError('no key')),
    async () => ({ lines: ['no key'], summary: '', succeeded: false }),
  ];
  for (const adoptCopy of adoptions) {
    await target.query('drop schema if exists public, pgboss cascade');
    await target.query('create schema public');
    await expect(move(data, target, adoptCopy)).rejects.toThrow('Nothing was moved: no key\nDrop the target');
    await startAndStop(data);
  }
});

it('reports a defect with its stack', async () => {
  await using data = await givenCopy(template);
  await using target = await createBareDatabase();
  const defect = new TypeError('undefined is not a function');
  await expect(move(data, target, () => Promise.reject(defect))).rejects.toBe(defect);
});

it('fails while a core is running', async () => {
  await using data = await givenCopy(template);
  await using target = await createBareDatabase();
  const running = await data.start();
  await expect(move(data, target)).rejects.toThrow(/^Another core \(process \d+\) uses/);
  await running.stop();
});

it('creates no database in a data folder without one', async () => {
  await using data = await givenDataFolder();
  await using target = await createBareDatabase();
  const environment = { GATEWARDEN_DATA_DIR: data.parent, GATEWARDEN_SECRET_KEY: instanceKey.toString('base64') };
  expect(await runAdmin(['move-database', '--to', target.url], environment)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`There is no database at ${data.folder}: set GATEWARDEN_DATA_DIR`),
  });
  expect(await readdir(data.parent)).toEqual([]);
  expect(await target.query(`select from pg_class where relname = 'instance'`)).toEqual([]);
});

it('retires no database if the disk is full when it is marked as moved', async () => {
  await using data = await givenCopy(template);
  await using target = await createBareDatabase();
  // each write fails as on a full disk
  await symlink('/dev/full', `${data.folder}.moved.new`);
  await expect(move(data, target)).rejects.toThrow(/^Nothing was moved: .*moved cannot be written: ENOSPC/);
  await startAndStop(data);
});

it('rejects a target with tables', async () => {
  await using data = await givenCopy(template);
  await using target = await createTestDatabase();
  await expect(move(data, target)).rejects.toThrow(/^The target is not empty: it has \S+\. Create a database/);
});

it('rejects a target that does not store UTF-8', async () => {
  await using data = await givenCopy(template);
  await using target = await createBareDatabase(`encoding 'SQL_ASCII' locale_provider libc locale 'C'`);
  await expect(move(data, target)).rejects.toThrow(/^The target stores text as SQL_ASCII/);
});

it('rejects a target that does not exist', async () => {
  await using data = await givenCopy(template);
  await using target = await createBareDatabase();
  const connection = { ...target.connection, database: 'none' };
  await expect(move(data, { connection })).rejects.toThrow(/^The target cannot be reached: /);
});

it('copies nothing if there is a table that this release does not create', async () => {
  await using data = await givenCopy(template);
  await using target = await createBareDatabase();
  const former = await data.start();
  await query(former.connection, 'create table note (text text)');
  await former.stop();
  await expect(move(data, target)).rejects.toThrow(
    /^Nothing was moved: The table public\.note differs .*\nDrop the target database/,
  );
  expect(await target.query('select from instance')).toEqual([]);
  await startAndStop(data);
});
