import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createClientStore } from './client-store.ts';
import type { StoredClient } from './stored-client.ts';

async function givenFolder() {
  const path = await mkdtemp(join(tmpdir(), 'gatewarden-store-'));
  return { path, store: createClientStore(path), [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

function client(instanceId: string, instanceName: string): StoredClient {
  return {
    ...{ url: 'https://enroll.example.com', instanceId, instanceName, username: 'ada', deviceName: 'laptop' },
    ...{ privateKey: 'private', publicKey: 'public', pollToken: 'token', locations: [] },
  };
}

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe('client store', () => {
  it('has a private folder for each instance', async () => {
    await using given = await givenFolder();
    const { path, store } = given;
    await store.save(client('b', 'Umbrella'));
    await store.save(client('a', 'Acme'));
    await store.save({ ...client('a', 'Acme'), deviceName: 'renamed' });
    expect((await store.list()).map(({ instanceName, deviceName }) => [instanceName, deviceName])).toEqual([
      ['Acme', 'renamed'],
      ['Umbrella', 'laptop'],
    ]);
    for (const folder of ['', 'instances', 'instances/a']) expect(await modeOf(join(path, folder))).toBe('700');
    expect(await modeOf(join(path, 'instances/a/client.json'))).toBe('600');
    expect(await readdir(join(path, 'instances/a'))).toEqual(['client.json']);
    await store.remove('a');
    expect(await store.read('a')).toBeUndefined();
    expect(await store.list()).toHaveLength(1);
  });

  it('restricts a folder that others could open', async () => {
    await using given = await givenFolder();
    await mkdir(join(given.path, 'instances', 'a'), { recursive: true, mode: 0o755 });
    await given.store.save(client('a', 'Acme'));
    expect(await modeOf(join(given.path, 'instances/a'))).toBe('700');
  });

  it('is empty before the first login, and lets one process at a time add an instance', async () => {
    await using given = await givenFolder();
    expect(await given.store.list()).toEqual([]);
    await using _lock = await given.store.lock();
    await expect(given.store.lock()).rejects.toThrow('Another login is running');
  });

  it('explains a file that is damaged, and never leaves its folder', async () => {
    await using given = await givenFolder();
    await given.store.save(client('a', 'Acme'));
    await writeFile(join(given.path, 'instances/a/client.json'), '{"url":');
    await expect(given.store.list()).rejects.toThrow('cannot be read; delete it and log in again');
    await expect(given.store.save(client('../a', 'Acme'))).rejects.toThrow('not valid');
  });
});
