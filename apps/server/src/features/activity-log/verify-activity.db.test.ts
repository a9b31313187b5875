import { readFile, stat, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { replaceInstanceKey } from '../../../test/given/replaced-instance-key.ts';
import { givenLog, rehash } from '../../../test/given/signed-log.ts';
import { bySystem } from '../../platform/actor.ts';

it('finds no break in an unchanged log and returns how far it is signed', async () => {
  await using log = await givenLog();
  expect(await log.verify()).toMatchObject({
    entries: 10,
    checkpoints: 2,
    signedUntil: 8,
    signedAt: new Date('2030-01-01T02:00:00Z'),
    broken: undefined,
  });
});

it('finds no break in an empty log and does not sign it', async () => {
  await using log = await givenLog();
  await log.tamper('truncate activity_entry, activity_checkpoint');
  await log.tamper("delete from secret where kind = 'activity-key'");
  const core = await log.startCore();
  expect(await core.sign()).toBeUndefined();
  expect(await core.verify()).toMatchObject({ entries: 0, signedUntil: 0, publicKey: undefined, broken: undefined });
});

it.each([
  ['description', `update activity_entry set description = 'x' where id = 6`],
  ['metadata', `update activity_entry set metadata = '{"nth": 7}' where id = 6`],
  ['user', `update activity_entry set username = 'max' where id = 6`],
  ['absent value', `update activity_entry set location = '' where id = 6`],
  ['time', `update activity_entry set at = at + interval '1 microsecond' where id = 6`],
  ['address', `update activity_entry set ip = '192.0.2.8' where id = 6`],
  ['hash', `update activity_entry set hash = sha256(hash) where id = 6`],
])('reports an entry whose %s was changed', async (_, signedBytes) => {
  await using log = await givenLog();
  await log.tamper(signedBytes);
  expect(await log.verify()).toMatchObject({ entries: 5, broken: { kind: 'altered', id: 6 } });
});

it('reports a deleted entry, in the middle and at a signed end', async () => {
  await using log = await givenLog();
  await log.tamper('delete from activity_entry where id = 6');
  expect((await log.verify()).broken).toEqual({ kind: 'missing', id: 6 });
  await log.tamper('delete from activity_entry where id > 6');
  expect((await log.verify()).broken).toEqual({ kind: 'missing', id: 6 });
});

it('reports the position where a gap was closed', async () => {
  await using log = await givenLog();
  await log.tamper('delete from activity_entry where id = 6');
  await log.tamper('update activity_entry set id = id - 1 where id = 7');
  expect((await log.verify()).broken).toEqual({ kind: 'altered', id: 6 });
});

it('reports an inserted entry', async () => {
  await using log = await givenLog();
  await log.tamper(`insert into activity_entry (id, at, event, module, hash)
    select 11, at, event, module, hash from activity_entry where id = 10`);
  expect((await log.verify()).broken).toEqual({ kind: 'altered', id: 11 });
});

it('reports the first of two swapped entries', async () => {
  await using log = await givenLog();
  await log.tamper('update activity_entry set id = 100 where id = 6');
  await log.tamper('update activity_entry set id = 6 where id = 7');
  await log.tamper('update activity_entry set id = 7 where id = 100');
  expect((await log.verify()).broken).toEqual({ kind: 'altered', id: 6 });
});

it('detects recomputed hashes by the next checkpoint', async () => {
  await using log = await givenLog();
  await log.tamper(`update activity_entry set username = 'max' where id = 6`);
  await log.tamper(rehash(6));
  expect((await log.verify()).broken).toEqual({ kind: 'rewritten', id: 5, until: 8, checkpoint: 2 });
});

it('detects forged, renumbered and deleted checkpoints', async () => {
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

it('detects a checkpoint that was replaced by another one of this instance', async () => {
  await using log = await givenLog();
  await log.core.sign();
  // the state after a backup was restored
  await log.tamper('create table saved_checkpoint as select * from activity_checkpoint where number = 3');
  await log.tamper('delete from activity_checkpoint where number = 3');
  const other = await log.startCore();
  for (const count of [2, 1]) {
    await log.append(count);
    await other.sign();
  }
  expect(await log.verify()).toMatchObject({ checkpoints: 4, broken: undefined });
  await log.tamper('delete from activity_checkpoint where number = 3');
  await log.tamper('insert into activity_checkpoint select * from saved_checkpoint');
  expect((await log.verify()).broken).toEqual({ kind: 'checkpoint forged', id: 11, checkpoint: 4 });
});

it('signs every hour, stores a copy that only its owner can read, and logs the checkpoint', async () => {
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

it('signs the same state only once', async () => {
  await using log = await givenLog();
  const cores = [log.core, await log.startCore(), await log.startCore()];
  const made = await Promise.all(cores.map((core) => core.sign()));
  expect(made.filter((checkpoint) => checkpoint !== undefined)).toMatchObject([{ number: 3, entry_id: 10 }]);
  expect(await log.verify()).toMatchObject({ checkpoints: 3, signedUntil: 10, broken: undefined });
});

it('creates one key when several cores sign the first checkpoint', async () => {
  await using log = await givenLog();
  await log.tamper('truncate activity_checkpoint');
  await log.tamper("delete from secret where kind = 'activity-key'");
  const cores = await Promise.all([log.startCore(), log.startCore(), log.startCore()]);
  await Promise.all(cores.map((core) => core.sign()));
  expect(await log.verify()).toMatchObject({ checkpoints: 1, signedUntil: 10, broken: undefined });
});

it('reports entries older than two hours that no checkpoint covers', async () => {
  await using log = await givenLog();
  await log.tamper('truncate activity_checkpoint');
  await log.tamper("delete from secret where kind = 'activity-key'");
  expect((await log.verify()).broken).toEqual({ kind: 'unsigned', id: 1 });
});

it('reports no problem while the instance key of the core is replaced', async () => {
  await using log = await givenLog();
  await log.core.sign();
  await log.tamper(replaceInstanceKey);
  await expect(log.core.reconcile()).rejects.toMatchObject({ code: 'instance_key_replaced' });
  await expect(log.core.sign()).rejects.toMatchObject({ code: 'instance_key_replaced' });
  expect(await log.core.findProblem()).toBeUndefined();
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
    statements: ['truncate activity_checkpoint', "delete from secret where kind = 'activity-key'"],
    problem: 'key_changed',
  },
  'the last entries deleted together with the last checkpoint': {
    statements: ['delete from activity_entry where id > 6', 'delete from activity_checkpoint where number = 2'],
    problem: 'behind',
  },
  'everything deleted': {
    statements: ['truncate activity_entry, activity_checkpoint', "delete from secret where kind = 'activity-key'"],
    problem: 'key_changed',
  },
  'the last checkpoint deleted': {
    statements: ['delete from activity_checkpoint where number = 2'],
    problem: 'checkpoints_missing',
  },
  'the signing key replaced': {
    statements: [`update secret set value = '\\x00' where kind = 'activity-key'`],
    problem: 'key_changed',
  },
} as const;

it.each(Object.entries(attacks))('reports a problem and signs nothing: %s', async (_, { statements, problem }) => {
  await using log = await givenLog();
  const before = await log.core.status();
  for (const signedBytes of statements) await log.tamper(typeof signedBytes === 'string' ? signedBytes : signedBytes());
  expect((await log.core.verify()).broken).toBeDefined();
  await log.append(3);
  expect(await log.core.sign()).toBeUndefined();
  // entries appended after the deletion have the numbers of signed ones
  const found = problem === 'behind' ? 'rewritten' : problem;
  expect((await log.core.status()).problem).toMatchObject({ kind: found, number: 2, entry_id: 8 });
  expect(await log.events('activity_log_problem')).toMatchObject([
    { metadata: { problem: found, number: 2, entry_id: 8 } },
  ]);
  // once, even if it is found again or by other cores
  await log.core.reconcile();
  expect(await (await log.startCore()).sign()).toBeUndefined();
  expect(await log.events('activity_log_problem')).toHaveLength(1);
  // the copy is unchanged: a checkpoint saved earlier still shows the break
  expect(JSON.parse(await readFile(log.core.file, 'utf8'))).toEqual(before.checkpoint);
  expect((await log.core.verify(before.checkpoint)).broken).toBeDefined();
});

it('restarts the chain with the acknowledged break, and every core accepts it', async () => {
  await using log = await givenLog();
  const other = await log.startCore();
  await other.reconcile();
  await log.tamper('delete from activity_entry where id > 6');
  await log.tamper('delete from activity_checkpoint where number = 2');
  await log.core.reconcile();
  expect((await log.core.status()).problem).toMatchObject({ kind: 'behind', number: 2, entry_id: 8 });
  const saved = JSON.parse(await readFile(other.file, 'utf8'));

  const restarted = await log.core.acknowledge({ ...bySystem, by: { userId: 1, username: 'ada' } });
  expect(restarted).toMatchObject({ number: 3, entry_id: 7 });
  expect(JSON.parse(restarted.acknowledged ?? '')).toMatchObject({
    problem: 'behind',
    number: 2,
    entry_id: 8,
    by: 'ada',
  });
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
  // later changes are still detected
  await log.tamper(`update activity_entry set username = 'max' where id = 9`);
  expect((await log.core.verify()).broken).toEqual({ kind: 'altered', id: 9 });
});

it.each(Object.entries(attacks))('continues after an acknowledgement: %s', async (_, { statements }) => {
  await using log = await givenLog();
  for (const signedBytes of statements) await log.tamper(typeof signedBytes === 'string' ? signedBytes : signedBytes());
  await log.core.reconcile();
  await log.core.acknowledge(bySystem);
  await log.append(2);
  await log.core.sign();
  expect(await log.core.verify()).toMatchObject({ broken: undefined, acknowledged: [expect.anything()] });
  // deleting the acknowledgement is detected
  await log.tamper('delete from activity_checkpoint where acknowledged is not null');
  expect((await log.core.verify()).broken).toBeDefined();
});

const insertFalseProblem = `insert into activity_problem (kind, number, entry_id, since) values ('rewritten', 2, 8, now())`;

it('drops a problem that verification does not confirm, and does not restart the chain', async () => {
  await using log = await givenLog();
  await log.tamper(insertFalseProblem);
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
])('detects that an acknowledged entry was later %s', async (_, signedBytes) => {
  await using log = await givenLog();
  await log.tamper('delete from activity_entry where id = 3');
  await log.tamper(`update activity_entry set username = 'max' where id = 6`);
  await log.tamper(insertFalseProblem);
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
  await log.tamper(insertFalseProblem);
  const again = await log.core.acknowledge(bySystem);
  expect(JSON.parse(again.acknowledged ?? '').broken[0]).toEqual({
    kind: 'changed after acknowledgement',
    from: 1,
    to: 10,
  });
});

it('detects an acknowledged checkpoint that was deleted later', async () => {
  await using log = await givenLog();
  await log.tamper(`update activity_entry set username = 'max' where id = 6`);
  await log.tamper(insertFalseProblem);
  await log.core.acknowledge(bySystem);
  await log.tamper('delete from activity_checkpoint where number = 1');
  expect((await log.core.verify()).broken).toMatchObject({ kind: 'changed after acknowledgement', checkpoint: 3 });
});

it('does not sign a log whose entries were changed since the last checkpoint', async () => {
  await using log = await givenLog();
  await log.tamper(`update activity_entry set username = 'max' where id = 9`);
  expect(await log.core.sign()).toBeUndefined();
  expect((await log.core.status()).problem).toMatchObject({ kind: 'altered', number: 2, entry_id: 8 });
});

it('rejects unsigned and outdated acknowledgements', async () => {
  await using log = await givenLog();
  await log.tamper('truncate activity_checkpoint');
  await log.core.reconcile();
  await log.core.acknowledge(bySystem);
  await log.tamper('create table saved_checkpoint as select * from activity_checkpoint');
  await log.append(1);
  await log.core.sign();
  await log.tamper('truncate activity_checkpoint');
  await log.tamper('insert into activity_checkpoint select * from saved_checkpoint');
  await log.core.reconcile();
  expect((await log.core.status()).problem).toMatchObject({ kind: 'checkpoints_missing', number: 4 });
  await log.tamper('delete from activity_problem');
  await log.tamper(
    `insert into activity_checkpoint select 9, at, entry_id, hash, signature, acknowledged from saved_checkpoint`,
  );
  await log.core.reconcile();
  expect((await log.core.status()).problem).toMatchObject({ number: 4 });
});

it('reports an unreadable copy in the data folder, and replaces it after an acknowledgement', async () => {
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
  const restarted = await log.core.acknowledge(bySystem);
  expect(JSON.parse(await readFile(log.core.file, 'utf8'))).toEqual(restarted);
  await log.append(1);
  expect(await log.core.sign()).toMatchObject({ number: restarted.number + 1 });
  expect(await log.core.findProblem()).toBeUndefined();
});
