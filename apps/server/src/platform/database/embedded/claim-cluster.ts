import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { StartError } from '../../start-error.ts';
import { acquireLock } from './lock.ts';
import { isAlive, isPostgresOn, listPostgresProcesses, readPostmasterPid } from './postgres-processes.ts';
import { socketPort } from './settings.ts';

interface Step {
  readonly signal: NodeJS.Signals;
  readonly to: 'postmaster' | 'all';
  readonly waitSeconds: number;
}

/**
 * From a fast shutdown, which writes everything to disk, to a signal that cannot be ignored. PostgreSQL recovers from
 * each.
 */
const steps: readonly Step[] = [
  { signal: 'SIGINT', to: 'postmaster', waitSeconds: 20 },
  { signal: 'SIGQUIT', to: 'all', waitSeconds: 2 },
  { signal: 'SIGKILL', to: 'all', waitSeconds: 5 },
];

/**
 * Ensures that no PostgreSQL of an earlier core uses the data folder: one that is still running is stopped. Returns the
 * lock for the new server, whose processes inherit it and hold it as long as one of them lives. The caller must be the
 * only core on the folder.
 * @throws StartError if a running server cannot be stopped
 */
export async function claimCluster(folder: string, log: Logger): Promise<FileHandle> {
  const handle = await open(folder, 'r');
  try {
    if (!(await acquireLock(handle))) await stopLeftoverServer(folder, handle, log);
    await removeForeignLockFiles(folder);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function stopLeftoverServer(folder: string, lock: FileHandle, log: Logger): Promise<void> {
  log.warn({ folder }, 'stopping a leftover process of the database');
  for (const { signal, to, waitSeconds } of steps) {
    const pids = to === 'all' ? await listPostgresProcesses(folder) : await findPostmaster(folder);
    for (const pid of pids) sendSignal(pid, signal);
    // A server without its postmaster ends by itself, so waiting helps even if no process was signaled.
    if (await acquireLock(lock, pids.length > 0 ? waitSeconds : 1)) return;
  }
  const pids = await listPostgresProcesses(folder);
  const who = pids.length > 0 ? `process ${pids.join(', ')}` : 'it may be in another container';
  throw new StartError(
    `The database in ${folder} is still run by an earlier core's PostgreSQL (${who}): stop that first.`,
  );
}

async function findPostmaster(folder: string): Promise<number[]> {
  const pid = await readPostmasterPid(folder);
  return pid && (await isPostgresOn(folder, pid)) ? [pid] : [];
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended meanwhile.
  }
}

/**
 * PostgreSQL ignores lock files whose process has ended. If another program has the same process id now, it assumes a
 * running server and refuses to start.
 */
async function removeForeignLockFiles(folder: string): Promise<void> {
  const pid = await readPostmasterPid(folder);
  if (!pid || !(await isAlive(pid)) || (await isPostgresOn(folder, pid))) return;
  await rm(join(folder, `.s.PGSQL.${socketPort}.lock`), { force: true });
  await rm(join(folder, 'postmaster.pid'), { force: true });
}
