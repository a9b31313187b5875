import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { givenDatabaseBefore, migrateWith, releasedMigrations } from '../../../test/migrations-folder.ts';
import type { TestDatabase } from '../../../test/test-database.ts';
import { createSigner } from '../crypto/signer.ts';
import { openDatabase, openPool } from '../database/database.ts';
import { openSecrets } from './open-secrets.ts';

const deriveFormer = (instanceKey: Buffer, purpose: string) =>
  Buffer.from(hkdfSync('sha256', instanceKey, Buffer.alloc(0), purpose, 32));

/** As the last version before the table `secret` encrypted. */
function encryptFormer(instanceKey: Buffer, text: string, context: string): Buffer {
  const nonce = randomBytes(12);
  const key = deriveFormer(instanceKey, 'gatewarden stored secrets');
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** A database of the last version before the table `secret`, with a secret of each kind, migrated to the current one. */
async function givenUpgraded(instanceKey: Buffer): Promise<TestDatabase> {
  const database = await givenDatabaseBefore('0044');
  const encrypt = (text: string, context: string) => encryptFormer(instanceKey, text, context);
  await database.query(`insert into instance (name, value) values ('key-proof', $1), ('activity-key', $2)`, [
    encrypt('this instance key made the secrets of this database', 'key-proof'),
    encrypt('activity key', 'activity.private_key'),
  ]);
  await database.query('update settings set smtp_password = $1', [encrypt('mail', 'settings.smtp_password')]);
  await database.query(
    `insert into location (id, name, endpoint, port, allowed_ips, keepalive_seconds, disconnect_threshold_seconds,
       acl_enabled, acl_default_allow, mfa_mode, public_key, private_key, created_at) overriding system value
     values (3, 'Office', 'vpn.example.com', 51820, '{}', 25, 300, false, true, 'disabled', 'key', $1, now())`,
    [encrypt('location', 'location.private_key:key')],
  );
  await database.query(
    `insert into join_secret (id, kind, location_id, secret, secret_hash) overriding system value
     values (11, 'gateway', 3, $1, 'a'), (12, 'edge', null, $2, 'b')`,
    [encrypt('join', 'location_state.join_secret:3'), encrypt('edge', 'location_state.join_secret:edge')],
  );
  await database.query(
    `insert into "user" (id, username, first_name, last_name, email) overriding system value
     select n, 'user' || n, 'U', 'U', n || '@example.com' from generate_series(7, 8) n`,
  );
  await database.query(
    `insert into mfa (user_id, is_enabled, method, totp_secret, totp_offered) values (7, true, 'OneTimePassword', $1, null), (8, false, 'None', null, $2)`,
    [encrypt('app', 'mfa.totp:7'), encrypt('offer', 'mfa.totp:8')],
  );
  await database.query(
    `insert into mail_code (user_id, purpose, code, mail_id, sent_at, expires_at) values (7, 'sign-in', $1, '1', now(), now())`,
    [encrypt('123456', 'mfa.mail_code:7')],
  );
  await database.query(
    `insert into link_authority (private_key, certificate, server_certificate, server_private_key)
     values ($1, 'ca', 'server', $2)`,
    [encrypt('authority', 'gateway_authority.private_key'), encrypt('server', 'gateway_authority.server_private_key')],
  );
  await database.query(
    `insert into activity_problem (kind, number, entry_id, since, evidence) values ('rewritten', 1, 2, now(), $1)`,
    [encrypt('evidence', 'activity.problem_evidence')],
  );
  const mail = encrypt('{"to":"una@example.com"}', 'mail.job').toString('base64');
  await database.query(`create schema pgboss; create type pgboss.job_state as enum ('created', 'active', 'completed');
    create table pgboss.job (id uuid, name text, state pgboss.job_state, data jsonb)`);
  await database.query(
    `insert into pgboss.job values ('6f1d3b6e-0d3c-4b1e-9a40-0f3d1c2b5a77', 'mail.send', 'created', jsonb_build_object('sealed', $1::text)),
       ('6f1d3b6e-0d3c-4b1e-9a40-0f3d1c2b5a78', 'mail.send', 'completed', jsonb_build_object('sealed', $1::text))`,
    [mail],
  );
  await migrateWith(database, releasedMigrations);
  return database;
}

const openPoolOf = ({ connection }: TestDatabase) =>
  openPool({ connection, maxConnections: 4, onIdleError: () => undefined });

it('encrypts the secrets of a former version again at the first start, also of two cores', async () => {
  const instanceKey = randomBytes(32);
  await using database = await givenUpgraded(instanceKey);
  const pool = openPoolOf(database);
  try {
    const db = openDatabase(pool);
    const [{ secrets, signer }] = await Promise.all([openSecrets(db, instanceKey), openSecrets(db, instanceKey)]);
    const mailId = '6f1d3b6e-0d3c-4b1e-9a40-0f3d1c2b5a77';
    const expected = [
      ['location-key', 3, 'location'],
      ['join-secret', 11, 'join'],
      ['join-secret', 12, 'edge'],
      ['totp', 7, 'app'],
      ['totp-offer', 8, 'offer'],
      ['smtp-password', 'instance', 'mail'],
      ['authority-key', 'instance', 'authority'],
      ['activity-key', 'instance', 'activity key'],
      ['activity-evidence', 'instance', 'evidence'],
      ['mail', mailId, '{"to":"una@example.com"}'],
    ] as const;
    for (const [kind, owner, text] of expected)
      expect([kind, await secrets.get(db, { kind, owner })]).toEqual([kind, text]);
    expect(await database.query('select count(*)::int from secret')).toEqual([{ count: expected.length + 1 }]);
    expect(await database.query('select from secret where key_id is null or former_context is not null')).toEqual([]);
    expect(await database.query('select user_id from mfa where has_totp')).toEqual([{ user_id: 7 }]);
    expect(await database.query('select length(signature) from mail_code')).toEqual([{ length: 0 }]);
    const jobs = await database.query(
      `select data ->> 'id' = id::text as is_same, data ? 'sealed' as is_sealed from pgboss.job`,
    );
    expect(jobs).toEqual(Array(2).fill({ is_same: true, is_sealed: false }));
    // tokens and marks that the former version signed remain valid
    const former = createSigner(deriveFormer(instanceKey, 'gatewarden signed values'));
    const value = Buffer.from('value');
    expect(signer.verify('session', value, former.sign('session', value))).toBe(true);
    expect(await database.query(`select from instance where name in ('key-proof', 'activity-key')`)).toEqual([]);
  } finally {
    await pool.end();
  }
});

it('names secrets that cannot be decrypted at each start, and retains them', async () => {
  const instanceKey = randomBytes(32);
  await using database = await givenUpgraded(instanceKey);
  const pool = openPoolOf(database);
  try {
    await database.query(`update secret set former_context = 'mfa.totp:9' where kind = 'totp'`);
    const db = openDatabase(pool);
    for (let start = 1; start <= 2; start += 1)
      expect((await openSecrets(db, instanceKey)).unreadable).toEqual([{ kind: 'totp', owner: '7' }]);
    expect(await database.query('select kind from secret where key_id is null')).toEqual([{ kind: 'totp' }]);
    await database.query(`delete from secret where kind = 'totp'`);
    expect((await openSecrets(db, instanceKey)).unreadable).toEqual([]);
  } finally {
    await pool.end();
  }
});

it('refuses an instance key that is not the one of the former version, and changes nothing', async () => {
  await using database = await givenUpgraded(randomBytes(32));
  const pool = openPoolOf(database);
  try {
    await expect(openSecrets(openDatabase(pool), randomBytes(32))).rejects.toThrow(/^The instance key is not the one/);
    expect(await database.query('select from data_key')).toEqual([]);
    expect(await database.query('select from secret where key_id is not null')).toEqual([]);
  } finally {
    await pool.end();
  }
});

it('deletes the secrets of users, locations and join tokens with them', async () => {
  const instanceKey = randomBytes(32);
  await using database = await givenUpgraded(instanceKey);
  const kinds = async () =>
    (await database.query(`select kind from secret where owner ~ '^[0-9]+$' order by kind`)).map(({ kind }) => kind);
  expect(await kinds()).toEqual(['join-secret', 'join-secret', 'location-key', 'totp', 'totp-offer']);
  // deletes the join secret of the location too
  await database.query('delete from location');
  expect(await kinds()).toEqual(['join-secret', 'totp', 'totp-offer']);
  await database.query('delete from "user"');
  await database.query('delete from join_secret');
  expect(await kinds()).toEqual([]);
});
