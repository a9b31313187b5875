import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import type { DB } from './types.gen.ts';

/**
 * How to look at the row.
 * - `locked now`: lock it against deletion until the transaction ends; a row that another transaction is deleting is missing.
 * - `settled`: wait for a transaction that is deleting it, and say what became of it.
 * - `to delete`: as `settled`, and lock it as a deletion does.
 */
export type CallerLockMode = 'locked now' | 'settled' | 'to delete';

/** Whether the session or API token by which a request was admitted still exists. */
export type CallerCheck = (db: Kysely<DB>, look: CallerLockMode) => Promise<boolean>;

/** On whose behalf a change is made. */
export interface Caller {
  readonly exists: CallerCheck;
  /** Whether the caller is still an administrator; undefined for callers who were none when they were admitted. */
  readonly isStillAdmin: ((db: Kysely<DB>) => Promise<boolean>) | undefined;
}

const callers = new AsyncLocalStorage<Caller>();

/**
 * Transactions of the work, and of what it starts, commit only while the caller's session or token exists and has the
 * administrator rights with which the caller was admitted.
 */
export function runAsCaller<T>(caller: Caller, work: () => T): T {
  return callers.run(caller, work);
}

/** The work, and what it starts, does not depend on a caller. */
export function runWithoutCaller<T>(work: () => T): T {
  return callers.exit(work);
}

/** Undefined for work that does not depend on a caller. */
export function currentCaller(): Caller | undefined {
  return callers.getStore();
}

/** A clause for queries behind a `CallerCheck`. */
export const lockClauses = {
  'locked now': 'for key share skip locked',
  settled: 'for key share',
  'to delete': 'for update',
} as const satisfies Record<CallerLockMode, string>;
