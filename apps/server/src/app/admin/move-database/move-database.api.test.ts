import { listActivity } from '@gatewarden/contract/activity-log';
import { getMe, signIn } from '@gatewarden/contract/auth';
import { addGroup, listGroups } from '@gatewarden/contract/groups';
import { listNotices } from '@gatewarden/contract/notices';
import pg from 'pg';
import { expect, it } from 'vitest';
import { guideBlock } from '../../../../../../tools/guides/guide-blocks.ts';
import { runAdmin } from '../../../../test/admin-program.ts';
import { type Caller, createCaller } from '../../../../test/caller.ts';
import { givenOtherPostgres } from '../../../../test/given/other-postgres.ts';
import { givenDataDir, spawnCore } from '../../../../test/spawn-core.ts';

const password = 'Correct-horse-7';

/** Runs core until `work` is done. */
async function withCore<T>(environment: Record<string, string>, work: (url: string) => Promise<T>): Promise<T> {
  await using core = spawnCore({ GATEWARDEN_ADMIN_PASSWORD: password, ...environment });
  const [, url = ''] = await core.printed(/is ready: (\S+)\n/);
  const result = await work(url);
  core.process.kill('SIGTERM');
  expect(await core.ended).toBe(0);
  return result;
}

async function signedIn(url: string): Promise<Caller> {
  const admin = createCaller(url);
  await admin.call(signIn, { body: { username: 'admin', password } });
  return admin;
}

/** Follows docs/moving.md. */
async function move(environment: Record<string, string>, target: string) {
  const typed = guideBlock('moving.md#move-embedded').trim().replace('"$NEW_DATABASE_URL"', target);
  return runAdmin(typed.replace('npm run admin -- ', '').split(' '), environment);
}

/** Creates a database on an older PostgreSQL, whose owner has no other rights. */
async function givenTarget() {
  const postgres = await givenOtherPostgres();
  const as = (user: string, database: string) => postgres.url(database).replace('postgres@', `${user}@`);
  await run(postgres.url('postgres'), 'create role app login');
  await run(postgres.url('postgres'), `create database gatewarden owner app`);
  return { url: as('app', 'gatewarden'), [Symbol.asyncDispose]: () => postgres[Symbol.asyncDispose]() };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

it('moves an instance with its sessions and its log and does not start on the former database', async () => {
  await using folder = await givenDataDir();
  await using target = await givenTarget();
  const embedded = { GATEWARDEN_DATA_DIR: folder.path };
  const session = await withCore(embedded, async (url) => {
    const admin = await signedIn(url);
    await admin.call(addGroup, { body: { name: 'moved' } });
    return admin.cookie;
  });

  expect(await move(embedded, target.url)).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^All \d+ rows of \d+ tables are in localhost\/gatewarden/),
  });

  const external = { ...embedded, DATABASE_URL: target.url };
  await withCore(external, async (url) => {
    const admin = createCaller(url, session);
    expect(await admin.call(getMe, {})).toMatchObject({ username: 'admin' });
    expect((await admin.call(listGroups, {})).map(({ name }) => name)).toContain('moved');
    expect(await admin.call(listNotices, {})).toEqual([]);
    // the sequences continue
    await admin.call(addGroup, { body: { name: 'after the move' } });
    const { data } = await admin.call(listActivity, { query: { event: 'admin_command_run' } });
    expect(data).toMatchObject([{ description: expect.stringMatching(/^move-database --to by .*: moved, \d+ rows$/) }]);
  });
  expect(await runAdmin(['activity', 'verify'], external)).toMatchObject({ code: 0 });
  expect(await move(external, target.url)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('uses an external PostgreSQL already'),
  });

  await using former = spawnCore(embedded);
  expect(await former.ended).not.toBe(0);
  expect(former.output().stderr).toContain('The database was moved to localhost/gatewarden: set DATABASE_URL.');
}, 120_000);

it.each(['mysql://localhost/gatewarden', 'nonsense', ''])(
  'names the option when %j is not an address',
  async (target) => {
    await using folder = await givenDataDir();
    const answer = await move({ GATEWARDEN_DATA_DIR: folder.path }, target);
    expect(answer).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^--to must be an address such as postgres:/),
    });
  },
);
