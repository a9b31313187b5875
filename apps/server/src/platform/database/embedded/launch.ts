import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '../../start-error.ts';
import { cleanEnvironment } from './clean-environment.ts';
import type { SystemUser } from './unprivileged-user.ts';

/**
 * How programs of PostgreSQL are started: as which user, and under which paths that user sees the programs and the
 * data.
 */
export interface Launch {
  /** The command to which a program and its arguments are appended. It executes the program in the same process. */
  readonly command: readonly string[];
  /** The folder with `bin` as the program sees it. */
  readonly native: string;
  /** The data folder as the program sees it. */
  readonly folder: string;
}

/** If core is killed, its database performs a fast shutdown (SIGINT). */
const endWithCore = ['--pdeathsig', 'INT'];
const mountPoint = '/run/gatewarden';

// The mounts exist only in a namespace of this process and disappear with it. The tmpfs separates them from the content
// of /run.
const mountScript = `set -e
mount -t tmpfs -o mode=0755,size=64k gatewarden ${mountPoint}
mkdir ${mountPoint}/native ${mountPoint}/data
mount --bind "$1" ${mountPoint}/native
mount --bind "$2" ${mountPoint}/data
shift 2
unset PWD OLDPWD
exec "$@"`;

/**
 * Programs run as `user`, or as the current user if it is undefined. If `user` may not enter the folders above the
 * programs or above `folder`, both are mounted elsewhere in a private mount namespace.
 * @throws StartError if `user` cannot reach them in either way
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

/** Starts `program` of PostgreSQL, detached, so that Ctrl-C in a terminal reaches only core. */
export function launch(plan: Launch, program: string, args: readonly string[], stdio: StdioOptions): ChildProcess {
  const [command = 'setpriv', ...rest] = plan.command;
  const path = join(plan.native, 'bin', program);
  return spawn(command, [...rest, path, ...args], { stdio, detached: true, cwd: '/', env: cleanEnvironment });
}

/** Returns the topmost folder of `path`, including itself, that `user` may not enter. Ignores extended ACLs. */
async function findClosedFolder(path: string, user: SystemUser): Promise<string | undefined> {
  const above = dirname(path) === path ? undefined : await findClosedFolder(dirname(path), user);
  if (above) return above;
  const { mode, uid, gid } = await stat(path);
  const mayEnter = uid === user.uid ? mode & 0o100 : gid === user.gid ? mode & 0o010 : mode & 0o001;
  return mayEnter ? undefined : path;
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
