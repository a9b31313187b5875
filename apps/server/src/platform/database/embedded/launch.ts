import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '../../start-error.ts';
import { cleanEnvironment } from './clean-environment.ts';
import type { SystemUser } from './unprivileged-user.ts';

/** How programs of PostgreSQL are started: as whom, and under which paths that user finds the programs and the data. */
export interface Launch {
  /** The command that a program and its arguments are appended to. It becomes the program and keeps its process id. */
  readonly command: readonly string[];
  /** The folder with `bin` as the program will see it. */
  readonly native: string;
  /** The data folder as the program will see it. */
  readonly folder: string;
}

/** Should core be killed, its database shuts down by itself, in the fast way that SIGINT stands for. */
const endWithCore = ['--pdeathsig', 'INT'];
const mountPoint = '/run/gatewarden';

// The mounts are in a namespace of this process alone and vanish with it. The tmpfs keeps them from what is in /run.
const mountScript = `set -e
mount -t tmpfs -o mode=0755,size=64k gatewarden ${mountPoint}
mkdir ${mountPoint}/native ${mountPoint}/data
mount --bind "$1" ${mountPoint}/native
mount --bind "$2" ${mountPoint}/data
shift 2
unset PWD OLDPWD
exec "$@"`;

/**
 * Programs run as `user`, or as we do when it is undefined. Where `user` may not pass the folders above the programs or
 * above `folder`, both are shown to it elsewhere, in a private mount namespace.
 * @throws StartError when `user` cannot reach them in either way
 */
export async function planLaunch(native: string, folder: string, user: SystemUser | undefined): Promise<Launch> {
  if (!user) return { command: ['setpriv', ...endWithCore], native, folder };
  const drop = ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', ...endWithCore];
  const closed = (await findClosedFolder(await realpath(native), user)) ?? (await findClosedFolder(folder, user));
  if (!closed) return { command: drop, native, folder };
  const mount = ['unshare', '--mount', '--', 'sh', '-c', mountScript, 'sh', native, folder];
  await tryMounts(mount, closed, user);
  return {
    command: [...mount, ...drop],
    native: join(mountPoint, 'native'),
    folder: join(mountPoint, 'data'),
  };
}

/** Starts `program` of PostgreSQL; detached, so that Ctrl-C in a terminal reaches core alone. */
export function launch(plan: Launch, program: string, args: readonly string[], stdio: StdioOptions): ChildProcess {
  const [command = 'setpriv', ...rest] = plan.command;
  const path = join(plan.native, 'bin', program);
  return spawn(command, [...rest, path, ...args], { stdio, detached: true, cwd: '/', env: cleanEnvironment });
}

/** The topmost folder on the way to `path`, itself included, that `user` may not pass. Extended ACLs are not asked. */
async function findClosedFolder(path: string, user: SystemUser): Promise<string | undefined> {
  const above = dirname(path) === path ? undefined : await findClosedFolder(dirname(path), user);
  if (above) return above;
  const { mode, uid, gid } = await stat(path);
  const mayPass = uid === user.uid ? mode & 0o100 : gid === user.gid ? mode & 0o010 : mode & 0o001;
  return mayPass ? undefined : path;
}

async function tryMounts(mount: readonly string[], closed: string, user: SystemUser): Promise<void> {
  await mkdir(mountPoint, { mode: 0o755, recursive: true }).catch(() => undefined);
  const [command = 'unshare', ...args] = mount;
  const child = spawn(command, [...args, 'true'], { stdio: 'ignore', cwd: '/', env: cleanEnvironment });
  const code = await new Promise((resolve) => {
    child.once('error', resolve);
    child.once('exit', resolve);
  });
  if (code === 0) return;
  throw new StartError(
    `The database may not run as root and the user ${user.name} may not enter ${closed}: allow that (chmod o+x ${closed}), ` +
      'or set GATEWARDEN_DATA_DIR to a folder such as /var/lib/gatewarden.',
  );
}
