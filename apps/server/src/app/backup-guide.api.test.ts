import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { getMe, signIn } from '@gatewarden/contract/auth';
import { addGroup } from '@gatewarden/contract/groups';
import { listNotices } from '@gatewarden/contract/notices';
import { expect, it } from 'vitest';
import { guideBlock } from '../../../../tools/guides/guide-blocks.ts';
import { followBackupGuide } from '../../test/backup-guide.ts';
import { type Caller, createCaller } from '../../test/caller.ts';
import { givenOtherPostgres } from '../../test/given/other-postgres.ts';
import { givenDataDir, spawnCore } from '../../test/spawn-core.ts';

const password = 'Correct-horse-7';
const credentials = { body: { username: 'admin', password } };

/** Runs core until `work` is done, with an administrator session. */
async function withCore<T>(environment: Record<string, string>, work: (admin: Caller) => Promise<T>): Promise<T> {
  await using core = spawnCore({ GATEWARDEN_ADMIN_PASSWORD: password, ...environment });
  const [, url = ''] = await core.printed(/is ready: (\S+)\n/);
  const admin = createCaller(url);
  await admin.call(signIn, credentials);
  const result = await work(admin);
  core.process.kill('SIGTERM');
  expect(await core.ended).toBe(0);
  return result;
}

const change = (admin: Caller) => admin.call(addGroup, { body: { name: 'lost' } });
const noticesOf = (admin: Caller) => admin.call(listNotices, {});
const detected = (details: Record<string, unknown>) => expect.objectContaining({ kind: 'restored', details });
const unknownEnd = detected({ from: expect.any(String) });
const known = detected({ from: expect.any(String), until: expect.any(String), entries: expect.any(Number) });

it('restores an embedded database on the same machine and on another one, and core detects it', async () => {
  await using folder = await givenDataDir();
  const data = join(folder.path, 'data');
  const environment = { GATEWARDEN_DATA_DIR: data };
  const guide = { ...environment, BACKUPS: join(folder.path, 'backups') };
  await withCore(environment, (admin) => admin.call(getMe, {}));
  await followBackupGuide(guideBlock('backup.md#embedded'), guide);
  expect((await stat(join(folder.path, 'backups/gatewarden.tar.gz'))).mode & 0o777).toBe(0o600);
  await withCore(environment, change);

  await followBackupGuide(guideBlock('backup.md#restore-same-machine'), guide);
  expect(await withCore(environment, noticesOf)).toContainEqual(known);
  const moved = { GATEWARDEN_DATA_DIR: join(folder.path, 'other', 'data') };
  await followBackupGuide(guideBlock('backup.md#restore-other-machine'), { ...guide, ...moved });
  expect(await withCore(moved, noticesOf)).toContainEqual(unknownEnd);
}, 120_000);

it('restores a database that is not embedded, and core detects it', async () => {
  await using postgres = await givenOtherPostgres();
  await using folder = await givenDataDir();
  const environment = { GATEWARDEN_DATA_DIR: join(folder.path, 'data'), DATABASE_URL: postgres.url('postgres') };
  const guide = {
    ...environment,
    BACKUPS: join(folder.path, 'backups'),
    RESTORED_URL: postgres.url('gatewarden_restored'),
  };
  await withCore(environment, async (admin) => {
    await followBackupGuide(guideBlock('backup.md#dump'), guide);
    await change(admin);
  });
  expect((await stat(join(folder.path, 'backups/gatewarden.dump'))).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder.path, 'backups/instance.key'))).mode & 0o777).toBe(0o600);
  await followBackupGuide(guideBlock('backup.md#restore-dump'), guide);
  const restored = { ...environment, DATABASE_URL: guide.RESTORED_URL };
  expect(await withCore(restored, noticesOf)).toContainEqual(known);
}, 120_000);
