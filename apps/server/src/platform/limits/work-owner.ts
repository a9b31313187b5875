import { AsyncLocalStorage } from 'node:async_hooks';

/** Immutable for each call: it says on whose account the work of the moment is done, however deep in the code. */
const owners = new AsyncLocalStorage<string>();

/**
 * Does the work on account of a user or of an address, so that what is scarce can be shared fairly. Also what it
 * starts and does not wait for counts as theirs.
 */
export function asWorkOf<T>(owner: string, work: () => T): T {
  return owners.run(owner, work);
}

/** Undefined for work that no request asked for. */
export function currentWorkOwner(): string | undefined {
  return owners.getStore();
}
