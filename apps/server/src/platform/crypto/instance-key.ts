import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import type { Secret } from './secret.ts';

const keyBytes = 32;

/**
 * The instance key, 32 bytes: from the setting, else from `instance.key` in the data folder, which is made with mode
 * 0600 at the first start. Two cores that start at once agree on one file.
 * @throws StartError when the key is not 32 bytes, or so uniform that it is a placeholder
 */
export async function loadInstanceKey(setting: Secret | undefined, dataDir: string): Promise<Buffer> {
  if (setting) return parseKey(setting.reveal(), 'GATEWARDEN_SECRET_KEY');
  const file = join(dataDir, 'instance.key');
  // Others may pass but not look: the embedded database runs as a user of its own and must get through to its folder.
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const stored = await readFile(file, 'utf8').catch(orUndefinedWhenMissing);
  if (stored !== undefined) return parseKey(stored.trim(), file);
  const draft = `${file}.${randomUUID()}`;
  const handle = await open(draft, 'wx', 0o600);
  await handle.writeFile(`${randomBytes(keyBytes).toString('base64')}\n`);
  await handle.sync();
  await handle.close();
  // link fails when the other core was first; its key is the one that counts
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return parseKey((await readFile(file, 'utf8')).trim(), file);
}

function parseKey(text: string, source: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length !== keyBytes || new Set(key).size < 12) {
    throw new StartError(
      `${source} is not a usable instance key: it must be 32 random bytes as base64. Make one with: openssl rand -base64 32`,
    );
  }
  return key;
}

function orUndefinedWhenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
