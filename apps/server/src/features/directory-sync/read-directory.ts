import { DomainError } from '@gatewarden/contract/errors';
import { type Directory, DirectoryFailure } from '../../ports/directory.ts';
import type { DirectorySnapshot } from './sync-state.ts';

/** A read takes as long as the directory has people; this ends one that never ends. */
const maxMilliseconds = 10 * 60_000;

/**
 * Reads everything from the directory. `onPage` runs after each page.
 * @throws the errors of directories
 */
export async function readDirectory(directory: Directory, onPage: () => Promise<void>): Promise<DirectorySnapshot> {
  const signal = AbortSignal.timeout(maxMilliseconds);
  try {
    return {
      users: await collect(directory.readUsers(signal), onPage),
      groups: await collect(directory.readGroups(signal), onPage),
    };
  } catch (error) {
    if (signal.aborted) throw new DomainError('directory_timeout', {}, { cause: error });
    throw toDomainError(error);
  } finally {
    await directory.close();
  }
}

async function collect<Item>(pages: AsyncIterable<readonly Item[]>, onPage: () => Promise<void>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const page of pages) {
    for (const item of page) all.push(item);
    await onPage();
  }
  return all;
}

/** The error code says what to fix; other errors are returned unchanged. */
export function toDomainError(error: unknown): unknown {
  return error instanceof DirectoryFailure ? new DomainError(`directory_${error.reason}`, {}, { cause: error }) : error;
}
