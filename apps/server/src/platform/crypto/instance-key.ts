import { randomBytes, randomUUID } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import type { Secret } from './secret.ts';

const keyBytes = 32;

/** Where the key is when it is not in the setting. */
export const instanceKeyFile = 'instance.key';

/**
 * The instance key, 32 bytes: from the setting, else from `instance.key` in the data folder. Undefined when there is
 * none, which is right only for an instance that has never run.
 * @throws StartError when the key is not 32 bytes, or so uniform that it is a placeholder
 */
export async function readInstanceKey(setting: Secret | undefined, dataDir: string): Promise<Buffer | undefined> {
  if (setting) return parseKey(setting.reveal(), 'GATEWARDEN_SECRET_KEY', makeOne);
  const file = join(dataDir, instanceKeyFile);
  const stored = await readFile(file, 'utf8').catch(orUndefinedWhenMissing);
  if (stored === undefined) return undefined;
  return parseKey(stored.trim(), file, restoreIt);
}

/**
 * Makes the key of a new instance, in the data folder and with mode 0600. Two cores that start at the same time agree
 * on one file.
 */
export async function createInstanceKey(dataDir: string): Promise<Buffer> {
  const file = join(dataDir, instanceKeyFile);
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
  return parseKey((await readFile(file, 'utf8')).trim(), file, restoreIt);
}

/** Never generated for a database that was made with another one: that would only hide what was lost. */
export function missingKeyError(dataDir: string): StartError {
  return new StartError(
    `${join(dataDir, instanceKeyFile)} is missing, and the database was made with that key. Put the file back from a backup, or set GATEWARDEN_SECRET_KEY to the key. No new key was made, since it could not open what is stored.`,
    { exitCode: 2 },
  );
}

const makeOne = 'Make one with: openssl rand -base64 32';
const restoreIt =
  'Put the former file back from a backup; only if this instance has never run, delete the file and start again, which makes a new key.';

function parseKey(text: string, source: string, advice: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length === keyBytes && new Set(key).size >= 12) return key;
  const fault = text === '' ? 'is empty.' : 'is not a usable instance key: it must be 32 random bytes as base64.';
  throw new StartError(`${source} ${fault} ${advice}`, { exitCode: 2 });
}

function orUndefinedWhenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
