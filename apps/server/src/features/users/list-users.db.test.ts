import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { openDatabase, openPool } from '../../platform/database/database.ts';
import { listUsers } from './users.queries.ts';

it('ends a part at 256 KiB of groups, and lists each user once, also if some are deleted or renamed', async () => {
  await using database = await createTestDatabase();
  await database.query(`insert into "user" (username, first_name, last_name, email)
    select 'user' || 1000 + n, 'Una', 'User', n || '@example.com' from generate_series(1, 100) n`);
  await database.query(`insert into "group" (name, is_admin)
    select repeat('가', 110) || 1000 + n, false from generate_series(1, 100) n`);
  await database.query(`insert into group_member (group_id, user_id)
    select g.id, u.id from "group" g, "user" u where not g.is_admin`);
  const pool = openPool({ connection: database.connection, maxConnections: 1, onIdleError: () => undefined });
  const listed: string[] = [];
  const sizes: number[] = [];
  try {
    for await (const part of listUsers(openDatabase(pool))) {
      listed.push(...part.map(({ username }) => username));
      sizes.push(Buffer.byteLength(JSON.stringify(part)));
      if (sizes.length > 1) continue;
      await database.query(`delete from "user" where username in ('user1060', 'user1100')`);
      await database.query(`update "user" set username = 'aaa' where username = 'user1070'`);
    }
  } finally {
    await pool.end();
  }
  const names = Array.from({ length: 100 }, (_, index) => `user${1001 + index}`);
  const left = names.filter((name) => name !== 'user1060' && name !== 'user1100');
  expect(listed).toEqual(left.map((name) => (name === 'user1070' ? 'aaa' : name)));
  expect(sizes.length).toBeGreaterThan(10);
  expect(Math.max(...sizes)).toBeLessThan(300_000);
});
