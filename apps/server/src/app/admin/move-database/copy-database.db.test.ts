import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { copyDatabase } from './copy-database.ts';

/** Two databases with 5 MB in the same table, more than the buffers of the sockets hold. */
async function givenLargeTable() {
  await using made = new AsyncDisposableStack();
  const [source, target] = [made.use(await createTestDatabase()), made.use(await createTestDatabase())];
  for (const { query } of [source, target]) await query('create table note (id integer, text text)');
  await source.query(`insert into note select n, repeat('x', 1000) from generate_series(1, 5000) n`);
  const clients = [await connect(source, made), await connect(target, made)] as const;
  const rest = made.move();
  return { source, target, copy: () => copyDatabase(...clients), [Symbol.asyncDispose]: () => rest.disposeAsync() };
}

async function connect({ connection }: TestDatabase, made: AsyncDisposableStack): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: 'copy' });
  client.on('error', () => undefined);
  await client.connect();
  made.defer(() => client.end());
  return client;
}

it('rejects with the reason of the target in the middle of a large table', async () => {
  await using databases = await givenLargeTable();
  await databases.target.query('alter table note add constraint small check (id < 2000)');
  await expect(databases.copy()).rejects.toThrow('violates check constraint "small"');
  expect(await databases.target.query('select from note')).toEqual([]);
});

it('rejects with the reason if the connection to the target ends in the middle of a large table', async () => {
  await using databases = await givenLargeTable();
  await databases.target.query(`create function is_alive(id integer) returns boolean language sql
    as 'select case when id < 2000 then true else pg_terminate_backend(pg_backend_pid()) end'`);
  await databases.target.query('alter table note add check (is_alive(id))');
  await expect(databases.copy()).rejects.toThrow('terminating connection due to administrator command');
});
