import { readFile, stat, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { givenLog, rehash } from '../../../test/given/signed-log.ts';
import { bySystem } from '../../platform/actor.ts';

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

it('finds an empty log whole, and signs nothing of it', async () => {
  await using log = await givenLog();
  await log.tamper('truncate activity_entry, activity_checkpoint');
  await log.tamper("delete from instance where name = 'activity-key'");
  const core = await log.startCore();
  expect(await core.sign()).toBeUndefined();
  expect(await core.verify()).toMatchObject({ entries: 0, signedUntil: 0, publicKey: undefined, broken: undefined });
});

it.each([
  ['description', `update activity_entry set description = 'x' where id = 6`],
  ['metadata', `update activity_entry set metadata = '{"nth": 7}' where id = 6`],
  ['person', `update activity_entry set username = 'max' where id = 6`],
  ['absent value', `update activity_entry set location = '' where id = 6`],
  ['time', `update activity_entry set at = at + interval '1 microsecond' where id = 6`],
  ['address', `update activity_entry set ip = '192.0.2.8' where id = 6`],
  ['hash', `update activity_entry set hash = sha256(hash) where id = 6`],
])('names an entry whose %s was changed', async (_, signedBytes) => {
  await using log = await givenLog();
  await log.tamper(signedBytes);
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
  await log.core.sign();
  // as a backup that was restored leaves it
  await log.tamper('create table kept as select * from activity_checkpoint where number = 3');
  await log.tamper('delete from activity_checkpoint where number = 3');
  const other = await log.startCore();
  for (const count of [2, 1]) {
    await log.append(count);
    await other.sign();
  }
  expect(await log.verify()).toMatchObject({ checkpoints: 4, broken: undefined });
  await log.tamper('delete from activity_checkpoint where number = 3');
  await log.tamper('insert into activity_checkpoint select * from kept');
  expect((await log.verify()).broken).toEqual({ kind: 'checkpoint forged', id: 11, checkpoint: 4 });
});

it('signs by the hour, stores a copy for its owner alone, and writes it to the log of core', async () => {
  await using log = await givenLog();
  expect(log.schedule).toBe('0 * * * *');
  await log.job();
  await log.job();
  const copy = JSON.parse(await readFile(log.core.file, 'utf8'));
  expect(copy).toMatchObject({ number: 3, entry_id: 10, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect((await stat(log.core.file)).mode & 0o777).toBe(0o600);
  expect(log.lines.map((line) => JSON.parse(line).checkpoint).at(-1)).toEqual(copy);
  expect((await log.core.status()).checkpoint).toEqual(copy);
});

it('signs the same state once', async () => {
  await using log = await givenLog();
  const cores = [log.core, await log.startCore(), await log.startCore()];
  const made = await Promise.all(cores.map((core) => core.sign()));
  expect(made.filter((checkpoint) => checkpoint !== undefined)).toMatchObject([{ number: 3, entry_id: 10 }]);
  expect(await log.verify()).toMatchObject({ checkpoints: 3, signedUntil: 10, broken: undefined });
});

it('agrees on one key when several cores sign the first checkpoint', async () => {
  await using log = await givenLog();
  await log.tamper('truncate activity_checkpoint');
  await log.tamper("delete from instance where name = 'activity-key'");
  const cores = await Promise.all([log.startCore(), log.startCore(), log.startCore()]);
  await Promise.all(cores.map((core) => core.sign()));
  expect(await log.verify()).toMatchObject({ checkpoints: 1, signedUntil: 10, broken: undefined });
});

it('calls entries broken that are older than two hours and have no checkpoint', async () => {
  await using log = await givenLog();
  await log.tamper('truncate activity_checkpoint');
  await log.tamper("delete from instance where name = 'activity-key'");
  expect((await log.verify()).broken).toEqual({ kind: 'unsigned', id: 1 });
});

const attacks = {
  'all checkpoints deleted, an entry rewritten and the chain rehashed': {
    statements: [
      'truncate activity_checkpoint',
      `update activity_entry set username = 'max' where id = 3`,
      () => rehash(3),
    ],
    problem: 'rewritten',
  },
  'all checkpoints and the signing key deleted': {
    statements: ['truncate activity_checkpoint', "delete from instance where name = 'activity-key'"],
    problem: 'key_changed',
  },
  'the last entries deleted together with the last checkpoint': {
    statements: ['delete from activity_entry where id > 6', 'delete from activity_checkpoint where number = 2'],
    problem: 'behind',
  },
  'everything deleted': {
    statements: ['truncate activity_entry, activity_checkpoint', "delete from instance where name = 'activity-key'"],
    problem: 'key_changed',
  },
  'the last checkpoint deleted': {
    statements: ['delete from activity_checkpoint where number = 2'],
    problem: 'checkpoints_missing',
  },
  'the signing key replaced': {
    statements: [`update instance set value = '\\x00' where name = 'activity-key'`],
    problem: 'key_changed',
  },
} as const;

it.each(Object.entries(attacks))('signs nothing and reports it: %s', async (_, { statements, problem }) => {
  await using log = await givenLog();
  const before = await log.core.status();
  for (const signedBytes of statements) await log.tamper(typeof signedBytes === 'string' ? signedBytes : signedBytes());
  expect((await log.core.verify()).broken).toBeDefined();
  await log.append(3);
  expect(await log.core.sign()).toBeUndefined();
  // entries that came after a cut stand where others were signed
  const found = problem === 'behind' ? 'rewritten' : problem;
  expect((await log.core.status()).problem).toMatchObject({ kind: found, number: 2, entry_id: 8 });
  expect(await log.events('activity_log_problem')).toMatchObject([
    { metadata: { problem: found, number: 2, entry_id: 8 } },
  ]);
  // once, however often it is found, and by other cores too
  await log.core.reconcile();
  expect(await (await log.startCore()).sign()).toBeUndefined();
  expect(await log.events('activity_log_problem')).toHaveLength(1);
  // the copy stays what it was: a checkpoint saved before still shows the break
  expect(JSON.parse(await readFile(log.core.file, 'utf8'))).toEqual(before.checkpoint);
  expect((await log.core.verify(before.checkpoint)).broken).toBeDefined();
});

it('begins a new chain that names the break once it is acknowledged, and every core follows it', async () => {
  await using log = await givenLog();
  const other = await log.startCore();
  await other.reconcile();
  await log.tamper('delete from activity_entry where id > 6');
  await log.tamper('delete from activity_checkpoint where number = 2');
  await log.core.reconcile();
  expect((await log.core.status()).problem).toMatchObject({ kind: 'behind', number: 2, entry_id: 8 });
  const saved = JSON.parse(await readFile(other.file, 'utf8'));

  const begun = await log.core.acknowledge({ ...bySystem, by: { userId: 1, username: 'ada' } });
  expect(begun).toMatchObject({ number: 3, entry_id: 7 });
  expect(JSON.parse(begun.acknowledged ?? '')).toMatchObject({ problem: 'behind', number: 2, entry_id: 8, by: 'ada' });
  await expect(log.core.acknowledge(bySystem)).rejects.toMatchObject({ code: 'log_problem_not_found' });
  expect(await log.events('activity_log_acknowledged')).toHaveLength(1);
  await log.append(3);
  await other.reconcile();
  expect(await other.sign()).toMatchObject({ number: 4 });
  expect((await log.core.status()).problem).toBeUndefined();
  for (const verdict of [
    await log.core.verify(),
    await other.verify(),
    await log.verify(),
    await log.core.verify(saved),
  ]) {
    expect(verdict).toMatchObject({ broken: undefined, acknowledged: [{ number: 3 }] });
  }
  // what happens after it is found as before
  await log.tamper(`update activity_entry set username = 'max' where id = 9`);
  expect((await log.core.verify()).broken).toEqual({ kind: 'altered', id: 9 });
});

it.each(Object.entries(attacks))('goes on after an acknowledgement: %s', async (_, { statements }) => {
  await using log = await givenLog();
  for (const signedBytes of statements) await log.tamper(typeof signedBytes === 'string' ? signedBytes : signedBytes());
  await log.core.reconcile();
  await log.core.acknowledge(bySystem);
  await log.append(2);
  await log.core.sign();
  expect(await log.core.verify()).toMatchObject({ broken: undefined, acknowledged: [expect.anything()] });
  // the acknowledgement itself cannot be taken back
  await log.tamper('delete from activity_checkpoint where acknowledged is not null');
  expect((await log.core.verify()).broken).toBeDefined();
});

const madeUp = `insert into activity_problem (kind, number, entry_id, since) values ('rewritten', 2, 8, now())`;

it('drops a problem that verification does not find, and begins no new chain', async () => {
  await using log = await givenLog();
  await log.tamper(madeUp);
  await expect(log.core.acknowledge(bySystem)).rejects.toMatchObject({ code: 'log_problem_not_found' });
  expect(await log.core.status()).toMatchObject({ checkpoint: { number: 2 }, problem: undefined });
  await log.tamper(`update activity_entry set username = 'max' where id = 3`);
  expect((await log.core.verify()).broken).toEqual({ kind: 'altered', id: 3 });
});

it.each([
  ['altered', `update activity_entry set username = 'max' where id = 4`],
  ['deleted', 'delete from activity_entry where id = 4'],
  ['deleted at the end', 'delete from activity_entry where id = 10'],
  [
    'inserted',
    `insert into activity_entry (id, at, event, module, hash)
    select 3, at, event, module, hash from activity_entry where id = 10`,
  ],
  ['rewritten', `update activity_entry set username = 'max' where id = 9; ${rehash(9)}`],
])('finds an entry before an acknowledgement that was %s after it', async (_, signedBytes) => {
  await using log = await givenLog();
  await log.tamper('delete from activity_entry where id = 3');
  await log.tamper(`update activity_entry set username = 'max' where id = 6`);
  await log.tamper(madeUp);
  const { acknowledged } = await log.core.acknowledge(bySystem);
  expect(JSON.parse(acknowledged ?? '')).toMatchObject({
    entries: 9,
    broken: [
      { kind: 'missing', from: 3, to: 3 },
      { kind: 'altered', from: 6, to: 6 },
    ],
    more_broken: 0,
  });
  await log.append(2);
  await log.core.sign();
  expect(await log.core.verify()).toMatchObject({ broken: undefined, acknowledged: [{ text: acknowledged }] });
  await log.tamper(signedBytes);
  expect((await log.core.verify()).broken).toEqual({
    kind: 'changed after acknowledgement',
    id: 1,
    until: 10,
    checkpoint: 3,
  });
  // a second acknowledgement does not hide it
  await log.tamper(madeUp);
  const again = await log.core.acknowledge(bySystem);
  expect(JSON.parse(again.acknowledged ?? '').broken[0]).toEqual({
    kind: 'changed after acknowledgement',
    from: 1,
    to: 10,
  });
});

it('finds a checkpoint before an acknowledgement that was deleted after it', async () => {
  await using log = await givenLog();
  await log.tamper(`update activity_entry set username = 'max' where id = 6`);
  await log.tamper(madeUp);
  await log.core.acknowledge(bySystem);
  await log.tamper('delete from activity_checkpoint where number = 1');
  expect((await log.core.verify()).broken).toMatchObject({ kind: 'changed after acknowledgement', checkpoint: 3 });
});

it('does not sign over entries that were changed since the last checkpoint', async () => {
  await using log = await givenLog();
  await log.tamper(`update activity_entry set username = 'max' where id = 9`);
  expect(await log.core.sign()).toBeUndefined();
  expect((await log.core.status()).problem).toMatchObject({ kind: 'altered', number: 2, entry_id: 8 });
});

it('takes no acknowledgement that was not signed, nor one from before', async () => {
  await using log = await givenLog();
  await log.tamper('truncate activity_checkpoint');
  await log.core.reconcile();
  await log.core.acknowledge(bySystem);
  await log.tamper('create table kept as select * from activity_checkpoint');
  await log.append(1);
  await log.core.sign();
  await log.tamper('truncate activity_checkpoint');
  await log.tamper('insert into activity_checkpoint select * from kept');
  await log.core.reconcile();
  expect((await log.core.status()).problem).toMatchObject({ kind: 'checkpoints_missing', number: 4 });
  await log.tamper('delete from activity_problem');
  await log.tamper(`insert into activity_checkpoint select 9, at, entry_id, hash, signature, acknowledged from kept`);
  await log.core.reconcile();
  expect((await log.core.status()).problem).toMatchObject({ number: 4 });
});

it('reports a copy in the data folder that cannot be read, and replaces it after an acknowledgement', async () => {
  await using log = await givenLog();
  await writeFile(log.core.file, '{"number":2');
  expect(await log.core.sign()).toBeUndefined();
  expect(await log.core.findProblem()).toMatchObject({ kind: 'file_unreadable', number: 2, entry_id: 8 });
  await log.core.reconcile();
  expect(await log.events('activity_log_problem')).toMatchObject([{ metadata: { problem: 'file_unreadable' } }]);
  expect(await log.core.verify()).toMatchObject({
    comparedWith: undefined,
    broken: { kind: 'contradiction', checkpoint: 2, problem: 'file_unreadable' },
  });
  const begun = await log.core.acknowledge(bySystem);
  expect(JSON.parse(await readFile(log.core.file, 'utf8'))).toEqual(begun);
  await log.append(1);
  expect(await log.core.sign()).toMatchObject({ number: begun.number + 1 });
  expect(await log.core.findProblem()).toBeUndefined();
});
