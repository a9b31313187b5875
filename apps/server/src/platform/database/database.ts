import { DomainError, type ErrorCode } from '@gatewarden/contract/errors';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { BoundedPool } from './bounded-pool.ts';
import { type Caller, currentCaller } from './caller-check.ts';
import { discardStuckConnections } from './discard-stuck-connections.ts';
import { parseTimestamp } from './parse-timestamp.ts';
import { isStalePlan } from './prepared.ts';
import { runInScope } from './transaction-scope.ts';
import type { DB } from './types.gen.ts';

export type Database = Kysely<DB>;
/** An open transaction. Every query of a use case uses it. */
export type Tx = Transaction<DB>;

export interface PoolOptions {
  readonly connection: pg.ClientConfig;
  readonly maxConnections: number;
  /** Called when a connection breaks while idle. */
  readonly onIdleError: (error: Error) => void;
  /** How long one statement may take. If the database is silent for longer, it counts as unavailable. */
  readonly statementSeconds?: number;
  /** How long a request waits for a connection while all are in use. */
  readonly waitMilliseconds?: number;
  /** Maximum number of requests that wait for a connection. */
  readonly maxWaiting?: number;
  /** How long opening a connection may take; 2 s if absent. */
  readonly connectMilliseconds?: number;
  /** Called when work that has a transaction open takes another connection. Not checked if absent. */
  readonly onSecondConnection?: ((error: Error) => void) | undefined;
}

const int8 = 20;
const inet = 869;
const cidr = 650;
const timestamptz = 1184;

/** Sums of bytes and versions stay far below 2^53, so they are parsed as numbers. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === int8) return Number;
    if (oid === timestamptz) return parseTimestamp;
    if (oid === inet || oid === cidr) return String;
    return pg.types.getTypeParser(oid, format as 'text');
  }) as typeof pg.types.getTypeParser,
};

/**
 * Opens a pool in which requests wait for a busy database and fail fast while it is unavailable: connecting may take
 * two seconds and waiting for a connection in use ten; the number of waiting requests is limited.
 */
export function openPool(options: PoolOptions): BoundedPool {
  const { connection, maxConnections, onIdleError, statementSeconds = 20 } = options;
  const pool = new BoundedPool({
    ...connection,
    max: maxConnections,
    waitMilliseconds: options.waitMilliseconds ?? 10_000,
    maxWaiting: options.maxWaiting ?? 1_000,
    connectionTimeoutMillis: options.connectMilliseconds ?? 2_000,
    onSecondConnection: options.onSecondConnection,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementSeconds * 1000,
    // the database itself reports a statement that takes too long; no answer at all means that it is unreachable
    query_timeout: statementSeconds * 1000 + 1000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'gatewarden',
    types,
  });
  pool.on('error', onIdleError);
  // an error between two queries of a transaction has no other listener and would end the process
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** `onFailure` is called with the error of every statement that failed. */
export function openDatabase(pool: BoundedPool, onFailure: (error: unknown) => void = () => undefined): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: discardStuckConnections(pool, onFailure) }) });
}

/**
 * Runs `work` in one transaction. A serialization failure, a deadlock or a stale plan is retried, which is safe because
 * the failed attempt was rolled back; `work` must therefore have no effects outside the transaction. On behalf of a
 * caller (`runAsCaller`), nothing is committed if the session or token of the caller has ended or the caller has lost
 * the administrator rights with which they were admitted.
 * @throws unauthenticated if it ended before the commit; access_denied if the rights were lost before it
 */
export async function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  const caller = currentCaller();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute((tx) => runInScope(() => runWithPreCommitHooks(tx, caller, work)));
    } catch (error) {
      if (attempt >= 5 || !(isSerializationFailure(error) || isStalePlan(error) || error instanceof CallerUnconfirmed))
        throw error;
      // without holding a lock: a transaction that ends the session could otherwise wait for this one and vice versa
      if (error instanceof CallerUnconfirmed && !(await caller?.exists(db, 'settled'))) throw error;
    }
  }
}

/** The session or token of the caller has ended, or another transaction is ending it. */
class CallerUnconfirmed extends DomainError {
  constructor() {
    super('unauthenticated');
  }
}

const transactionsEndingCaller = new WeakSet<Tx>();

/**
 * Must be called by changes that end the session or token of the caller, before its row is deleted: at the end of the
 * transaction the row no longer shows whether another transaction ended it first.
 * @throws unauthenticated if another transaction has ended it
 */
export async function prepareToEndCaller(tx: Tx): Promise<void> {
  const caller = currentCaller();
  if (caller && !(await caller.exists(tx, 'to delete'))) throw new DomainError('unauthenticated');
  transactionsEndingCaller.add(tx);
}

const transactionsRevokingAdminRights = new WeakSet<Tx>();

/**
 * Must be called by changes that may revoke the administrator rights of the caller, before they do, while no other
 * transaction can revoke these rights: at the end of the transaction they no longer show whether another one revoked
 * them first.
 * @throws access_denied if another transaction has revoked them
 */
export async function prepareToRevokeAdminRights(tx: Tx): Promise<void> {
  await requireAdminRights(tx, currentCaller());
  transactionsRevokingAdminRights.add(tx);
}

async function requireAdminRights(tx: Tx, caller: Caller | undefined): Promise<void> {
  if (caller?.isStillAdmin && !(await caller.isStillAdmin(tx))) throw new DomainError('access_denied');
}

/** Hooks of each open transaction, which run in this order before its commit. */
const preCommitHooks = new WeakMap<Tx, (() => Promise<void>)[]>();

async function runWithPreCommitHooks<T>(tx: Tx, caller: Caller | undefined, work: (tx: Tx) => Promise<T>): Promise<T> {
  const hooks: (() => Promise<void>)[] = [];
  preCommitHooks.set(tx, hooks);
  const result = await work(tx);
  // last, except for locks that others wait for: it is locked only for the moment of the commit
  if (caller && !transactionsEndingCaller.has(tx) && !(await caller.exists(tx, 'locked now')))
    throw new CallerUnconfirmed();
  for (const run of hooks) await run();
  // after the activity log is locked: a change that revokes rights appends to it, so it has either committed or is
  // waiting
  if (!transactionsRevokingAdminRights.has(tx)) await requireAdminRights(tx, caller);
  return result;
}

/**
 * Runs `work` at the end of a transaction that `inTransaction` opened, for rows that must be locked as briefly as
 * possible. If it fails, the transaction fails.
 */
export function beforeCommit(tx: Tx, work: () => Promise<void>): void {
  const hooks = preCommitHooks.get(tx);
  if (!hooks) throw new Error('the transaction was not opened by inTransaction');
  hooks.push(work);
}

/** Runs `work` on a snapshot: all its queries see the same rows, regardless of concurrent commits. */
export function inSnapshot<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  const read = () => snapshot.execute((tx) => runInScope(() => work(tx)));
  return read().catch((error: unknown) => (isStalePlan(error) ? read() : Promise.reject(error)));
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html: serialization_failure, deadlock_detected
export function isSerializationFailure(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');
}

/**
 * For `.catch` after a write: converts a violation of the named unique index to the domain error; rethrows all other
 * errors.
 */
export function rethrowUniqueViolationAs(constraint: string, code: ErrorCode, field?: string) {
  return (error: unknown): never => {
    if (error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint) {
      throw new DomainError(code, field ? { field } : {}, { cause: error });
    }
    throw error;
  };
}
