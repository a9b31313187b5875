import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from 'vitest';
import { openLogFiles } from './log-files.ts';

const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures are needed
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'gatewarden-log-files-'));
    await use(folder);
    await rm(folder, { recursive: true });
  },
});

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
const filesIn = async (folder: string) => (await readdir(join(folder, 'logs'))).toSorted();

test('writes lines at once to a file that only its owner can read, and continues it at the next start', async ({
  folder,
}) => {
  const first = await openLogFiles(folder);
  first.write('one\n');
  const second = await openLogFiles(folder);
  second.write('two\n');
  expect(await readFile(join(folder, 'logs/core.1.log'), 'utf8')).toBe('one\ntwo\n');
  expect([await modeOf(join(folder, 'logs')), await modeOf(join(folder, 'logs/core.1.log'))]).toEqual([0o700, 0o600]);
});

test('keeps five files, the newest ones, also those of earlier starts', async ({ folder }) => {
  const line = `${'x'.repeat(999)}\n`;
  for (let start = 0; start < 2; start += 1) {
    const files = await openLogFiles(folder, { megabytes: 0.01 });
    for (let file = 0; file < 5; file += 1) {
      const before = await filesIn(folder);
      for (let n = 0; n < 11; n += 1) files.write(line);
      await expect.poll(() => filesIn(folder)).not.toEqual(before);
    }
  }
  await expect
    .poll(() => filesIn(folder))
    .toEqual(['core.10.log', 'core.11.log', 'core.7.log', 'core.8.log', 'core.9.log']);
});

test('reports once that the folder cannot be used, and takes further lines without an error', async ({ folder }) => {
  await writeFile(join(folder, 'logs'), 'a file in place of the folder');
  const files = await openLogFiles(folder);
  const failures: Error[] = [];
  files.onFailure((error) => {
    failures.push(error);
    files.write('the report itself\n');
  });
  files.write('lost\n');
  expect(failures).toMatchObject([{ code: 'ENOTDIR' }]);
});

test('continues on a full disk, and reports it once', async ({ folder }) => {
  await mkdir(join(folder, 'logs'));
  await symlink('/dev/full', join(folder, 'logs/core.1.log'));
  const files = await openLogFiles(folder);
  const failures: Error[] = [];
  files.onFailure((error) => failures.push(error));
  for (let n = 0; n < 2_000; n += 1) files.write(`${'x'.repeat(999)}\n`);
  await expect.poll(() => failures).toMatchObject([{ code: 'ENOSPC' }]);
});
