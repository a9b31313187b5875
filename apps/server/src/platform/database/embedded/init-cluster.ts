import { chown, mkdir, mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { type Launch, planLaunch } from './launch.ts';
import { runProgram } from './run-program.ts';
import type { SystemUser } from './unprivileged-user.ts';

export interface NewCluster {
  /** Must not exist, or be empty. */
  readonly folder: string;
  /** The folder that contains `bin` of PostgreSQL. */
  readonly native: string;
  readonly user: SystemUser | undefined;
  /** Name of the only role, a superuser, and of the database. */
  readonly name: string;
  readonly password: string;
  readonly log: Logger;
}

/** Creates a PostgreSQL data folder atomically: after an interruption it is either complete or missing. */
export async function initCluster(cluster: NewCluster): Promise<void> {
  const { folder } = cluster;
  await removeStagingFolders(folder);
  const staging = await mkdtemp(stagingPrefix(folder));
  try {
    await rename(await createIn(staging, cluster), folder);
    await syncFolder(dirname(folder));
  } finally {
    await removeStagingFolders(folder);
  }
}

async function createIn(staging: string, { folder, native, user, name, password, log }: NewCluster): Promise<string> {
  const passwordFile = join(staging, 'password');
  const data = join(staging, 'data');
  await writeFile(passwordFile, password, { mode: 0o600 });
  await mkdir(data, { mode: 0o700 });
  if (user) for (const path of [staging, passwordFile, data]) await chown(path, user.uid, user.gid);

  const plan = await planLaunch(native, staging, user);
  const visibleData = join(plan.folder, 'data');
  await runProgram(plan, { program: 'initdb', args: initdbArguments(plan, visibleData, name), folder, log });
  const createDatabase = `CREATE DATABASE ${name};\n`;
  await runProgram(plan, {
    program: 'postgres',
    args: ['--single', '-D', visibleData, 'postgres'],
    input: createDatabase,
    folder,
    log,
  });
  return data;
}

function initdbArguments(plan: Launch, visibleData: string, name: string): string[] {
  return [
    ...['--pgdata', visibleData, '--username', name, '--pwfile', join(plan.folder, 'password')],
    ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--data-checksums'],
    // PostgreSQL itself determines collation and case, so that a system upgrade cannot change them and corrupt an
    // index.
    ...['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
  ];
}

/** Random names, so that an initdb that a killed core left running does not write into the next attempt. */
function stagingPrefix(folder: string): string {
  return `${folder}.new-`;
}

async function removeStagingFolders(folder: string): Promise<void> {
  const prefix = basename(stagingPrefix(folder));
  for (const entry of await readdir(dirname(folder))) {
    if (!entry.startsWith(prefix)) continue;
    // A folder that is still being written to is removed at the next start.
    await rm(join(dirname(folder), entry), { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
