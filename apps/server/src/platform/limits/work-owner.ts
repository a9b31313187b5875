import { AsyncLocalStorage } from 'node:async_hooks';
import { runWithoutCaller } from '../database/caller-check.ts';

/** The owner of the current work, at any depth of the call stack. */
const owners = new AsyncLocalStorage<string>();

/**
 * Runs the work on behalf of a user, an address or a gateway, so that scarce resources can be shared fairly. What the
 * work starts without waiting for it, including timers, has the same owner unless it uses `runAsSystem`.
 */
export function runAsOwner<T>(owner: string, work: () => T): T {
  return owners.run(owner, work);
}

/**
 * Yields the same values and runs the generator on behalf of the owner; without this, a generator runs on behalf of the
 * caller that requests its next value.
 */
export function iterateAsOwner<T>(owner: string, values: AsyncGenerator<T, void, void>): AsyncGenerator<T, void, void> {
  const each: AsyncGenerator<T, void, void> = {
    next: () => runAsOwner(owner, () => values.next()),
    return: () => runAsOwner(owner, () => values.return()),
    throw: (reason: unknown) => runAsOwner(owner, () => values.throw(reason)),
    [Symbol.asyncIterator]: () => each,
    [Symbol.asyncDispose]: async () => void (await each.return()),
  };
  return each;
}

/**
 * Runs the work on behalf of the product: for work that a request starts but that others share or wait for, such as
 * timers. It does not wait for the share of the user or address that started it, and does not fail when their session
 * ends.
 */
export function runAsSystem<T>(work: () => T): T {
  return owners.exit(() => runWithoutCaller(work));
}

/** Undefined for work that was not started by a request. */
export function currentWorkOwner(): string | undefined {
  return owners.getStore();
}
