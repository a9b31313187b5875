import { setImmediate } from 'node:timers/promises';
import { DomainError } from '@gatewarden/contract/errors';
import { type Directory, DirectoryFailure, type DirectoryGroup, type DirectoryUser } from '../../ports/directory.ts';
import { createReadBudget, type ReadLimits, readLimits } from './read-budget.ts';
import type { DirectorySnapshot } from './sync-state.ts';

/** A read takes as long as the directory has people and limits requests; this ends one that never ends. */
const maxMilliseconds = 30 * 60_000;
const heartbeatMilliseconds = 5_000;

/**
 * Reads everything from the directory, within the limits. `onProgress` runs regularly, also while the directory makes us
 * wait; if it fails, the read ends with its error.
 * @throws the errors of directories
 */
export async function readDirectory(
  directory: Directory,
  onProgress: () => Promise<void>,
  limits: ReadLimits = readLimits,
): Promise<DirectorySnapshot> {
  const deadline = AbortSignal.timeout(maxMilliseconds);
  const stop = new AbortController();
  const heartbeat = setInterval(() => void onProgress().catch((error) => stop.abort(error)), heartbeatMilliseconds);
  const signal = AbortSignal.any([deadline, stop.signal]);
  const budget = createReadBudget(limits);
  try {
    const users = await collect<DirectoryUser>(directory.readUsers(signal), budget.countUser);
    return { users, groups: await collect<DirectoryGroup>(directory.readGroups(signal), budget.countGroup) };
  } catch (error) {
    if (stop.signal.aborted) throw stop.signal.reason;
    if (deadline.aborted) throw new DomainError('directory_timeout', {}, { cause: error });
    throw toDomainError(error);
  } finally {
    clearInterval(heartbeat);
    await directory.close();
  }
}

async function collect<Item>(pages: AsyncIterable<readonly Item[]>, count: (item: Item) => void): Promise<Item[]> {
  const all: Item[] = [];
  for await (const page of pages) {
    for (const item of page) {
      count(item);
      all.push(item);
    }
    // pages that are in memory already must not keep requests waiting
    await setImmediate();
  }
  return all;
}

/** The error code says what to fix; other errors are returned unchanged. */
export function toDomainError(error: unknown): unknown {
  return error instanceof DirectoryFailure ? new DomainError(`directory_${error.reason}`, {}, { cause: error }) : error;
}
