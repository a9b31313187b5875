import { AsyncLocalStorage } from 'node:async_hooks';
import { runWithoutCaller } from '../database/caller-check.ts';

/** Immutable for each call: it says on whose account the work of the moment is done, however deep in the code. */
const owners = new AsyncLocalStorage<string>();

/**
 * Does the work on account of a user, an address or a gateway, so that what is scarce can be shared fairly. Also what it
 * starts and does not wait for counts as theirs, timers included, unless it is `asProductWork`.
 */
export function runAsOwner<T>(owner: string, work: () => T): T {
  return owners.run(owner, work);
}

/** The same values, each made on account of the owner: a generator runs as whoever asks for its next value. */
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
 * Does the work on account of the product. For what a request sets off but others share or wait for, such as timers: it
 * must not wait for the share of the user or address that happened to begin it, nor fail when their session ends.
 */
export function runAsSystem<T>(work: () => T): T {
  return owners.exit(() => runWithoutCaller(work));
}

/** Undefined for work that no request asked for. */
export function currentWorkOwner(): string | undefined {
  return owners.getStore();
}
