import { expect, it } from 'vitest';
import { givenLog, rehash } from '../../../test/given/signed-log.ts';
import { bySystem } from '../../platform/actor.ts';
import { signCheckpoint } from './checkpoints.ts';
import { readSigningKey } from './signing-key.ts';
import { activityCommands } from './verify-activity.command.ts';

type GivenLog = Awaited<ReturnType<typeof givenLog>>;

/** The lines that `activity verify` prints after the public key. Without an external copy unless `core` has one. */
async function linesOf(log: GivenLog, core?: GivenLog['core']): Promise<readonly string[]> {
  const command = activityCommands.find(({ name }) => name === 'activity verify');
  if (!command) throw new Error('there is no such command');
  const features = { activityLog: { checkpoints: core ?? (await log.startCore()) } };
  const origin = { by: 'system', ip: undefined, device: undefined } as const;
  const unused = () => Promise.reject(new Error('the command does not use it'));
  const { lines } = await command.run(
    { features, origin, recordStart: unused, promptSecret: unused },
    { values: [], options: {} },
  );
  return lines.slice(1);
}

/** As an attacker with the key of the instance could. */
async function signAgain(log: GivenLog, number: number, entry_id: number): Promise<void> {
  const key = await readSigningKey(log.db, log.secrets);
  const [entry] = await log.database.query('select hash from activity_entry where id = $1', [entry_id]);
  if (key === undefined || key === 'unreadable') throw new Error('there is no key');
  const unsigned = { number, at: log.clock.now(), entry_id, hash: entry?.['hash'] as Buffer, acknowledged: null };
  await log.addCheckpoint((_, former) => signCheckpoint(key, unsigned, former));
}

it('prints which entries checkpoints cover, and how many after them are chained', async () => {
  await using log = await givenLog();
  expect(await linesOf(log)).toEqual([
    'The activity log is whole: 10 entries, 2 checkpoints.',
    'Checkpoints cover entries 1 to 8, as of 2030-01-01T02:00:00.000Z; 2 after them are chained.',
    expect.any(String),
  ]);
});

const nothingConfirmed = 'No checkpoint confirms the entries before the break.';

it.each([
  [6, 'Before the break, checkpoints confirm entries 1 to 4, as of 2030-01-01T01:00:00.000Z.'],
  [2, nothingConfirmed],
])('prints what checkpoints confirm before entry %i, which is broken and covered by one', async (id, confirmed) => {
  await using log = await givenLog();
  await log.tamper(`update activity_entry set description = 'x' where id = ${id}`);
  expect(await linesOf(log)).toMatchObject([
    expect.stringMatching(new RegExp(`BROKEN. Entry ${id} is not`)),
    confirmed,
    expect.any(String),
  ]);
});

it('ignores checkpoints after a missing one', async () => {
  await using log = await givenLog();
  await log.core.sign();
  await log.tamper('delete from activity_checkpoint where number = 1');
  expect(await linesOf(log)).toMatchObject([
    expect.stringMatching(/BROKEN. Checkpoint 1 is missing: entries from 1 on/),
    nothingConfirmed,
    expect.any(String),
  ]);
});

it('uses the checkpoints before a missing one', async () => {
  await using log = await givenLog();
  await log.core.sign();
  await log.append(1);
  await log.core.sign();
  await log.tamper('delete from activity_checkpoint where number = 2');
  expect(await linesOf(log)).toMatchObject([
    expect.stringMatching(/BROKEN. Checkpoint 2 is missing: entries from 5 on/),
    'Before the break, checkpoints confirm entries 1 to 4, as of 2030-01-01T01:00:00.000Z.',
    expect.any(String),
  ]);
});

it('ignores all checkpoints of a log that was changed after an acknowledgement', async () => {
  await using log = await givenLog();
  await log.tamper(`update activity_entry set username = 'max' where id = 6`);
  await log.tamper(`insert into activity_problem (kind, number, entry_id, since) values ('rewritten', 2, 8, now())`);
  await log.core.acknowledge(bySystem);
  await log.tamper(`update activity_entry set username = 'eve' where id = 6`);
  expect(await linesOf(log)).toMatchObject([
    expect.stringMatching(/BROKEN. Entries up to 10 or checkpoints before 3 were changed/),
    nothingConfirmed,
    expect.any(String),
    expect.stringMatching(/acknowledges breaks before it/),
  ]);
});

it('ignores all checkpoints of a log that was signed again with the key of the instance', async () => {
  await using log = await givenLog();
  await log.tamper(`update activity_entry set username = 'max' where id = 2`);
  await log.tamper(rehash(2));
  await log.tamper('truncate activity_checkpoint');
  await signAgain(log, 1, 4);
  await signAgain(log, 2, 8);
  expect(await linesOf(log, log.core)).toMatchObject([
    expect.stringMatching(/BROKEN. The log contradicts checkpoint 2/),
    nothingConfirmed,
    expect.any(String),
  ]);
});

it('prints that there is no checkpoint yet', async () => {
  await using log = await givenLog();
  await log.tamper('truncate activity_checkpoint');
  await log.tamper("update activity_entry set at = '2030-01-01T02:30:00Z'");
  await log.tamper(rehash(1));
  await log.tamper("delete from secret where kind = 'activity-key'");
  expect(await linesOf(log)).toContain('No checkpoint covers it yet: core makes one every hour.');
});
