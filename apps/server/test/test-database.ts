import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import pg from 'pg';
import { inject } from 'vitest';
import type {} from './global-setup.ts';
import type {} from './started-template.ts';

export interface TestDatabase extends AsyncDisposable {
  readonly connection: pg.ClientConfig;
  /** For `DATABASE_URL`. */
  readonly url: string;
  /** Runs one statement and returns its rows. */
  query(statement: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** A transaction that can block others; disposing rolls it back unless it was committed. */
  transaction(): Promise<TestTransaction>;
  /**
   * Resolves when this many connections, one by default, wait for locks. Rejects when `work`, which is expected to
   * wait, ends before.
   */
  untilBlocked(work: Promise<unknown>, connections?: number): Promise<void>;
}

export interface TestTransaction extends AsyncDisposable {
  query(statement: string, values?: readonly unknown[]): Promise<unknown>;
  commit(): Promise<void>;
}

/** A migrated, empty database for one test. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(inject('postgres').template);
}

/** One on which a core with the key of `started` ran before: see `started-template.ts`. */
export function createStartedDatabase(): Promise<TestDatabase> {
  return createDatabase(inject('started').template);
}

/** A database without migrations; `options` are those of `create database`. */
export function createBareDatabase(options = ''): Promise<TestDatabase> {
  return createDatabase('template0', options);
}

async function createDatabase(template: string, options = ''): Promise<TestDatabase> {
  const { connection } = inject('postgres');
  const administrator = administratorOf(connection);
  const name = `test_${randomBytes(6).toString('hex')}`;
  // without durability, copying files costs half as much as logging every page
  await administrator.query(`create database ${name} template ${template} strategy file_copy ${options}`);
  const own = { ...connection, database: name };
  const queries = openQueries({ ...own, max: 4 });
  return {
    connection: own,
    query: queries.query,
    transaction: () => beginTransaction(own),
    untilBlocked: (work, connections = 1) => untilBlocked(own, work, connections),
    url: urlOf(own),
    async [Symbol.asyncDispose]() {
      await queries[Symbol.asyncDispose]();
      await administrator.query(`drop database ${name} with (force)`);
    },
  };
}

/** Statements on connections of a pool, which opens none before its first use. */
export function openQueries(config: pg.PoolConfig): Pick<TestDatabase, 'query'> & AsyncDisposable {
  const pool = new pg.Pool(config);
  // tests stop databases
  pool.on('error', () => undefined);
  return {
    query: async (statement, values = []) => (await pool.query(statement, [...values])).rows,
    [Symbol.asyncDispose]: () => pool.end(),
  };
}

/** By the folder of the socket: a process runs tests of several projects, each with a PostgreSQL of its own. */
const administrators = new Map<string, pg.Pool>();

/** A connection for creating and dropping databases, which all tests of this process share. */
function administratorOf(connection: pg.ClientConfig): pg.Pool {
  const folder = connection.host ?? '';
  const existing = administrators.get(folder);
  if (existing) return existing;
  const pool = new pg.Pool({ ...connection, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // it ends with the PostgreSQL of the project
  pool.on('error', () => undefined);
  administrators.set(folder, pool);
  return pool;
}

export function urlOf({ host, port, user, password, database }: pg.ClientConfig): string {
  return `postgres://${user}:${encodeURIComponent(String(password))}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`;
}

export async function runStatement(connection: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function beginTransaction(connection: pg.ClientConfig): Promise<TestTransaction> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('begin');
  return {
    query: (statement, values = []) => client.query(statement, [...values]),
    commit: async () => void (await client.query('commit')),
    [Symbol.asyncDispose]: () => client.end(),
  };
}

async function untilBlocked(connection: pg.ClientConfig, work: Promise<unknown>, connections: number): Promise<void> {
  let failure: Error | undefined;
  work.then(
    (answer) => {
      failure = new Error(`expected to be blocked, but ended with ${inspect(answer)}`);
    },
    (cause: unknown) => {
      failure = new Error('expected to be blocked, but failed', { cause });
    },
  );
  const client = new pg.Client(connection);
  // the database may stop while the test fails for another reason
  client.on('error', () => undefined);
  await client.connect();
  const statement = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  try {
    while ((await client.query(statement)).rows.length < connections) if (failure) throw failure;
  } finally {
    await client.end();
  }
}
