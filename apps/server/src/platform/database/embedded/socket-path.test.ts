import { mkdir, mkdtemp, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { shortenSocketPath } from './socket-path.ts';

it('uses the data folder itself if its path fits into an address', async () => {
  const folder = `/${'d'.repeat(107 - '/.s.PGSQL.5432'.length - 1)}`;
  expect((await shortenSocketPath(folder, 'unused')).host).toBe(folder);
});

it('links to a folder whose path is too long and reuses the link of a killed core', async () => {
  const { folder, name } = await givenLongFolder();
  const first = await shortenSocketPath(folder, name);
  expect(await readlink(first.host)).toBe(folder);
  const second = await shortenSocketPath(folder, name);
  expect(second.host).toBe(first.host);
  await second.remove();
  await expect(readlink(first.host)).rejects.toThrow('ENOENT');
});

it.each(['file', 'link'])('avoids a %s of another user in place of the link', async (kind) => {
  const { folder, name } = await givenLongFolder();
  const taken = join(tmpdir(), name);
  onTestFinished(() => rm(taken));
  if (kind === 'file') await writeFile(taken, '');
  else await symlink('/elsewhere', taken);
  const link = await shortenSocketPath(folder, name);
  onTestFinished(() => link.remove());
  expect(link.host).not.toBe(taken);
  expect(await readlink(link.host)).toBe(folder);
});

async function givenLongFolder(): Promise<{ folder: string; name: string }> {
  const parent = await mkdtemp(join(tmpdir(), 'gatewarden-test-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const folder = join(parent, 'x'.repeat(100));
  await mkdir(folder);
  return { folder, name: `${basename(parent)}-link` };
}
