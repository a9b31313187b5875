import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DataFolder, givenDataFolder, query, silent } from '../../../../test/given/data-folder.ts';
import { createBareDatabase, createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { moveDatabase } from './move-database.ts';

let data: DataFolder;
beforeAll(async () => {
  data = await givenDataFolder();
  await (await data.start()).stop();
});
afterAll(() => data?.[Symbol.asyncDispose]());

const moveTo = ({ connection }: Pick<TestDatabase, 'connection'>) =>
  moveDatabase({ folder: data.folder, target: connection, targetName: 'db/gatewarden', log: silent });

it('fails while a core is running', async () => {
  await using target = await createBareDatabase();
  const running = await data.start();
  await expect(moveTo(target)).rejects.toThrow(/^Another core \(process \d+\) uses/);
  await running.stop();
});

it('rejects a target with tables', async () => {
  await using target = await createTestDatabase();
  await expect(moveTo(target)).rejects.toThrow(/^The target is not empty: it has \S+\. Create a database/);
});

it('rejects a target that does not store UTF-8', async () => {
  await using target = await createBareDatabase(`encoding 'SQL_ASCII' locale_provider libc locale 'C'`);
  await expect(moveTo(target)).rejects.toThrow(/^The target stores text as SQL_ASCII/);
});

it('rejects a target that does not exist', async () => {
  await using target = await createBareDatabase();
  const connection = { ...target.connection, database: 'none' };
  await expect(moveTo({ connection })).rejects.toThrow(/^The target cannot be reached: /);
});

it('copies nothing if a table has columns that this release does not create', async () => {
  await using target = await createBareDatabase();
  const former = await data.start();
  await query(former.connection, 'alter table instance add column note text');
  await former.stop();
  await expect(moveTo(target)).rejects.toThrow(
    /^Nothing was moved: The table public\.instance differs .*\nDrop the target database/,
  );
  expect(await target.query('select from instance')).toEqual([]);
  await (await data.start()).stop();
});
