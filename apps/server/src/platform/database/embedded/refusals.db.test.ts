import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DataFolder, givenCopy, givenDataFolder, query, silent } from '../../../../test/given/data-folder.ts';
import { StartError } from '../../start-error.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';

let template: DataFolder;

beforeAll(async () => {
  template = await givenDataFolder();
  await (await template.start()).stop();
});
afterAll(() => template[Symbol.asyncDispose]());

it('rejects a data folder of a running core, names its process and does not affect it', async () => {
  await using data = await givenCopy(template);
  const core = data.spawnCore();
  const connection = await core.started;
  const refusal = refusalOf(data.start());
  expect(await refusal).toContain(`(process ${core.process.pid})`);
  expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('gives a new data folder to one of two cores that start at the same time', async () => {
  await using data = await givenDataFolder();
  const outcomes = await Promise.allSettled([data.start(), data.start()]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(await refusalOf(Promise.reject(outcome.reason))).toMatch(/^Another core/);
    else expect(await query(outcome.value.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  }
});

it('releases the folder when it stops and when its start fails', async () => {
  await using data = await givenCopy(template);
  await (await data.start()).stop();
  await writeFile(join(data.folder, 'PG_VERSION'), '19\n');
  await refusalOf(data.start());
  await writeFile(join(data.folder, 'PG_VERSION'), '18\n');
  const { connection } = await data.start();
  expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('rejects the data folder of a newer major version and explains what to do', async () => {
  await using data = await givenDataFolder();
  await mkdir(data.folder);
  await writeFile(join(data.folder, 'PG_VERSION'), '19\n');
  expect(await refusalOf(data.start())).toMatch(/made by PostgreSQL 19 .*: start the newer release/);
});

it('rejects the data folder of an older major version and explains what to do', async () => {
  await using data = await givenDataFolder();
  await mkdir(data.folder);
  await writeFile(join(data.folder, 'PG_VERSION'), '17\n');
  expect(await refusalOf(data.start())).toMatch(/made by PostgreSQL 17 .*: start the former release again/);
});

it('rejects a folder with other files and does not change them', async () => {
  await using data = await givenDataFolder();
  await mkdir(data.folder);
  await writeFile(join(data.folder, 'letter.txt'), 'Dear');
  expect(await refusalOf(data.start())).toMatch(/contains files but no database/);
  expect(await readdir(data.folder)).toEqual(['letter.txt']);
});

it('explains that the folder cannot be written', async () => {
  // Not even root may create a folder in /sys.
  const refusal = await refusalOf(startEmbeddedPostgres({ folder: '/sys/gatewarden/postgres', log: silent }));
  expect(refusal).toMatch(/cannot use \/sys\/gatewarden\/postgres|read-only file system/);
  await expect(stat('/sys/gatewarden')).rejects.toThrow('ENOENT');
});

it('explains an invalid setting and releases the folder', async () => {
  await using data = await givenCopy(template);
  const settings = { shared_buffers: 'plenty' };
  const refusal = await refusalOf(startEmbeddedPostgres({ folder: data.folder, log: silent, settings }));
  expect(refusal).toMatch(/invalid value for parameter "shared_buffers"/);
  const { connection } = await data.start();
  expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

async function refusalOf(start: Promise<unknown>): Promise<string> {
  const error: unknown = await start.then(
    () => undefined,
    (reason) => reason,
  );
  if (!(error instanceof StartError)) throw new Error('Not refused', { cause: error });
  expect(error.message.split('\n')).toHaveLength(1);
  return error.message;
}
