import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lockFile } from './lock-file.ts';

async function givenFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'lock-file-'));
  const opened: FileHandle[] = [];
  return {
    folder,
    open: async () => {
      const file = await open(join(folder, 'lock'), 'a', 0o600);
      opened.push(file);
      return file;
    },
    async [Symbol.asyncDispose]() {
      for (const file of opened) await file.close();
      await rm(folder, { recursive: true });
    },
  };
}

it('locks a file once, until it is closed', async () => {
  await using given = await givenFolder();
  const [first, second] = [await given.open(), await given.open()];
  expect(await lockFile(first)).toBe(true);
  expect(await lockFile(second)).toBe(false);
  await first.close();
  expect(await lockFile(second)).toBe(true);
});

it('waits for a lock that is released in time', async () => {
  await using given = await givenFolder();
  const [first, second] = [await given.open(), await given.open()];
  await lockFile(first);
  const waiting = lockFile(second, { waitSeconds: 20 });
  await first.close();
  expect(await waiting).toBe(true);
});

it('reports that the program flock is missing', async () => {
  await using given = await givenFolder();
  const locking = lockFile(await given.open(), { environment: { PATH: given.folder } });
  await expect(locking).rejects.toMatchObject({ name: 'LockError', reason: 'program-missing' });
});

it('reports a file system without locks, and not that another process holds the lock', async () => {
  await using given = await givenFolder();
  // as flock(1) ends if flock(2) fails with another error than EWOULDBLOCK
  await writeFile(join(given.folder, 'flock'), '#!/bin/sh\nexit 65\n', { mode: 0o755 });
  const locking = lockFile(await given.open(), { environment: { PATH: given.folder } });
  await expect(locking).rejects.toMatchObject({ name: 'LockError', reason: 'unsupported' });
});

it('reports that a signal ended the program flock, and not a file system without locks', async () => {
  await using given = await givenFolder();
  await writeFile(join(given.folder, 'flock'), '#!/bin/sh\nkill -TERM $$\n', { mode: 0o755 });
  const locking = lockFile(await given.open(), { environment: { PATH: given.folder } });
  await expect(locking).rejects.toThrow('the program flock was ended by SIGTERM');
});
