import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getMe, signIn } from '@gatewarden/contract/auth';
import { getReadiness } from '@gatewarden/contract/info';
import { listNotices } from '@gatewarden/contract/notices';
import { patchSettings } from '@gatewarden/contract/settings';
import { expect, it } from 'vitest';
import { type Caller, createCaller } from '../../test/caller.ts';
import { givenDataFolder, query } from '../../test/given/data-folder.ts';
import { spawnCore } from '../../test/spawn-core.ts';

const password = 'Correct-horse-7';
const notReady = async (caller: Caller) => (await caller.try(getReadiness, {})).status !== 200;

/** A separate disk for all data of the database `small` except the write-ahead log. */
async function givenSmallDisk() {
  await using made = new AsyncDisposableStack();
  const parent = await mkdtemp(join(tmpdir(), 'gatewarden-disk-'));
  made.defer(() => rm(parent, { recursive: true, maxRetries: 20, retryDelay: 50 }));
  await chmod(parent, 0o711);
  const disk = join(parent, 'disk');
  await mkdir(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'gatewarden-test', disk]);
  // the database of a killed core may still be shutting down
  made.defer(() => void execFileSync('umount', ['--lazy', disk]));
  const filler = join(disk, 'filler');
  const rest = made.move();
  return {
    disk,
    async giveToOwnerOf(path: string) {
      const { uid, gid } = await stat(path);
      await chown(disk, uid, gid);
    },
    fill: () => writeFile(filler, Buffer.alloc(64 * 1024 * 1024)).catch(() => undefined),
    free: () => rm(filler),
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}

it('continues reading while the disk of the database is full and recovers once space is free', async () => {
  await using small = await givenSmallDisk();
  await using data = await givenDataFolder();
  const { connection } = await data.start();
  await small.giveToOwnerOf(data.folder);
  await query(connection, `create tablespace small location '${small.disk}'`);
  await query(connection, 'create database small tablespace small');
  const { host, port, user, password: word } = connection;
  const DATABASE_URL = `postgres://${user}:${encodeURIComponent(word)}@localhost:${port}/small?host=${encodeURIComponent(host)}`;
  const environment = { DATABASE_URL, GATEWARDEN_DATA_DIR: join(data.parent, 'core') };
  await using core = spawnCore({ ...environment, GATEWARDEN_ADMIN_PASSWORD: password });
  const [, url = ''] = await core.printed(/is ready: (\S+)\n/);
  const [admin, other] = [createCaller(url), createCaller(url)];
  const word2 = { body: { username: 'admin', password } };
  await admin.call(signIn, word2);

  await small.fill();
  // writes succeed while existing pages have space
  let count = 0;
  const rename = () => {
    count += 1;
    return admin.try(patchSettings, { body: { instance_name: `${count}`.padStart(64, 'x') } });
  };
  let answer = await rename();
  while (answer.status === 200) answer = await rename();
  expect(answer).toMatchObject({ status: 503, body: { code: 'database_full' } });
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]/);
  expect(await other.try(getReadiness, {})).toMatchObject({
    status: 503,
    body: { code: 'database_full', details: { reads: true } },
  });
  expect(await admin.call(getMe, {})).toMatchObject({ username: 'admin' });
  expect(await admin.call(listNotices, {})).toMatchObject([{ kind: 'database_full' }]);
  expect([200, 503]).toContain((await other.try(signIn, word2)).status);

  await small.free();
  while (await notReady(other));
  expect((await rename()).status).toBe(200);
  expect(await admin.call(listNotices, {})).toEqual([]);
  expect(await other.try(signIn, word2)).toMatchObject({ status: 200 });
  core.process.kill('SIGTERM');
  expect(await core.ended).toBe(0);
});
