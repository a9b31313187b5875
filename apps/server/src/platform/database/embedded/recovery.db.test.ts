import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readdir, watch, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DataFolder, givenCopy, givenDataFolder, query, silent } from '../../../../test/given/data-folder.ts';
import { findBinaries } from './binaries.ts';
import { claimCluster } from './claim-cluster.ts';
import { resolveOwner } from './data-folder.ts';
import { planLaunch } from './launch.ts';
import { acquireLock } from './lock.ts';
import { clusterNameOf, listPostgresProcesses, readPostmasterPid } from './postgres-processes.ts';
import { type RunningPostgres, runPostgres } from './run-postgres.ts';
import { findUnprivilegedUser } from './unprivileged-user.ts';

let template: DataFolder;

beforeAll(async () => {
  template = await givenDataFolder();
  const database = await template.start();
  await query(database.connection, 'CREATE TABLE note (text text)');
  await database.stop();
});
afterAll(() => template[Symbol.asyncDispose]());

it('reports a killed PostgreSQL and recovers committed data at the next start', async () => {
  await using data = await givenCopy(template);
  const first = await data.start();
  await query(first.connection, `INSERT INTO note VALUES ('committed')`);
  process.kill(await postmasterOf(data), 'SIGKILL');
  expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' });

  const second = await data.start();
  expect(second.connection).toEqual(first.connection);
  expect(await query(second.connection, 'SELECT text FROM note')).toEqual([{ text: 'committed' }]);
});

it('starts with the committed data of a killed core', async () => {
  await using data = await givenCopy(template);
  const core = data.spawnCore();
  await query(await core.started, `INSERT INTO note VALUES ('committed')`);
  await core.kill();

  const { connection } = await data.start();
  expect(await query(connection, 'SELECT text FROM note')).toEqual([{ text: 'committed' }]);
});

it('shuts the database down when core is killed', async () => {
  await using data = await givenCopy(template);
  const core = data.spawnCore();
  await core.started;
  expect(await listPostgresProcesses(data.folder)).not.toEqual([]);
  await core.kill();
  await using folder = await open(data.folder);
  expect(await acquireLock(folder, 20)).toBe(true);
  expect(await listPostgresProcesses(data.folder)).toEqual([]);
});

it('stops a database that an earlier core left running and restarts it', async () => {
  await using data = await givenCopy(template);
  const leftover = await runWithoutCore(data.folder);
  const { connection } = await data.start();
  expect(await leftover.exited).toEqual({ code: 0, signal: null });
  expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('stops suspended processes of a killed server', async () => {
  await using data = await givenCopy(template);
  const leftover = await runWithoutCore(data.folder);
  const pids = await listPostgresProcesses(data.folder);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  process.kill(await postmasterOf(data), 'SIGKILL');
  await leftover.exited;

  const { connection } = await data.start();
  expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect((await listPostgresProcesses(data.folder)).filter((pid) => pids.includes(pid))).toEqual([]);
});

it('starts despite a lock file whose process id belongs to another program', async () => {
  await using data = await givenCopy(template);
  await using other = await anotherProgram();
  const lockFile = [other.pid, data.folder, '1700000000', '5432', '.', '', '  1234567    123456', 'ready'].join('\n');
  await writeFile(join(data.folder, 'postmaster.pid'), `${lockFile}\n`);
  await writeFile(join(data.folder, '.s.PGSQL.5432.lock'), `${lockFile}\n`);

  const { connection } = await data.start();
  expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(other.exitCode).toBeNull();
});

it('starts over after it was killed while creating the database', async () => {
  await using data = await givenDataFolder();
  const core = data.spawnCore();
  await fileAppeared(data.parent, (file) => file.startsWith('postgres.new-'));
  await core.kill();
  expect(await readdir(data.parent)).not.toContain('postgres');

  const { connection } = await data.start();
  expect(await query(connection, 'SELECT current_database() AS name')).toEqual([{ name: 'gatewarden' }]);
  expect((await readdir(data.parent)).toSorted()).toEqual(['postgres', 'postgres.lock', 'postgres.password']);
});

async function postmasterOf({ folder }: DataFolder): Promise<number> {
  const pid = await readPostmasterPid(folder);
  if (!pid) throw new Error('PostgreSQL does not run');
  return pid;
}

/** Starts PostgreSQL without a core, as a killed core leaves it. */
async function runWithoutCore(folder: string): Promise<RunningPostgres> {
  const plan = await planLaunch(await findBinaries(), folder, await resolveOwner(folder, await findUnprivilegedUser()));
  await using clusterLock = await claimCluster(folder, silent);
  return await runPostgres({
    plan,
    folder,
    clusterName: await clusterNameOf(folder),
    clusterLock,
    settings: {},
    log: silent,
  });
}

/**
 * A program that the user of the database may signal, as PostgreSQL does to check whether the owner of a lock is alive.
 */
async function anotherProgram() {
  const user = await findUnprivilegedUser();
  const child = spawn('sleep', ['600'], { stdio: 'ignore', cwd: '/', ...(user && { uid: user.uid, gid: user.gid }) });
  await once(child, 'spawn');
  return Object.assign(child, {
    async [Symbol.asyncDispose]() {
      if (child.kill('SIGKILL')) await once(child, 'exit');
    },
  });
}

/** Resolves as soon as a matching file appears in the folder. */
async function fileAppeared(folder: string, isMatch: (name: string) => boolean): Promise<void> {
  const watching = new AbortController();
  const events = watch(folder, { signal: watching.signal });
  for await (const { filename } of events) if (filename && isMatch(filename)) break;
  watching.abort();
}
