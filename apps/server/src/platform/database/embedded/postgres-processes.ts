import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Identifies a data folder in command lines: the server carries it as its `cluster_name`. */
export async function clusterNameOf(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder);
  return `gatewarden-${dev}-${ino}`;
}

/** The process that the folder's postmaster.pid names, which may be long gone or another program by now. */
export async function readPostmasterPid(folder: string): Promise<number | undefined> {
  const content = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(content, 10);
  return pid > 0 ? pid : undefined;
}

/** Every process of a PostgreSQL server on this data folder that we can see. */
export async function listPostgresProcesses(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found: number[] = [];
  for (const pid of pids) if (await isPostgresOn(folder, pid)) found.push(pid);
  return found;
}

/** Whether `pid` is a PostgreSQL process that works in this very folder, under whatever path it knows it. */
export async function isPostgresOn(folder: string, pid: number): Promise<boolean> {
  const program = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
  if (program.trim() !== 'postgres') return false;
  const [own, its] = await Promise.all([stat(folder), stat(`/proc/${pid}/cwd`).catch(() => undefined)]);
  if (its) return its.dev === own.dev && its.ino === own.ino;
  // Containers may forbid even root to look where another user's process works. Its command line is open to all.
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return commandLine.split(/[\0 =:]/).includes(await clusterNameOf(folder));
}

export function isAlive(pid: number): Promise<boolean> {
  return stat(`/proc/${pid}`).then(
    () => true,
    () => false,
  );
}
