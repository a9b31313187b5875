import { readFile } from 'node:fs/promises';
import { StartError } from '../../start-error.ts';
import { replaceFile } from './replace-file.ts';

const fileOf = (folder: string) => `${folder}.moved`;

/**
 * Records next to a cluster that its database was moved to `target`, so that no core starts on the former one.
 * @throws StartError if it cannot be written; then core still starts
 */
export async function markMoved(folder: string, target: string): Promise<void> {
  const file = fileOf(folder);
  await replaceFile(file, `${target}\n`).catch((cause: Error) => {
    throw new StartError(`${file} cannot be written: ${cause.message}`, { cause });
  });
}

/** @throws StartError if the database of the cluster was moved */
export async function requireNotMoved(folder: string): Promise<void> {
  const target = await readFile(fileOf(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (target === undefined) return;
  throw new StartError(
    `The database was moved to ${target.trim()}: set DATABASE_URL. To use the former one again, delete ${fileOf(folder)}.`,
  );
}
