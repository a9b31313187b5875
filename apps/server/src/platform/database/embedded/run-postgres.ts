import type { ChildProcess } from 'node:child_process';
import type { FileHandle } from 'node:fs/promises';
import type { Logger } from 'pino';
import { explainFailure } from './explain-failure.ts';
import { type Launch, launch } from './launch.ts';
import { forwardServerLog } from './server-log.ts';
import { settingArguments } from './settings.ts';

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface RunningPostgres {
  readonly exited: Promise<Exit>;
  /** Ends all connections, writes everything to disk and resolves when the process is gone. Safe to repeat. */
  stop(): Promise<void>;
}

export interface PostgresRun {
  readonly plan: Launch;
  readonly folder: string;
  /** Shows in the command line of every process of this server. */
  readonly clusterName: string;
  /** Handed down to every process of this server, which thereby hold its lock. */
  readonly clusterLock: FileHandle;
  readonly log: Logger;
}

const fastShutdownMs = 30_000;

/** Starts PostgreSQL and resolves when it takes connections, after recovering from a crash if need be. */
export async function runPostgres({
  plan,
  folder,
  clusterName,
  clusterLock,
  log,
}: PostgresRun): Promise<RunningPostgres> {
  // The socket lies in the data folder, which is where postgres changes to: so its path is never too long for it.
  const args = ['-D', plan.folder, ...settingArguments({ unix_socket_directories: '.', cluster_name: clusterName })];
  const child = launch(plan, 'postgres', args, ['ignore', 'ignore', 'pipe', clusterLock.fd]);
  const exited = exitOf(child, 'exit');
  const serverLog = forwardServerLog(child.stderr, log);
  // Not `exit`: by `close` its last words have been read.
  const failed = exitOf(child, 'close').then(({ code, signal }) => {
    throw explainFailure(folder, [`ended with ${signal ?? code}`, ...serverLog.lastLines()].join('\n'));
  });
  await Promise.race([serverLog.ready, failed]);
  failed.catch(() => undefined);
  return { exited, stop: () => stop(child, exited) };
}

/** Rejects when the program cannot be started. */
function exitOf(child: ChildProcess, event: 'exit' | 'close'): Promise<Exit> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once(event, (code: number | null, signal: NodeJS.Signals | null) => resolve({ code, signal }));
  });
}

async function stop(child: ChildProcess, exited: Promise<Exit>): Promise<void> {
  child.kill('SIGINT');
  // An immediate shutdown loses nothing either: the next start recovers from the write-ahead log.
  const impatience = setTimeout(() => child.kill('SIGQUIT'), fastShutdownMs);
  await exited.finally(() => clearTimeout(impatience));
}
