import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { createCipher } from '../../platform/crypto/cipher.ts';
import { openDatabase, openPool } from '../../platform/database/database.ts';
import { createLog } from '../../platform/log/log.ts';
import { makeCheckpoint } from './checkpoints.ts';
import { signActivity } from './make-checkpoint.job.ts';
import { verifyActivity } from './verify-activity.ts';

/** A log with checkpoints after its 4th and 8th of 10 entries. */
async function givenLog() {
  const database = await createTestDatabase();
  const pool = openPool({ connection: database.connection, maxConnections: 3, onIdleError: () => undefined });
  const db = openDatabase(pool);
  const cipher = createCipher(randomBytes(32));
  async function append(count: number): Promise<void> {
    await database.query(
      `select append_activity(jsonb_agg(jsonb_build_object('at', '2030-01-01T00:00:00.123Z', 'username', 'una',
        'ip', '192.0.2.7', 'event', 'user_login', 'module', 'gatewarden', 'metadata', jsonb_build_object('nth', n))))
        from generate_series(1, $1) n`,
      [count],
    );
  }
  await append(4);
  await makeCheckpoint(db, cipher, new Date('2030-01-01T01:00:00Z'));
  await append(4);
  await makeCheckpoint(db, cipher, new Date('2030-01-01T02:00:00Z'));
  await append(2);
  return {
    db,
    cipher,
    append,
    /** As somebody who holds the database would. */
    tamper: (statement: string) => database.query(statement),
    verify: () => verifyActivity(db, cipher),
    async [Symbol.asyncDispose]() {
      await pool.end();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** Computes the hashes from an entry on anew, as somebody who knows how they are made would. */
const rehash = (from: number) => `do $$ declare entry activity_entry; former bytea; begin
  for entry in select * from activity_entry where id >= ${from} order by id loop
    select hash into former from activity_entry where id = entry.id - 1;
    update activity_entry set hash = sha256(coalesce(former, ''::bytea) || convert_to(jsonb_build_array(entry.id,
      (extract(epoch from entry.at) * 1000000)::bigint, entry.user_id, entry.username, entry.location, entry.ip::text,
      entry.event, entry.module, entry.device, entry.description, entry.metadata)::text, 'UTF8')) where id = entry.id;
  end loop; end $$`;

it('finds a log whole that nobody touched, and says how far it is signed', async () => {
  await using log = await givenLog();
  expect(await log.verify()).toMatchObject({
    entries: 10,
    checkpoints: 2,
    signedUntil: 8,
    signedAt: new Date('2030-01-01T02:00:00Z'),
    broken: undefined,
  });
});

it('finds an empty log whole', async () => {
  await using database = await createTestDatabase();
  const pool = openPool({ connection: database.connection, maxConnections: 2, onIdleError: () => undefined });
  const cipher = createCipher(randomBytes(32));
  const db = openDatabase(pool);
  expect(await makeCheckpoint(db, cipher, new Date())).toBeUndefined();
  expect(await verifyActivity(db, cipher)).toMatchObject({ entries: 0, signedUntil: 0, broken: undefined });
  await pool.end();
});

it.each([
  ['description', `update activity_entry set description = 'x' where id = 6`],
  ['metadata', `update activity_entry set metadata = '{"nth": 7}' where id = 6`],
  ['person', `update activity_entry set username = 'max' where id = 6`],
  ['absent value', `update activity_entry set location = '' where id = 6`],
  ['time', `update activity_entry set at = at + interval '1 microsecond' where id = 6`],
  ['address', `update activity_entry set ip = '192.0.2.8' where id = 6`],
  ['hash', `update activity_entry set hash = sha256(hash) where id = 6`],
])('names an entry whose %s was changed', async (_, statement) => {
  await using log = await givenLog();
  await log.tamper(statement);
  expect(await log.verify()).toMatchObject({ entries: 5, broken: { kind: 'altered', id: 6 } });
});

it('names an entry that was taken out, from the middle and from a signed end', async () => {
  await using log = await givenLog();
  await log.tamper('delete from activity_entry where id = 6');
  expect((await log.verify()).broken).toEqual({ kind: 'missing', id: 6 });
  await log.tamper('delete from activity_entry where id > 6');
  expect((await log.verify()).broken).toEqual({ kind: 'missing', id: 6 });
});

it('names the place where the gap was closed', async () => {
  await using log = await givenLog();
  await log.tamper('delete from activity_entry where id = 6');
  await log.tamper('update activity_entry set id = id - 1 where id = 7');
  expect((await log.verify()).broken).toEqual({ kind: 'altered', id: 6 });
});

it('names an entry that was put in', async () => {
  await using log = await givenLog();
  await log.tamper(`insert into activity_entry (id, at, event, module, hash)
    select 11, at, event, module, hash from activity_entry where id = 10`);
  expect((await log.verify()).broken).toEqual({ kind: 'altered', id: 11 });
});

it('names the first of two entries that changed places', async () => {
  await using log = await givenLog();
  await log.tamper('update activity_entry set id = 100 where id = 6');
  await log.tamper('update activity_entry set id = 6 where id = 7');
  await log.tamper('update activity_entry set id = 7 where id = 100');
  expect((await log.verify()).broken).toEqual({ kind: 'altered', id: 6 });
});

it('finds out by the next checkpoint when all hashes were made anew', async () => {
  await using log = await givenLog();
  await log.tamper(`update activity_entry set username = 'max' where id = 6`);
  await log.tamper(rehash(6));
  expect((await log.verify()).broken).toEqual({ kind: 'rewritten', id: 5, until: 8, checkpoint: 2 });
});

it('finds out when checkpoints were made to fit, taken out or signed with another key', async () => {
  await using log = await givenLog();
  await log.tamper(`update activity_entry set username = 'max' where id = 6`);
  await log.tamper(rehash(6));
  await log.tamper(
    'update activity_checkpoint set hash = (select hash from activity_entry where id = entry_id) where number = 2',
  );
  expect((await log.verify()).broken).toEqual({ kind: 'checkpoint forged', id: 5, checkpoint: 2 });
  await log.tamper('update activity_checkpoint set number = 3 where number = 2');
  expect((await log.verify()).broken).toEqual({ kind: 'checkpoint missing', id: 5, checkpoint: 2 });
  await log.tamper('delete from activity_checkpoint where number = 1');
  expect((await log.verify()).broken).toEqual({ kind: 'checkpoint missing', id: 1, checkpoint: 1 });
});

it('finds out when a checkpoint was exchanged for another that this instance signed', async () => {
  await using log = await givenLog();
  const at = new Date('2030-01-01T03:00:00Z');
  await makeCheckpoint(log.db, log.cipher, at);
  // as a backup that was restored leaves it
  await log.tamper('create table kept as select * from activity_checkpoint where number = 3');
  await log.tamper('delete from activity_checkpoint where number = 3');
  for (const count of [2, 1]) {
    await log.append(count);
    await makeCheckpoint(log.db, log.cipher, at);
  }
  expect(await log.verify()).toMatchObject({ checkpoints: 4, broken: undefined });
  await log.tamper('delete from activity_checkpoint where number = 3');
  await log.tamper('insert into activity_checkpoint select * from kept');
  expect((await log.verify()).broken).toEqual({ kind: 'checkpoint forged', id: 11, checkpoint: 4 });
});

it('signs by the hour, and leaves a copy in the log of core', async () => {
  await using log = await givenLog();
  const lines: string[] = [];
  const clock = { now: () => new Date('2030-01-01T03:00:00Z') };
  const context = { db: log.db, clock, log: createLog('info', { write: (line: string) => void lines.push(line) }) };
  const job = signActivity(log.cipher);
  expect(job.schedule).toBe('0 * * * *');
  await job.run(context, {});
  await job.run(context, {});
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { number: 3, entry: 10, hash: expect.stringMatching(/^[0-9a-f]{64}$/), signature: expect.any(String) },
  ]);
});

it('signs the same state once', async () => {
  await using log = await givenLog();
  const at = new Date('2030-01-01T03:00:00Z');
  const made = await Promise.all([1, 2, 3].map(() => makeCheckpoint(log.db, log.cipher, at)));
  expect(made.filter((checkpoint) => checkpoint !== undefined)).toMatchObject([{ number: 3, entry_id: 10 }]);
  expect(await log.verify()).toMatchObject({ checkpoints: 3, signedUntil: 10, broken: undefined });
});
