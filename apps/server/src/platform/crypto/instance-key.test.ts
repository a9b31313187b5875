import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadInstanceKey } from './instance-key.ts';
import { Secret } from './secret.ts';

async function givenFolder() {
  const path = await mkdtemp(join(tmpdir(), 'gatewarden-key-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

it('makes a key at the first start that only its owner may read, and keeps to it', async () => {
  await using folder = await givenFolder();
  const dataDir = join(folder.path, 'data');
  const key = await loadInstanceKey(undefined, dataDir);
  expect(key).toHaveLength(32);
  expect(await loadInstanceKey(undefined, dataDir)).toEqual(key);
  expect((await stat(join(dataDir, 'instance.key'))).mode & 0o777).toBe(0o600);
  expect(Buffer.from(await readFile(join(dataDir, 'instance.key'), 'utf8'), 'base64')).toEqual(key);
});

it('agrees on one key when several cores start at once', async () => {
  await using folder = await givenFolder();
  const keys = await Promise.all(Array.from({ length: 5 }, () => loadInstanceKey(undefined, folder.path)));
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  expect(await readdir(folder.path)).toEqual(['instance.key']);
});

it('starts although a start was killed while it made the key', async () => {
  await using folder = await givenFolder();
  await writeFile(join(folder.path, `instance.key.${process.pid}`), 'half');
  expect(await loadInstanceKey(undefined, folder.path)).toHaveLength(32);
});

it('takes the key from the setting and then makes no file', async () => {
  await using folder = await givenFolder();
  const text = '5tXSJyHD0MeYD9UAnmXxqJM7b4ZGNPLzGQmHSLpYVQM=';
  expect((await loadInstanceKey(new Secret(text), folder.path)).toString('base64')).toBe(text);
  expect(await readdir(folder.path)).toEqual([]);
});
