import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { openDatabase, openPool } from '../../platform/database/database.ts';
import { listUsers } from './list-users.queries.ts';
import { findUserById } from './users.queries.ts';

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

it('lists each user with the fields that the user has alone, in every combination of factors, keys and groups', async () => {
  await using database = await createTestDatabase();
  await database.query(`insert into "user" (username, first_name, last_name, email, phone, password_hash, is_active,
      managed_by, managed_fields, last_sign_in_at)
    select 'user' || n, 'Łucja "U"', '홍', n || '@example.com', case when n % 3 = 0 then '+48 22 555 01 01' end,
      case when n % 2 = 0 then 'hash' end, n % 5 > 0, case when n % 4 > 1 then 'ldap' end,
      case when n % 4 = 3 then array['email', 'groups'] end,
      case when n % 2 = 1 then timestamptz '2031-05-06 07:08:09.5' + n * interval '1 microsecond' end
    from generate_series(10, 59) n`);
  await database.query(
    `insert into "group" (name, is_admin) values ('Zoo', false), ('ad "min"', true), ('한국', false)`,
  );
  await database.query(`insert into group_member (group_id, user_id)
    select g.id, u.id from "user" u, "group" g where (u.id >> (g.id % 3)) % 2 = 1`);
  await database.query(`insert into mfa (user_id, is_enabled, method, email_enabled, has_totp)
    select id, id % 2 = 0, case id % 3 when 0 then 'Email' else 'OneTimePassword' end, id % 3 = 0, id % 4 < 2
    from "user" where id % 5 < 4`);
  await database.query(`insert into security_key
      (user_id, name, credential_id, public_key, counter, transports, aaguid, is_passkey, is_synced, created_at, suspended_at)
    select id, 'key', decode(md5(id || ' ' || n), 'hex'), '', 0, '{}', gen_random_uuid(), (id + n) % 2 = 0, false, now(),
      case when id % 7 = n then now() end
    from "user", generate_series(1, 2) n where id % 3 < n`);
  await database.query(`insert into device (user_id, kind, name, configured, created_at)
    select id, case n when 3 then 'network' else 'user' end, 'device ' || n, true, now()
    from "user", generate_series(1, 3) n where id % 4 >= n`);
  await database.query(`insert into traffic_seen (subject, id, user_id, latest_handshake)
    select 'user', id, id, timestamptz '2031-01-02 03:04:05.678999' from "user" where id % 2 = 0`);
  const pool = openPool({ connection: database.connection, maxConnections: 2, onIdleError: () => undefined });
  try {
    const db = openDatabase(pool);
    const listed = (await Array.fromAsync(listUsers(db))).flat();
    expect(listed).toHaveLength(50);
    for (const user of listed) {
      const { language, has_language, ...alone } = (await findUserById(db, user.id)) ?? {};
      expect(user).toEqual({
        ...alone,
        device_count: Math.min(user.id % 4, 2),
        last_sign_in_at: user.id % 2 === 0 ? new Date('2031-05-06T07:08:09.500Z') : null,
        last_connected_at: user.id % 2 === 0 ? new Date('2031-01-02T03:04:05.678Z') : null,
      });
    }
  } finally {
    await pool.end();
  }
});
