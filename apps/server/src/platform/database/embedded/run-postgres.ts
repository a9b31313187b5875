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
  /** Closes all connections, writes everything to disk and resolves when the process has ended. Safe to repeat. */
  stop(): Promise<void>;
}

export interface PostgresRun {
  readonly plan: Launch;
  readonly folder: string;
  /** Appears in the command line of every process of this server. */
  readonly clusterName: string;
  /** Inherited by every process of this server, which thereby hold the lock. */
  readonly clusterLock: FileHandle;
  /** Override the default settings. */
  readonly settings: Readonly<Record<string, string>>;
  readonly log: Logger;
}

const fastShutdownMs = 30_000;

/** Starts PostgreSQL and resolves when it accepts connections, after crash recovery if needed. */
export async function runPostgres(run: PostgresRun): Promise<RunningPostgres> {
  const { plan, clusterName, clusterLock, log } = run;
  // The socket is in the data folder, the working directory of postgres, so that its path is never too long.
  const settings = { ...run.settings, unix_socket_directories: '.', cluster_name: clusterName };
  const args = ['-D', plan.folder, ...settingArguments(settings)];
  const child = launch(plan, 'postgres', args, ['ignore', 'ignore', 'pipe', clusterLock.fd]);
  const serverLog = forwardServerLog(child.stderr, log);
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  await Promise.race([serverLog.ready, failureOf(child, run.folder, serverLog.lastLines)]);
  return { exited, stop: () => stop(child, exited) };
}

function failureOf(child: ChildProcess, folder: string, lastLines: () => readonly string[]): Promise<never> {
  const failure = new Promise<never>((_, reject) => {
    child.once('error', (error) => reject(explainFailure(folder, error.message, error)));
    // Not `exit`: only at `close` has all its output been read.
    child.once('close', (code, signal) => {
      reject(explainFailure(folder, [`postgres ended with ${signal ?? code}`, ...lastLines()].join('\n')));
    });
  });
  // After the start, `exited` reports the end.
  failure.catch(() => undefined);
  return failure;
}

async function stop(child: ChildProcess, exited: Promise<Exit>): Promise<void> {
  child.kill('SIGINT');
  // An immediate shutdown loses no data: the next start recovers from the write-ahead log.
  const timeout = setTimeout(() => child.kill('SIGQUIT'), fastShutdownMs);
  await exited.finally(() => clearTimeout(timeout));
}
