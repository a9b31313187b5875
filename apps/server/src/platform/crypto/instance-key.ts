import { randomBytes, randomUUID } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Secret } from '@gatewarden/process/secret';
import { StartError } from '../start-error.ts';

const keyBytes = 32;
/** Of a file; a longer one has no usable key. */
const maxFileBytes = 1_024;

/** File in the data folder that stores the key if the setting is not used. */
export const instanceKeyFile = 'instance.key';

/**
 * Reads the instance key, 32 bytes: from the setting, else from `instance.key` in the data folder. Undefined if there
 * is none, which is valid only for an instance that has never run.
 * @throws StartError if the key is not 32 bytes, or so uniform that it is a placeholder
 */
export async function readInstanceKey(setting: Secret | undefined, dataDir: string): Promise<Buffer | undefined> {
  if (setting) return parseKey(setting.reveal(), 'GATEWARDEN_SECRET_KEY', generateAdvice);
  const file = join(dataDir, instanceKeyFile);
  const stored = await readFile(file, 'utf8').catch(orUndefinedWhenMissing);
  if (stored === undefined) return undefined;
  return parseKey(stored.trim(), file, restoreAdvice);
}

/**
 * Reads an instance key that is not in use yet.
 * @throws StartError if the file cannot be read or has no usable key
 */
export async function readInstanceKeyFile(file: string): Promise<Buffer> {
  const text = await readStart(file).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`${file} cannot be read: ${error.code}.`, { cause: error });
  });
  return parseKey(text.trim(), file, generateAdvice);
}

/**
 * Creates the key of a new instance in the data folder, with mode 0600. Two cores that start at the same time use the
 * same file.
 */
export async function createInstanceKey(dataDir: string): Promise<Buffer> {
  const file = join(dataDir, instanceKeyFile);
  const draft = `${file}.${randomUUID()}`;
  const handle = await open(draft, 'wx', 0o600);
  await handle.writeFile(`${randomBytes(keyBytes).toString('base64')}\n`);
  await handle.sync();
  await handle.close();
  // link fails if the other core was first; its key counts
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return parseKey((await readFile(file, 'utf8')).trim(), file, restoreAdvice);
}

/** The error for a database whose key is lost. A new key is not generated then: it would only hide the loss. */
export function missingKeyError(dataDir: string): StartError {
  return new StartError(
    `${join(dataDir, instanceKeyFile)} is missing, and the database was made with that key. Put the file back from a backup, or set GATEWARDEN_SECRET_KEY to the key. No new key was made, since it could not open what is stored.`,
    { exitCode: 2 },
  );
}

const generateAdvice = 'Make one with: openssl rand -base64 32';
const restoreAdvice =
  'Put the former file back from a backup; only if this instance has never run, delete the file and start again, which makes a new key.';

async function readStart(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(maxFileBytes) });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

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
