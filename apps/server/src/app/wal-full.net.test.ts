import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getMe, signIn } from '@gatewarden/contract/auth';
import { getHealth, getReadiness } from '@gatewarden/contract/info';
import { patchSettings } from '@gatewarden/contract/settings';
import { expect, it } from 'vitest';
import { type Caller, createCaller } from '../../test/caller.ts';
import { query, silent } from '../../test/given/data-folder.ts';
import { spawnCore } from '../../test/spawn-core.ts';
import { findRunningPostgres } from '../platform/database/embedded/find-running.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded/start-embedded-postgres.ts';

const password = 'Correct-horse-7';

/** A data folder whose write-ahead log is on a separate disk. */
async function givenDataWithSmallWal() {
  await using made = new AsyncDisposableStack();
  const parent = await mkdtemp(join(tmpdir(), 'gatewarden-wal-'));
  made.defer(() => rm(parent, { recursive: true, maxRetries: 20, retryDelay: 50 }));
  await chmod(parent, 0o711);
  const [postgres, disk] = [join(parent, 'data', 'postgres'), join(parent, 'disk')];
  await mkdir(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=80m', 'gatewarden-test', disk]);
  // the database of a killed core may still be shutting down
  made.defer(() => void execFileSync('umount', ['--lazy', disk]));
  const database = await startEmbeddedPostgres({ folder: postgres, log: silent });
  await database.stop();
  const wal = join(postgres, 'pg_wal');
  const { uid, gid } = await stat(wal);
  await cp(wal, join(disk, 'wal'), { recursive: true });
  execFileSync('chown', ['-R', `${uid}:${gid}`, disk]);
  await rm(wal, { recursive: true });
  await symlink(join(disk, 'wal'), wal);
  const filler = join(disk, 'filler');
  const rest = made.move();
  return {
    dataDir: join(parent, 'data'),
    postgres,
    fill: () => writeFile(filler, Buffer.alloc(128 * 1024 * 1024)).catch(() => undefined),
    free: () => rm(filler),
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}

const statusOf = async (caller: Caller) => (await caller.try(getReadiness, {})).status;

it('keeps running while the disk of the write-ahead log is full and recovers once space is free', async () => {
  await using data = await givenDataWithSmallWal();
  await using core = spawnCore({ GATEWARDEN_DATA_DIR: data.dataDir, GATEWARDEN_ADMIN_PASSWORD: password });
  const [, url = ''] = await core.printed(/is ready: (\S+)\n/);
  const admin = createCaller(url);
  await admin.call(signIn, { body: { username: 'admin', password } });

  await data.fill();
  const connection = await findRunningPostgres(data.postgres);
  if (!connection) throw new Error('the database does not run');
  // existing segments are used up; then the database exits
  const useUp = () => query(connection, 'select pg_switch_wal(); create table if not exists t (); drop table t');
  const useAllUp = async () => {
    for (;;) await useUp();
  };
  await expect(useAllUp()).rejects.toThrow();
  const rename = () => admin.try(patchSettings, { body: { instance_name: 'Renamed' } });
  expect(await rename()).toMatchObject({ status: 503, body: { code: 'database_unavailable' } });
  expect(await statusOf(admin)).toBe(503);
  // only the log shows the reason: the database is not running
  expect(core.output().stdout).toMatch(/could not write to file .*No space left on device/);
  expect((await admin.try(getHealth, {})).status).toBe(200);

  await data.free();
  while ((await statusOf(admin)) !== 200);
  expect((await rename()).status).toBe(200);
  expect(await admin.call(getMe, {})).toMatchObject({ username: 'admin' });
  core.process.kill('SIGTERM');
  expect(await core.ended).toBe(0);
});
