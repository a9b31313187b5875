import { chmod, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StopError } from '@gatewarden/link/stop-error';

/** The kernel stores up to 255 bytes as the alias of an interface (IFALIASZ). */
export const maxAliasBytes = 200;

/** Creates the folder if needed, so that only its owner may open it. @throws StopError */
export async function preparePrivateFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    const { mode } = await stat(path);
    if ((mode & 0o077) !== 0) await chmod(path, 0o700);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StopError('failed', `The state folder ${path} cannot be used: ${why}.`, { cause: error });
  }
}

/** For files with keys, which an interrupted run may leave behind; empty at each start. */
export function temporaryFolderOf(path: string): string {
  return join(path, 'tmp');
}

export async function emptyTemporaryFolder(path: string): Promise<void> {
  const folder = temporaryFolderOf(path);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
}
