import { DomainError, type ErrorCode } from '@gatewarden/contract/errors';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { BoundedPool } from './bounded-pool.ts';
import { type Caller, currentCaller } from './caller-check.ts';
import { discardStuckConnections } from './discard-stuck-connections.ts';
import { parseTimestamp } from './parse-timestamp.ts';
import { isStalePlan } from './prepared.ts';
import type { DB } from './types.gen.ts';

export type Database = Kysely<DB>;
/** An open transaction; every query of a use case goes through it. */
export type Tx = Transaction<DB>;

export interface PoolOptions {
  readonly connection: pg.ClientConfig;
  readonly maxConnections: number;
  /** Hears of connections that broke while idle. */
  readonly onIdleError: (error: Error) => void;
  /** How long one statement may take; a database that is silent for longer is away. */
  readonly statementSeconds?: number;
  /** How long a request waits for a connection while others use all of them. */
  readonly waitMilliseconds?: number;
  /** How many requests wait for a connection. */
  readonly maxWaiting?: number;
  /** How long opening a connection may take; 2 s when absent. */
  readonly connectMilliseconds?: number;
}

const int8 = 20;
const inet = 869;
const cidr = 650;
const timestamptz = 1184;

/** Sums of bytes and versions stay far below 2^53, hence numbers. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === int8) return Number;
    if (oid === timestamptz) return parseTimestamp;
    if (oid === inet || oid === cidr) return String;
    return pg.types.getTypeParser(oid, format as 'text');
  }) as typeof pg.types.getTypeParser,
};

/**
 * A pool in which requests wait for a busy database and fail fast while it is away: connecting may take two seconds,
 * waiting for a connection in use ten, and only so many wait.
 */
export function openPool(options: PoolOptions): BoundedPool {
  const { connection, maxConnections, onIdleError, statementSeconds = 20 } = options;
  const pool = new BoundedPool({
    ...connection,
    max: maxConnections,
    waitMilliseconds: options.waitMilliseconds ?? 10_000,
    maxWaiting: options.maxWaiting ?? 1_000,
    connectionTimeoutMillis: options.connectMilliseconds ?? 2_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementSeconds * 1000,
    // the database says itself when a statement takes too long; nothing at all means that it is out of reach
    query_timeout: statementSeconds * 1000 + 1000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'gatewarden',
    types,
  });
  pool.on('error', onIdleError);
  // one that breaks between two queries of a transaction is nobody's to hear, and would end the process
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** `onFailure` is called with the error of every statement that failed. */
export function openDatabase(pool: BoundedPool, onFailure: (error: unknown) => void = () => undefined): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: discardStuckConnections(pool, onFailure) }) });
}

/**
 * Runs `work` in one transaction: all of it happens or nothing. A serialisation failure, a deadlock or a stale plan is
 * tried again, which is harmless because nothing of the lost attempt is visible; `work` must therefore have no effect of its own
 * outside the transaction. On behalf of a caller (`asCaller`) nothing is committed once the caller's session or token ended
 * or the caller lost the administrator rights with which they were admitted.
 * @throws unauthenticated when it ended before the commit; access_denied when the rights were lost before it
 */
export async function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  const caller = currentCaller();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute((tx) => runWithPreCommitHooks(tx, caller, work));
    } catch (error) {
      if (attempt >= 5 || !(isLostRace(error) || isStalePlan(error) || error instanceof CallerInDoubt)) throw error;
      // holding no lock, or what ends the session could wait for this transaction while this one waits for it
      if (error instanceof CallerInDoubt && !(await caller?.exists(db, 'settled'))) throw error;
    }
  }
}

/** The caller's session or token has ended, or another transaction is ending it. */
class CallerInDoubt extends DomainError {
  constructor() {
    super('unauthenticated');
  }
}

const endsCaller = new WeakSet<Tx>();

/**
 * For changes that end the caller's own session or token: to be called before its row is deleted, since at the end of
 * the transaction the row no longer says whether another transaction ended it first.
 * @throws unauthenticated when it has
 */
export async function prepareToEndCaller(tx: Tx): Promise<void> {
  const caller = currentCaller();
  if (caller && !(await caller.exists(tx, 'to delete'))) throw new DomainError('unauthenticated');
  endsCaller.add(tx);
}

const takesAdminRights = new WeakSet<Tx>();

/**
 * For changes that may take the caller's own administrator rights: to be called before they do, while no other transaction
 * can take these rights, since at the end of the transaction they no longer say whether another one took them first.
 * @throws access_denied when it has
 */
export async function prepareToRevokeAdminRights(tx: Tx): Promise<void> {
  await requireAdminRights(tx, currentCaller());
  takesAdminRights.add(tx);
}

async function requireAdminRights(tx: Tx, caller: Caller | undefined): Promise<void> {
  if (caller?.isStillAdmin && !(await caller.isStillAdmin(tx))) throw new DomainError('access_denied');
}

/** What each open transaction does before its commit, in this order. */
const preCommitHooks = new WeakMap<Tx, (() => Promise<void>)[]>();

async function runWithPreCommitHooks<T>(tx: Tx, caller: Caller | undefined, work: (tx: Tx) => Promise<T>): Promise<T> {
  const hooks: (() => Promise<void>)[] = [];
  preCommitHooks.set(tx, hooks);
  const result = await work(tx);
  // last of all but what others wait for: it is locked only for the moment of the commit
  if (caller && !endsCaller.has(tx) && !(await caller.exists(tx, 'locked now'))) throw new CallerInDoubt();
  for (const run of hooks) await run();
  // after the activity log is locked: a change that takes rights appends to it, and has committed or waits
  if (!takesAdminRights.has(tx)) await requireAdminRights(tx, caller);
  return result;
}

/**
 * Has `work` done as the last thing of a transaction that `inTransaction` opened, for what must be locked as short as
 * possible. Its failure fails the transaction.
 */
export function beforeCommit(tx: Tx, work: () => Promise<void>): void {
  const hooks = preCommitHooks.get(tx);
  if (!hooks) throw new Error('the transaction was not opened by inTransaction');
  hooks.push(work);
}

/** Reads as of one instant: every query of `work` sees the same rows, whatever is committed meanwhile. */
export function inSnapshot<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  const read = () => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
  return read().catch((error: unknown) => (isStalePlan(error) ? read() : Promise.reject(error)));
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html: serialization_failure, deadlock_detected
function isLostRace(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');
}

/** For `.catch` behind a write: a violation of the named unique index becomes the domain error; all else is thrown on. */
export function rethrowUniqueViolationAs(constraint: string, code: ErrorCode, field?: string) {
  return (error: unknown): never => {
    if (error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint) {
      throw new DomainError(code, field ? { field } : {}, { cause: error });
    }
    throw error;
  };
}
