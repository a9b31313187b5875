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

/** From the fast shutdown that writes everything out to what cannot be ignored; PostgreSQL recovers from each. */
const steps: readonly Step[] = [
  { signal: 'SIGINT', to: 'postmaster', waitSeconds: 20 },
  { signal: 'SIGQUIT', to: 'all', waitSeconds: 2 },
  { signal: 'SIGKILL', to: 'all', waitSeconds: 5 },
];

/**
 * Makes sure that no PostgreSQL of an earlier core works on the data folder: one that was left running is stopped.
 * The lock that this returns goes to the new server, whose processes then hold it as long as any of them lives.
 * The caller is the only core on the folder.
 * @throws StartError when a server is there that cannot be stopped
 */
export async function claimCluster(folder: string, log: Logger): Promise<FileHandle> {
  const handle = await open(folder, 'r');
  try {
    if (!(await acquireLock(handle))) await stopLeftOver(folder, handle, log);
    await removeForeignLockFiles(folder);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function stopLeftOver(folder: string, lock: FileHandle, log: Logger): Promise<void> {
  log.warn({ folder }, 'stopping what is left of the database that ran before');
  for (const { signal, to, waitSeconds } of steps) {
    const pids = to === 'all' ? await listPostgresProcesses(folder) : await findPostmaster(folder);
    for (const pid of pids) sendSignal(pid, signal);
    // A server that lost its postmaster ends by itself, so it is worth waiting even when nobody could be told.
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
    // It ended meanwhile.
  }
}

/**
 * PostgreSQL itself sees through lock files whose process is gone. But when another program has its number by now, it
 * takes that for a running server and refuses to start.
 */
async function removeForeignLockFiles(folder: string): Promise<void> {
  const pid = await readPostmasterPid(folder);
  if (!pid || !(await isAlive(pid)) || (await isPostgresOn(folder, pid))) return;
  await rm(join(folder, `.s.PGSQL.${socketPort}.lock`), { force: true });
  await rm(join(folder, 'postmaster.pid'), { force: true });
}
