import { randomBytes } from 'node:crypto';
import { lstat, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { socketPort } from './settings.ts';

// unix(7): sun_path has 108 bytes, the last of them zero.
const maxPathBytes = 107;

export interface SocketPath {
  /** Path of the folder that is short enough to connect to a socket in it. */
  readonly host: string;
  remove(): Promise<void>;
}

/**
 * Returns the folder itself, or, if its path is too long for a socket address, a link to it that `name` makes unique.
 */
export async function shortenSocketPath(folder: string, name: string): Promise<SocketPath> {
  if (Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}`)) <= maxPathBytes) {
    return { host: folder, remove: async () => undefined };
  }
  const host = await createLink(folder, join(tmpdir(), name));
  return { host, remove: () => rm(host, { force: true }) };
}

/** Reuses the link of a killed core. Anything else with that name may be an attack; a random name avoids it. */
async function createLink(folder: string, path: string): Promise<string> {
  try {
    await symlink(folder, path);
    return path;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const isOurs = (await lstat(path)).uid === process.getuid?.() && (await readlink(path).catch(() => '')) === folder;
    return isOurs ? path : createLink(folder, `${path}-${randomBytes(8).toString('hex')}`);
  }
}
