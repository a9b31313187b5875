import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { givenDataDir, spawnAdmin, spawnCore } from '../test/spawn-core.ts';

/** Neither root nor the owner of any file. */
const stranger = 65_534;

const refusalOf = (path: string) =>
  `The user with id ${stranger}, as which this runs, may not use ${path}: run it as the owner of that folder, or set GATEWARDEN_DATA_DIR to another folder.`;

it('refuses the data folder of another user in one sentence, and ends with 2', async () => {
  await using folder = await givenDataDir();
  await chmod(folder.path, 0o700);
  await using core = spawnCore({ GATEWARDEN_DATA_DIR: folder.path }, undefined, stranger);
  expect(await core.ended).toBe(2);
  const stderr = `Gatewarden cannot start.\n${refusalOf(folder.path)}\n`;
  expect(core.output()).toEqual({ stdout: '', stderr });
});

it.each([
  ['the instance key', 'instance.key', undefined],
  ['the password of the database', 'postgres.password', randomBytes(32).toString('base64')],
])('refuses a command to a user who may not read %s, in one sentence, and ends with 2', async (_, file, key) => {
  await using folder = await givenDataDir();
  // as core makes them
  await chmod(folder.path, 0o711);
  await writeFile(join(folder.path, file), 'secret', { mode: 0o600 });
  const environment = { GATEWARDEN_DATA_DIR: folder.path, ...(key && { GATEWARDEN_SECRET_KEY: key }) };
  await using admin = spawnAdmin(['users', 'list'], environment, undefined, stranger);
  expect(await admin.ended).toBe(2);
  expect(admin.output()).toEqual({ stdout: '', stderr: `${refusalOf(folder.path)}\n` });
});

it('refuses a data folder on a read-only file system in one sentence, and ends with 2', async () => {
  await using folder = await givenDataDir();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=1m', 'gatewarden-test', folder.path]);
  await using mounted = new AsyncDisposableStack();
  mounted.defer(() => void execFileSync('umount', ['--lazy', folder.path]));
  await using core = spawnCore({ GATEWARDEN_DATA_DIR: folder.path });
  expect(await core.ended).toBe(2);
  const sentence = `${folder.path} is on a read-only file system: set GATEWARDEN_DATA_DIR to another folder.`;
  expect(core.output()).toEqual({ stdout: '', stderr: `Gatewarden cannot start.\n${sentence}\n` });
});
