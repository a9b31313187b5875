import { expect, it } from 'vitest';
import { givenLog, rehash } from '../../../test/given/signed-log.ts';
import type { Features } from '../features.ts';
import { activityCommands } from './verify-activity.command.ts';

type GivenLog = Awaited<ReturnType<typeof givenLog>>;

/** The lines that `activity verify` prints besides the public key. */
async function linesOf(log: GivenLog): Promise<readonly string[]> {
  const command = activityCommands.find(({ name }) => name === 'activity verify');
  if (!command) throw new Error('there is no such command');
  const features = { logCheckpoints: await log.startCore() } as unknown as Features;
  const origin = { by: 'system', ip: undefined, device: undefined } as const;
  const ask = () => Promise.reject(new Error('the command asks nothing'));
  const { lines } = await command.run({ features, origin, ask }, { values: [], options: new Set() });
  return lines.slice(1);
}

it('says which entries checkpoints cover, and how many after them are chained', async () => {
  await using log = await givenLog();
  expect(await linesOf(log)).toEqual([
    'The activity log is whole: 10 entries, 2 checkpoints.',
    'Checkpoints cover entries 1 to 8, as of 2030-01-01T02:00:00.000Z; 2 after them are chained.',
    expect.any(String),
  ]);
});

it('says what checkpoints confirm before a broken entry, whether later ones cover it or not', async () => {
  await using log = await givenLog();
  await log.tamper(`update activity_entry set description = 'x' where id = 6`);
  expect(await linesOf(log)).toMatchObject([
    expect.stringMatching(/BROKEN. Entry 6 is not/),
    'Before the break, checkpoints confirm entries 1 to 4, as of 2030-01-01T01:00:00.000Z.',
    expect.any(String),
  ]);
});

it('says that no checkpoint confirms anything before a broken entry that the first one covers', async () => {
  await using log = await givenLog();
  await log.tamper(`update activity_entry set description = 'x' where id = 2`);
  expect(await linesOf(log)).toMatchObject([
    expect.stringMatching(/BROKEN. Entry 2 is not/),
    'No checkpoint confirms the entries before the break.',
    expect.any(String),
  ]);
});

it('says that there is no checkpoint yet where there is none', async () => {
  await using log = await givenLog();
  await log.tamper('truncate activity_checkpoint');
  await log.tamper("update activity_entry set at = '2030-01-01T02:30:00Z'");
  await log.tamper(rehash(1));
  await log.tamper("delete from instance where name = 'activity-key'");
  expect(await linesOf(log)).toContain('No checkpoint covers it yet: core makes one every hour.');
});
