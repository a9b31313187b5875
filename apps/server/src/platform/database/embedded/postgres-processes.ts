import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Identifies a data folder in command lines: the server has it as its `cluster_name`. */
export async function clusterNameOf(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder);
  return `gatewarden-${dev}-${ino}`;
}

/** Returns the process id in the postmaster.pid of the folder. The process may have ended or be another program. */
export async function readPostmasterPid(folder: string): Promise<number | undefined> {
  const content = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(content, 10);
  return pid > 0 ? pid : undefined;
}

/** Lists every visible process of a PostgreSQL server on this data folder. */
export async function listPostgresProcesses(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found: number[] = [];
  for (const pid of pids) if (await isPostgresOn(folder, pid)) found.push(pid);
  return found;
}

/** Whether `pid` is a PostgreSQL process that works in this folder, under any path. */
export async function isPostgresOn(folder: string, pid: number): Promise<boolean> {
  const program = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
  if (program.trim() !== 'postgres') return false;
  const [own, its] = await Promise.all([stat(folder), stat(`/proc/${pid}/cwd`).catch(() => undefined)]);
  if (its) return its.dev === own.dev && its.ino === own.ino;
  // Containers may forbid even root to read the working directory of processes of another user. Command lines are
  // readable.
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return commandLine.split(/[\0 =:]/).includes(await clusterNameOf(folder));
}

export function isAlive(pid: number): Promise<boolean> {
  return stat(`/proc/${pid}`).then(
    () => true,
    () => false,
  );
}
