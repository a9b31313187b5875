import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DataFolder, givenCopy, givenDataFolder, query, silent } from '../../../../test/given/data-folder.ts';
import { createBareDatabase, createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { moveDatabase } from './move-database.ts';

let template: DataFolder;
beforeAll(async () => {
  template = await givenDataFolder();
  await (await template.start()).stop();
});
afterAll(() => template?.[Symbol.asyncDispose]());

const move = ({ folder }: DataFolder, { connection }: Pick<TestDatabase, 'connection'>) =>
  moveDatabase({ folder, target: connection, targetName: 'db/gatewarden', log: silent });

it('fails while a core is running', async () => {
  await using data = await givenCopy(template);
  await using target = await createBareDatabase();
  const running = await data.start();
  await expect(move(data, target)).rejects.toThrow(/^Another core \(process \d+\) uses/);
  await running.stop();
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
  await (await data.start()).stop();
});
