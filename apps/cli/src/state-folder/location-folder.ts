import { existsSync, type FSWatcher, watch } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeFileAtomically } from '@gatewarden/link/atomic-file';
import { tryLockFolder } from '@gatewarden/link/folder-lock';
import { z } from 'zod';
import { emptyTemporaryFolder, maxAliasBytes, preparePrivateFolder } from './private-folder.ts';

/** The interface that `up` made, for `status` and `down`. */
const StoredInterface = z.object({ name: z.string(), userspaceOnly: z.boolean() });
export type StoredInterface = z.infer<typeof StoredInterface>;

/** The folder of a tunnel, used by one `up` at a time. */
export interface LocationFolder extends AsyncDisposable {
  /** Aborted when `down` asks for it. */
  readonly stopRequested: AbortSignal;
  saveInterface(link: StoredInterface): Promise<void>;
  /** Call it after the interface was removed. */
  clearInterface(): Promise<void>;
}

const interfaceFile = 'interface.json';
const stopFile = 'stop';
/** Longer than a request to core and the removal of an interface take. */
const stopSeconds = 30;

/** Undefined when another process has the location up. @throws StopError when the folder cannot be used */
export async function openLocationFolder(path: string): Promise<LocationFolder | undefined> {
  await preparePrivateFolder(path);
  // of an `up` that was killed; one that runs is informed already
  await rm(join(path, stopFile), { force: true });
  const lock = await tryLockFolder(path);
  if (!lock) return undefined;
  await emptyTemporaryFolder(path);
  const stopping = new AbortController();
  const watcher = watchFor(path, stopFile, () => stopping.abort());
  // `down` may have asked before the watcher began
  if (existsSync(join(path, stopFile))) stopping.abort();
  return {
    stopRequested: stopping.signal,
    saveInterface: (link) => writeFileAtomically(join(path, interfaceFile), `${JSON.stringify(link)}\n`),
    clearInterface: () => rm(join(path, interfaceFile), { force: true }),
    async [Symbol.asyncDispose]() {
      watcher.close();
      await lock[Symbol.asyncDispose]();
    },
  };
}

/**
 * Asks the `up` of the folder to end and waits for that, then calls `cleanUp` while no other process can use the folder.
 * - `stopped`: an `up` ended.
 * - `absent`: none was running.
 * - `busy`: it did not end in time.
 */
export async function stopLocation(path: string, cleanUp: () => Promise<void>): Promise<'stopped' | 'absent' | 'busy'> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const free = await tryLockFolder(path);
  if (!free) await writeFile(join(path, stopFile), '', { mode: 0o600 });
  await using lock = free ?? (await tryLockFolder(path, stopSeconds));
  if (!lock) return 'busy';
  await cleanUp();
  await rm(join(path, stopFile), { force: true });
  await rm(join(path, interfaceFile), { force: true });
  return free ? 'absent' : 'stopped';
}

/** Does not lock the folder. Undefined if `up` neither runs nor was killed. */
export async function readInterface(path: string): Promise<StoredInterface | undefined> {
  try {
    return StoredInterface.parse(JSON.parse(await readFile(join(path, interfaceFile), 'utf8')));
  } catch {
    return undefined;
  }
}

/** The alias of the interface: the same for each `up` of this folder, so that a later one recognizes it. */
export function locationMarkOf(path: string): string {
  // the end of a long path distinguishes locations
  return `gatewarden-client ${resolve(path).slice(-maxPathBytes)}`;
}

const maxPathBytes = maxAliasBytes - 'gatewarden-client '.length;

function watchFor(path: string, name: string, onChange: () => void): FSWatcher {
  const watcher = watch(path, (_, changed) => {
    if (changed === name) onChange();
  });
  // without events, signals end the client
  watcher.on('error', () => undefined);
  return watcher;
}
