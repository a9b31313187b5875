import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { createBareDatabase } from '../../../test/test-database.ts';
import { openDatabase, openPool } from './database.ts';
import { readById } from './read-by-id.ts';

interface Item {
  readonly id: number;
  readonly name: string;
}

it('ends a part at 256 KiB or 2 000 rows, also where rows grow suddenly, and reads each row once', async () => {
  await using database = await createBareDatabase();
  // 3 KiB each from row 6 001, as 1 024 characters in memory; one row is longer than a part
  await database.query(`create table item as select id, case when id = 6100 then repeat('x', 300000)
    when id > 6000 then repeat('가', 1024) else '' end as name from generate_series(1, 7000) id`);
  const pool = openPool({ connection: database.connection, maxConnections: 1, onIdleError: () => undefined });
  const db = openDatabase(pool);
  try {
    const parts: Item[][] = [];
    const list = readById<Item>(
      db,
      { plain: ['id', 'name'] },
      (id, rows) => sql`(select * from item where id > ${id} order by id limit ${rows})`,
    );
    for await (const part of list) parts.push(part);
    expect(parts.flat().map(({ id }) => id)).toEqual(Array.from({ length: 7_000 }, (_, index) => index + 1));
    for (const part of parts) {
      expect(part.length).toBeLessThanOrEqual(2_000);
      expect(part.length === 1 || Buffer.byteLength(JSON.stringify(part)) < 256 * 1024 + 100).toBe(true);
    }
    // few rows do not end a part early
    expect(parts.length).toBeLessThan(30);
  } finally {
    await pool.end();
  }
});

it('reports that a part cannot be read when it is asked for, not earlier', async () => {
  await using database = await createBareDatabase();
  await database.query(`create table item as select id, '' as name from generate_series(1, 1000) id`);
  const pool = openPool({ connection: database.connection, maxConnections: 1, onIdleError: () => undefined });
  const db = openDatabase(pool);
  const onUnhandled = vi.fn();
  process.on('unhandledRejection', onUnhandled);
  try {
    const list = readById<Item>(
      db,
      { plain: ['id', 'name'] },
      (id, rows) => sql`(select * from item where id > ${id} and 1 / (500 - ${id}) > -1 order by id limit ${rows})`,
    );
    expect((await list.next()).value?.at(-1)).toEqual({ id: 500, name: '' });
    // the only connection is free when the statement for the second part has failed
    await sql`select`.execute(db);
    await setImmediate();
    expect(onUnhandled).not.toHaveBeenCalled();
    await expect(list.next()).rejects.toThrow('division by zero');
  } finally {
    process.off('unhandledRejection', onUnhandled);
    await pool.end();
  }
});
