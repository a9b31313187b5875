import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { acknowledgeLogProblem, getLogCheckpoint } from '@gatewarden/contract/activity-log';
import { expect, it, vi } from 'vitest';
import { startTestServer } from '../../../test/harness.ts';

const script = fileURLToPath(new URL('../../../../../docs/examples/verify-activity-export.mjs', import.meta.url));

/** What the documented script prints for an export and checkpoints; if it fails, its error output. */
async function check(log: string, ...checkpoints: readonly object[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-export-'));
  const store = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const args = [script, await store('activity.json', log)];
  for (const [index, one] of checkpoints.entries()) args.push(await store(`${index}.json`, JSON.stringify(one)));
  try {
    return (await promisify(execFile)(process.execPath, args)).stdout;
  } catch (error) {
    return (error as { stderr: string }).stderr;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A log with an administrator and a group, and the first checkpoint after them. */
async function givenSignedLog() {
  const server = await startTestServer();
  const admin = await server.given.admin();
  await server.given.group({ name: 'Żółć "한국어"' });
  // a core signs when it starts
  await using _ = await server.startReplica();
  const checkpoint = await vi.waitUntil(async () => (await admin.call(getLogCheckpoint, {})).checkpoint);
  const exportLog = async () => (await admin.send('GET', '/activity_log/export?format=json&sort_order=asc')).text();
  return { server, admin, checkpoint, exportLog, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

it('exports a log that the documented script verifies without the database and in which it detects changes', async () => {
  await using log = await givenSignedLog();
  const { checkpoint } = log;
  const exported = await log.exportLog();
  expect(await check(exported, checkpoint)).toMatch(/entries follow each other\.\nCheckpoint 1 of/);
  const changed = exported.replace('"username":"rosa"', '"username":"ruut"');
  expect(await check(changed, checkpoint)).toMatch(/shows something else than its hash covers/);
  const both = changed.replace('\\"rosa\\"', '\\"ruut\\"');
  expect(await check(both, checkpoint)).toMatch(/is not what was written|shows something else/);
  expect(await check(exported, { ...checkpoint, entry_id: 1 })).toMatch(/the signature is wrong/);
});

it('lets the script accept acknowledged breaks and detect later changes to the acknowledged part', async () => {
  await using log = await givenSignedLog();
  const { server, admin, checkpoint } = log;
  await server.query(`update activity_entry set description = 'changed' where id = 2`);
  expect(await check(await log.exportLog(), checkpoint)).toMatch(/^entry 2 is not what was written/);
  await server.query(`insert into activity_problem (kind, number, entry_id, since) values ('rewritten', 1, 2, now())`);
  const restarted = await admin.call(acknowledgeLogProblem, {});
  const acknowledged = await check(await log.exportLog(), checkpoint, restarted);
  expect(acknowledged).toMatch(/^Acknowledged by checkpoint 2: entry 2 is not what was written/);
  expect(acknowledged).toMatch(/The entries before it are as they were then\.\n$/);
  expect(await check(await log.exportLog(), restarted)).toMatch(/checkpoints before 2 were not compared/);

  await server.query(`update activity_entry set description = 'changed again' where id = 2`);
  expect(await check(await log.exportLog(), checkpoint, restarted)).toMatch(
    /changed, deleted or inserted after checkpoint 2/,
  );
});

it('lets the script report that it cannot compare the checkpoints before an acknowledgement', async () => {
  await using log = await givenSignedLog();
  const { server, admin, checkpoint } = log;
  await server.query(`update activity_entry set description = 'changed' where id = 2`);
  await server.query(`insert into activity_problem (kind, number, entry_id, since) values ('rewritten', 1, 2, now())`);
  // the number in the table at the time of the acknowledgement
  await server.query('update activity_checkpoint set number = 5 where number = 1');
  const restarted = await admin.call(acknowledgeLogProblem, {});
  const { broken } = JSON.parse(restarted.acknowledged ?? '');
  expect(broken).toContainEqual(expect.objectContaining({ kind: 'checkpoint missing' }));
  expect(await check(await log.exportLog(), checkpoint, restarted)).toMatch(/were not compared: .* some were broken/);
});
