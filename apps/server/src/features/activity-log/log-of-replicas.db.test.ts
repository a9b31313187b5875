import { rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { givenLog, rehash } from '../../../test/given/signed-log.ts';
import { bySystem } from '../../platform/actor.ts';
import { signCheckpoint } from './checkpoints.ts';
import { readCheckpointFile } from './external-checkpoint.ts';
import { readSigningKey } from './signing-key.ts';

type Log = Awaited<ReturnType<typeof givenLog>>;

/** Shows only with an external copy: the newest checkpoint and its entries are deleted, and another entry follows. */
async function truncateLog(log: Log): Promise<void> {
  await log.tamper('delete from activity_checkpoint where number = 2');
  await log.tamper('delete from activity_entry where id > 4');
  await log.append(1);
}

it('acknowledges on any core a problem that only the checkpoint of another core shows', async () => {
  await using log = await givenLog();
  const other = await log.startCore();
  await truncateLog(log);
  await log.core.reconcile();
  expect((await other.verify()).broken).toMatchObject({ kind: 'contradiction', checkpoint: 2 });
  const restarted = await other.acknowledge(bySystem);
  expect(JSON.parse(restarted.acknowledged ?? '')).toMatchObject({ broken: [{ kind: 'contradiction' }] });
  expect(restarted.number).toBe(3);
  await log.core.reconcile();
  expect(await log.core.findProblem()).toBeUndefined();
});

it.each([
  ['removed', (log: Log) => log.tamper(`delete from secret where kind = 'activity-evidence'`)],
  [
    'replaced',
    (log: Log) => log.tamper(`update secret set value = '\\x${'00'.repeat(80)}' where kind = 'activity-evidence'`),
  ],
])('reports a problem again that was dropped after its evidence was %s', async (_, tamper) => {
  await using log = await givenLog();
  const other = await log.startCore();
  await truncateLog(log);
  await log.core.reconcile();
  await tamper(log);
  await expect(other.acknowledge(bySystem)).rejects.toMatchObject({ code: 'log_problem_not_found' });
  await log.core.reconcile();
  expect(await log.core.findProblem()).toMatchObject({ number: 2 });
});

it('reports no contradiction if the key and the first checkpoint are created during the comparison', async () => {
  await using log = await givenLog();
  await rm(log.core.file);
  await log.tamper('create table saved as select * from activity_checkpoint where number = 1');
  await log.tamper("create table saved_key as select * from secret where kind = 'activity-key'");
  await log.tamper('truncate activity_checkpoint');
  await log.tamper("delete from secret where kind = 'activity-key'");
  await using signing = await log.database.transaction();
  await signing.query('select pg_advisory_xact_lock(7203114505)');
  await signing.query('lock table activity_checkpoint in access exclusive mode');
  const other = await log.startCore();
  const following = other.reconcile();
  await log.database.untilBlocked(following);
  await signing.query('insert into secret (kind, owner, value) select kind, owner, value from saved_key');
  await signing.query('insert into activity_checkpoint select * from saved');
  await signing.commit();
  await following;
  expect(await other.findProblem()).toBeUndefined();
  expect(await other.status()).toMatchObject({ checkpoint: { number: 1 } });
});

it('does not block other cores from signing while it writes the copy in its data folder', async () => {
  await using log = await givenLog();
  const isLockFree: unknown[] = [];
  const other = await log.startCore((external) => ({
    ...external,
    async write(checkpoint) {
      const [row] = await log.database.query('select pg_try_advisory_xact_lock(7203114505) as free');
      isLockFree.push(row?.['free']);
      await external.write(checkpoint);
    },
  }));
  await other.reconcile();
  expect(isLockFree).toEqual([true]);
  expect(await readCheckpointFile(other.file)).toMatchObject({ number: 2 });
});

it('accepts an acknowledgement of an earlier release, which states no digests', async () => {
  await using log = await givenLog();
  await log.tamper(`update activity_entry set username = 'max' where id = 3`);
  const key = await readSigningKey(log.db, log.secrets);
  if (!key || key === 'unreadable') throw new Error('no key');
  const acknowledged = JSON.stringify({ problem: 'rewritten', number: 2, entry_id: 8, since: '2030-01-01', by: 'ada' });
  await log.addCheckpoint((head, former) =>
    signCheckpoint(key, { number: 3, at: log.clock.now(), entry_id: head.id, hash: head.hash, acknowledged }, former),
  );
  await log.append(2);
  await log.core.sign();
  expect(await log.core.verify()).toMatchObject({
    broken: undefined,
    acknowledged: [{ number: 3, coversEarlierEntries: false }],
  });
  // later entries are still verified
  await log.tamper(`update activity_entry set username = 'max' where id = 11; ${rehash(11)}`);
  expect((await log.core.verify()).broken).toMatchObject({ kind: 'rewritten', checkpoint: 4 });
});
