import { readFile, writeFile } from 'node:fs/promises';
import { StartError } from '../../start-error.ts';

const fileOf = (folder: string) => `${folder}.moved`;

/** Records next to a cluster that its database was moved to `target`, so that no core starts on the former one. */
export async function markMoved(folder: string, target: string): Promise<void> {
  await writeFile(fileOf(folder), `${target}\n`, { mode: 0o600 });
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
