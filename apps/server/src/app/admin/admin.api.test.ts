import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { listActivity } from '@gatewarden/contract/activity-log';
import { expect, it } from 'vitest';
import { runAdmin } from '../../../test/admin-program.ts';
import { query, silent } from '../../../test/given/data-folder.ts';
import { startTestServer } from '../../../test/harness.ts';
import { givenDataDir, spawnAdmin, spawnCore } from '../../../test/spawn-core.ts';
import { startEmbeddedPostgres } from '../../platform/database/embedded/start-embedded-postgres.ts';

const admin = (environment: Record<string, string>, ...words: string[]) => runAdmin(words, environment);

/** As a process of its own. */
async function spawned(environment: Record<string, string>, ...words: string[]) {
  await using program = spawnAdmin(words, environment);
  return { code: await program.ended, ...program.output() };
}

/** Changes the database while no core is running. */
async function tamper(dataDir: string, statement: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres'), log: silent });
  try {
    await query(postgres.connection, statement);
  } finally {
    await postgres.stop();
  }
}

it('verifies the log with and without a running core and reports the first broken entry', async () => {
  await using folder = await givenDataDir();
  const environment = { GATEWARDEN_DATA_DIR: folder.path };
  const verify = () => admin(environment, 'activity', 'verify');
  await using core = spawnCore({ ...environment, GATEWARDEN_ADMIN_PASSWORD: 'Correct-horse-7' });
  await core.printed(/ready/);
  const running = await spawned(environment, 'activity', 'verify');
  expect(running).toMatchObject({ code: 0, stderr: '' });
  expect(running.stdout).toMatch(/The activity log is whole: 2 entries, [01] checkpoints?\.\n/);
  core.process.kill('SIGTERM');
  expect(await core.ended).toBe(0);

  // the previous run is an entry itself
  expect(await verify()).toMatchObject({ code: 0, stdout: expect.stringContaining('whole: 3 entries') });
  await tamper(folder.path, `update activity_entry set username = 'forged' where id = 2`);
  expect(await verify()).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('BROKEN. Entry 2 is not what was written there'),
  });
});

it('logs each run in an external database', async () => {
  const secretKey = randomBytes(32).toString('base64');
  await using server = await startTestServer({ environment: { GATEWARDEN_SECRET_KEY: secretKey } });
  const root = await server.given.admin();
  const environment = { DATABASE_URL: server.database.url, GATEWARDEN_SECRET_KEY: secretKey };
  expect(await admin(environment, 'activity', 'verify')).toMatchObject({ code: 0, stderr: '' });
  const { data } = await root.call(listActivity, { query: { event: 'admin_command_run' } });
  const account = userInfo().username;
  expect(data).toMatchObject([
    {
      username: null,
      device: `command line (${account})`,
      description: `activity verify by ${account}: whole, 3 entries`,
    },
  ]);
});

it('explains in one sentence what is missing and creates nothing', async () => {
  await using folder = await givenDataDir();
  const environment = { GATEWARDEN_DATA_DIR: folder.path };
  expect(await spawned(environment, 'activity', 'verify')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^There is no instance key at [^\n]*\n$/),
  });
  const key = randomBytes(32).toString('base64');
  expect(await admin({ ...environment, GATEWARDEN_SECRET_KEY: key }, 'activity', 'verify')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^There is no database in [^\n]*\n$/),
  });
  for (const words of [[], ['activity'], ['activity', 'verify', 'more'], ['fly']]) {
    const { code, stderr } = await admin(environment, ...words);
    expect([words, code, stderr]).toEqual([words, 2, expect.stringMatching(/activity verify +check that/)]);
  }
});
