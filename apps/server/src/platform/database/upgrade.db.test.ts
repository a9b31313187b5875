import { expect, it } from 'vitest';
import { givenDatabaseBefore, migrateWith, releasedMigrations } from '../../../test/migrations-folder.ts';
import type { TestDatabase } from '../../../test/test-database.ts';

const gatewayId = '6f1d3b6e-0d3c-4b1e-9a40-0f3d1c2b5a77';
const since = new Date('2030-01-01T00:00:00Z');

const insertUser = (database: TestDatabase) =>
  database.query(
    `insert into "user" (id, username, first_name, last_name, email) overriding system value
     values (7, 'ada', 'Ada', 'L', 'ada@example.com')`,
  );

it('migration 0036 retains the hourly counts of gateways and refused sign-ins', async () => {
  await using database = await givenDatabaseBefore('0036');
  await insertUser(database);
  await database.query(
    `insert into location (id, name, endpoint, port, allowed_ips, keepalive_seconds, disconnect_threshold_seconds,
       acl_enabled, acl_default_allow, mfa_mode, public_key, private_key, created_at) overriding system value
     values (3, 'Office', 'vpn.example.com', 51820, '{}', 25, 300, false, true, 'disabled', 'key', 'sealed', now())`,
  );
  await database.query(
    `insert into gateway (id, location_id, hostname, agent_version, credential_hash, created_at)
     values ($1, 3, 'edge-1', '1', sha256('1'), $2)`,
    [gatewayId, since],
  );
  await database.query(
    `insert into gateway_log_allowance (key, gateway_id, since, logged, omitted, is_logged)
     values ($1::text, $1::uuid, $2, 60, 41, false), ('strangers', null, $2, 3, 0, true)`,
    [gatewayId, since],
  );
  await database.query(
    `insert into refused_sign_ins (key, user_id, since, logged, unlogged, is_logged)
     values ('user:7', 7, $1, 10, 5, false), ('lock:7', 7, $1, 1, 0, true), ('all', null, $1, 11, 0, true),
       ('unknown', null, $1, 0, 9, false)`,
    [since],
  );
  await migrateWith(database, releasedMigrations);
  const rows = await database.query(
    'select kind, subject, since, logged, omitted from log_allowance order by kind, subject',
  );
  expect(rows).toEqual([
    { kind: 'gateway', subject: '', since, logged: 3, omitted: 0 },
    { kind: 'gateway', subject: gatewayId, since, logged: 60, omitted: 41 },
    { kind: 'lock', subject: '7', since, logged: 1, omitted: 0 },
    { kind: 'sign-in', subject: '7', since, logged: 10, omitted: 5 },
    { kind: 'sign-in-total', subject: '', since, logged: 11, omitted: 0 },
    { kind: 'unknown-name', subject: '', since, logged: 0, omitted: 9 },
  ]);
});

it('migration 0037 ends sessions with unsigned tokens and retains API tokens and recognized browsers', async () => {
  await using database = await givenDatabaseBefore('0037');
  await insertUser(database);
  await database.query(
    `insert into session (token_hash, user_id, state, device, created_at, expires_at)
     values (sha256('1'), 7, 'complete', '', now(), now() + interval '1 day'),
       (sha256('2'), 7, 'password', '', now(), now() + interval '1 day')`,
  );
  await database.query(
    `insert into api_token (user_id, name, token_hash, scopes, created_at) values (7, 'Script', sha256('3'), '{users:read}', now())`,
  );
  await database.query(
    `insert into recognized_browser (user_id, token_hash, last_used_at) values (7, sha256('4'), now())`,
  );
  await migrateWith(database, releasedMigrations);
  const left = await database.query(
    `select (select count(*)::int from session) as sessions, (select count(*)::int from api_token) as tokens,
       (select count(*)::int from recognized_browser) as browsers, (select username from "user") as username`,
  );
  expect(left).toEqual([{ sessions: 0, tokens: 1, browsers: 1, username: 'ada' }]);
});

it('migration 0041 retains the credentials of gateways and the join tokens of locations', async () => {
  await using database = await givenDatabaseBefore('0041');
  await database.query(
    `insert into location (id, name, endpoint, port, allowed_ips, keepalive_seconds, disconnect_threshold_seconds,
       acl_enabled, acl_default_allow, mfa_mode, public_key, private_key, created_at) overriding system value
     values (3, 'Office', 'vpn.example.com', 51820, '{}', 25, 300, false, true, 'disabled', 'key', 'sealed', now())`,
  );
  await database.query(
    `insert into location_state (location_id, version, changed_at, addresses, listen_port, interface_version,
       join_secret, join_secret_hash) values (3, 5, now(), '{}', 51820, 1, 'sealed', sha256('secret'))`,
  );
  await database.query(
    `insert into gateway (id, location_id, name, hostname, agent_version, credential_hash, created_at, ip, held_version)
     values ($1, 3, 'Seoul', 'edge-1', '0.1.0', sha256('1'), $2, '192.0.2.1', 5)`,
    [gatewayId, since],
  );
  await database.query(
    `insert into gateway_refusal (at, location_id, gateway_id, reason) values ($2, 3, $1, 'credential_revoked')`,
    [gatewayId, since],
  );
  await migrateWith(database, releasedMigrations);
  const joined = await database.query(
    `select c.*, host(ip) as ip, credential_hash = sha256('1') as is_same, held_version
     from component c join gateway g on g.id = c.id`,
  );
  const component = { kind: 'gateway', location_id: 3, name: 'Seoul', hostname: 'edge-1', version: '0.1.0' };
  expect(joined).toMatchObject([{ id: gatewayId, ...component, created_at: since, ip: '192.0.2.1', is_same: true }]);
  expect(joined[0]?.['held_version']).toBe('5');
  const secrets = await database.query(
    `select j.kind, j.location_id, s.value = '\\x00' || 'sealed'::bytea as is_same, secret_hash = sha256('secret') as is_found
     from join_secret j join secret s on s.kind = 'join-secret' and s.owner = j.id::text`,
  );
  expect(secrets).toEqual([{ kind: 'gateway', location_id: 3, is_same: true, is_found: true }]);
  expect(await database.query('select kind, location_id, component_id, reason from component_refusal')).toEqual([
    { kind: 'gateway', location_id: 3, component_id: gatewayId, reason: 'credential_revoked' },
  ]);
});
