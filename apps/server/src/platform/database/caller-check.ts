import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import type { DB } from './types.gen.ts';

/**
 * How the row is read and locked.
 * - `locked now`: lock it against deletion until the transaction ends; a row that another transaction is deleting
 *   counts as missing.
 * - `settled`: wait for a transaction that is deleting it and report the outcome.
 * - `to delete`: like `settled`, and lock it as a deletion does.
 */
export type CallerLockMode = 'locked now' | 'settled' | 'to delete';

/** Whether the session or API token that admitted a request still exists. */
export type CallerCheck = (db: Kysely<DB>, look: CallerLockMode) => Promise<boolean>;

/** The caller on whose behalf a change is made. */
export interface Caller {
  readonly exists: CallerCheck;
  /**
   * Whether the caller is still an administrator; undefined for callers who were not administrators when they were
   * admitted.
   */
  readonly isStillAdmin: ((db: Kysely<DB>) => Promise<boolean>) | undefined;
}

const callers = new AsyncLocalStorage<Caller>();

/**
 * Runs the work on behalf of the caller. Its transactions, and those of work that it starts, commit only while the
 * session or token of the caller exists and has the administrator rights with which the caller was admitted.
 */
export function runAsCaller<T>(caller: Caller, work: () => T): T {
  return callers.run(caller, work);
}

/** Runs the work, and work that it starts, independently of a caller. */
export function runWithoutCaller<T>(work: () => T): T {
  return callers.exit(work);
}

/** Undefined for work that does not depend on a caller. */
export function currentCaller(): Caller | undefined {
  return callers.getStore();
}

/** Lock clauses for the queries of a `CallerCheck`. */
export const lockClauses = {
  'locked now': 'for key share skip locked',
  settled: 'for key share',
  'to delete': 'for update',
} as const satisfies Record<CallerLockMode, string>;
