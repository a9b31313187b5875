import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { syncFolder, writeFileAtomically } from '@gatewarden/link/atomic-file';
import { lockFolder } from '@gatewarden/link/folder-lock';
import { StopError } from '@gatewarden/link/stop-error';
import { z } from 'zod';
import { TunnelConfig } from '../ports/tunnel.ts';
import { emptyTemporaryFolder, maxAliasBytes, preparePrivateFolder } from './private-folder.ts';

/** What the client stores of its device. Contains secrets: the private key and the token to poll with. */
export const StoredDevice = z.object({
  url: z.string(),
  deviceName: z.string(),
  instanceName: z.string(),
  interfaceName: z.string(),
  userspaceOnly: z.boolean(),
  /** 32 bytes in base64. It never leaves this machine. */
  privateKey: z.string(),
  pollToken: z.string(),
  tunnel: TunnelConfig,
});
export type StoredDevice = z.infer<typeof StoredDevice>;

/** One folder per device that only its owner may open, used by one process at a time. */
export interface StateFolder extends AsyncDisposable {
  readonly path: string;
  read(): Promise<StoredDevice | undefined>;
  save(device: StoredDevice): Promise<void>;
  clear(): Promise<void>;
}

const deviceFile = 'device.json';

/** Creates the folder if needed. @throws StopError when another process uses it, or it cannot store secrets safely */
export async function openStateFolder(path: string): Promise<StateFolder> {
  await preparePrivateFolder(path);
  const lock = await lockFolder(path, 'client');
  await emptyTemporaryFolder(path);
  const file = join(path, deviceFile);
  return {
    path,
    read: () => readDevice(path),
    save: (device) => writeFileAtomically(file, `${JSON.stringify(device, null, 2)}\n`),
    clear: async () => {
      await rm(file, { force: true });
      await syncFolder(path);
    },
    [Symbol.asyncDispose]: () => lock[Symbol.asyncDispose](),
  };
}

/** Does not lock the folder. Undefined if this machine has not joined. @throws StopError when it cannot be read */
export async function readDevice(path: string): Promise<StoredDevice | undefined> {
  const file = join(path, deviceFile);
  try {
    return StoredDevice.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code === 'EACCES') throw new StopError('failed', `${file} can be read only by its owner; run this as root.`);
    throw new StopError('failed', `${file} cannot be read; delete it and join again.`, { cause: error });
  }
}

/** The alias of the interface: the same for each run with this folder, so that a later one recognizes it. */
export function markOf(path: string): string {
  return `gatewarden-device ${resolve(path)}`.slice(0, maxAliasBytes);
}
