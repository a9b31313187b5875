import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import {
  type Connection,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/database/embedded/start-embedded-postgres.ts';

export interface DataFolder {
  /** For the database; does not exist yet, or contains a database that was stopped cleanly. */
  readonly folder: string;
  /** Its parent, which contains nothing else. */
  readonly parent: string;
  /** Starts a database, which is stopped when the folder is disposed. */
  start(): Promise<EmbeddedPostgres>;
  /** Starts the database in a separate process, which is killed when the folder is disposed. */
  spawnCore(): SpawnedCore;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface SpawnedCore {
  readonly process: ChildProcess;
  readonly started: Promise<Connection>;
  /** Sends SIGKILL; resolves when the process has ended. */
  kill(): Promise<void>;
}

export const silent = pino({ level: 'silent' });

/** A temporary data folder, by default one that every user may traverse. */
export async function givenDataFolder(mode = 0o711): Promise<DataFolder> {
  const parent = await mkdtemp(join(tmpdir(), 'gatewarden-test-'));
  await chmod(parent, mode);
  const folder = join(parent, 'postgres');
  const databases: EmbeddedPostgres[] = [];
  const cores: SpawnedCore[] = [];
  return {
    folder,
    parent,
    async start() {
      const database = await startEmbeddedPostgres({ folder, log: silent });
      databases.push(database);
      return database;
    },
    spawnCore() {
      const core = spawnCore(folder);
      cores.push(core);
      return core;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(cores.map((core) => core.kill()));
      await Promise.all(databases.map((database) => database.stop()));
      await rm(parent, { recursive: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

/** A temporary data folder with a copy of the database in `template`, which is faster than creating one. */
export async function givenCopy(template: DataFolder): Promise<DataFolder> {
  const data = await givenDataFolder();
  await promisify(execFile)('cp', ['-a', `${template.parent}/.`, data.parent]);
  return data;
}

const program = `
  import { pino } from 'pino';
  const { startEmbeddedPostgres } = await import(process.argv[1]);
  const { connection } = await startEmbeddedPostgres({ folder: process.argv[2], log: pino({ level: 'silent' }) });
  process.stdout.write(JSON.stringify(connection));
  process.stdout.end();
  setInterval(() => undefined, 60_000);
`;

function spawnCore(folder: string): SpawnedCore {
  const module = new URL('../../src/platform/database/embedded/start-embedded-postgres.ts', import.meta.url);
  const core = spawn(process.execPath, ['--input-type=module', '-e', program, module.href, folder], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(core, 'exit');
  const started = text(core.stdout).then((connection): Connection => JSON.parse(connection));
  // A test that kills the process does not await it.
  started.catch(() => undefined);
  return {
    process: core,
    started,
    async kill() {
      core.kill('SIGKILL');
      await exited;
    },
  };
}

/** Runs one statement on a new connection. */
export async function query(connection: Connection, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  // When the server is killed, the connection breaks; the query reports that too.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
