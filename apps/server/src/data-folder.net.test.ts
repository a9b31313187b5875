import { execFileSync } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { givenDataDir, spawnCore } from '../test/spawn-core.ts';

/** Neither root nor the owner of any file. */
const stranger = 65_534;

it('refuses the data folder of another user in one sentence, and ends with 2', async () => {
  await using folder = await givenDataDir();
  await chmod(folder.path, 0o700);
  await using core = spawnCore({ GATEWARDEN_DATA_DIR: folder.path }, undefined, stranger);
  expect(await core.ended).toBe(2);
  const sentence = `The user with id ${stranger}, as which this runs, may not use ${folder.path}: run it as the owner of that folder, or set GATEWARDEN_DATA_DIR to another folder.`;
  expect(core.output()).toEqual({ stdout: '', stderr: `Gatewarden cannot start.\n${sentence}\n` });
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
