import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret } from '@gatewarden/process/secret';
import { expect, it } from 'vitest';
import { createInstanceKey, readInstanceKey, readInstanceKeyFile } from './instance-key.ts';

async function givenFolder() {
  const path = await mkdtemp(join(tmpdir(), 'gatewarden-key-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

it('creates a key with mode 0600 and returns the same one afterwards', async () => {
  await using folder = await givenFolder();
  expect(await readInstanceKey(undefined, folder.path)).toBeUndefined();
  const key = await createInstanceKey(folder.path);
  expect(key).toHaveLength(32);
  expect(await readInstanceKey(undefined, folder.path)).toEqual(key);
  expect(await createInstanceKey(folder.path)).toEqual(key);
  expect((await stat(join(folder.path, 'instance.key'))).mode & 0o777).toBe(0o600);
  expect(Buffer.from(await readFile(join(folder.path, 'instance.key'), 'utf8'), 'base64')).toEqual(key);
});

it('creates one key when several cores start at the same time', async () => {
  await using folder = await givenFolder();
  const keys = await Promise.all(Array.from({ length: 5 }, () => createInstanceKey(folder.path)));
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  expect(await readdir(folder.path)).toEqual(['instance.key']);
});

it('creates a key after a previous start was killed while creating one', async () => {
  await using folder = await givenFolder();
  await writeFile(join(folder.path, `instance.key.${process.pid}`), 'half');
  expect(await createInstanceKey(folder.path)).toHaveLength(32);
});

it('reads the key from the setting and creates no file', async () => {
  await using folder = await givenFolder();
  const text = '5tXSJyHD0MeYD9UAnmXxqJM7b4ZGNPLzGQmHSLpYVQM=';
  expect((await readInstanceKey(new Secret(text), folder.path))?.toString('base64')).toBe(text);
  expect(await readdir(folder.path)).toEqual([]);
});

it.each(['', '\n', 'AAAA', 'A'.repeat(43)])(
  'rejects the file %j, advises restoring it and does not change it',
  async (content) => {
    await using folder = await givenFolder();
    const file = join(folder.path, 'instance.key');
    await mkdir(folder.path, { recursive: true });
    await writeFile(file, content);
    await expect(readInstanceKey(undefined, folder.path)).rejects.toMatchObject({
      name: 'StartError',
      exitCode: 2,
      message: expect.stringMatching(/instance\.key is (empty|not a usable).*Put the former file back from a backup/),
    });
    expect(await readFile(file, 'utf8')).toBe(content);
  },
);

it('advises generating a key if the setting is not a key', async () => {
  await expect(readInstanceKey(new Secret('short'), '/nowhere')).rejects.toThrow(/openssl rand -base64 32$/);
});

it('reads a new key from any file and rejects a file that has none', async () => {
  await using folder = await givenFolder();
  await mkdir(folder.path, { recursive: true });
  const file = join(folder.path, 'new.key');
  await expect(readInstanceKeyFile(file)).rejects.toThrow(`${file} cannot be read: ENOENT.`);
  await writeFile(file, 'short');
  await expect(readInstanceKeyFile(file)).rejects.toThrow(/openssl rand -base64 32$/);
  // longer than a string can be
  await truncate(file, 2 ** 30);
  await expect(readInstanceKeyFile(file)).rejects.toThrow('is not a usable instance key');
  const key = randomBytes(32);
  await writeFile(file, `${key.toString('base64')}\n`);
  expect(await readInstanceKeyFile(file)).toEqual(key);
});
