import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Device } from '../edge/device-config.ts';
import { StopError } from '../platform/stop-error.ts';

/** What the device stores: who it is, and its private key. */
export const DeviceState = z.object({
  url: z.string(),
  device: Device,
  location: z.string(),
  /** Secret. */
  pollToken: z.string(),
  /** Base64; secret. */
  privateKey: z.string(),
  /** The WireGuard configuration with the private key. */
  configuration: z.string(),
});
export type DeviceState = z.infer<typeof DeviceState>;

/** Stores the state in a folder that only this user can read. */
export interface StateStore {
  /** Undefined if the device has not joined. @throws StopError if the state cannot be read */
  read(): Promise<DeviceState | undefined>;
  /** A crash leaves the former state or this one. @throws StopError */
  save(state: DeviceState): Promise<void>;
  remove(): Promise<void>;
}

export function createStateStore(folder: string): StateStore {
  const path = join(folder, 'device.json');
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw new StopError('failed', `${path} cannot be read.`, { cause: error });
      });
      if (text === undefined) return undefined;
      try {
        return DeviceState.parse(JSON.parse(text));
      } catch (cause) {
        throw new StopError('failed', `${path} is damaged; run leave and join again.`, { cause });
      }
    },
    async save(state) {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeDurably(`${path}.new`, JSON.stringify(state));
        await rename(`${path}.new`, path);
      } catch (cause) {
        throw new StopError('failed', `${folder} cannot be written.`, { cause });
      }
    },
    remove: () => rm(path, { force: true }),
  };
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
