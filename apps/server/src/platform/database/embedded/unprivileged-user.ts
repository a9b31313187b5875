import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { StartError } from '../../start-error.ts';
import { cleanEnvironment } from './clean-environment.ts';

export interface SystemUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const preferredName = 'gatewarden';
const fallbackName = 'nobody'; // language-ignore

/**
 * Returns the user that runs the database if core runs as root, which PostgreSQL refuses: `gatewarden`, created if it
 * is missing, or the unprivileged system user if it cannot be created. Undefined if core does not run as root; the
 * database then runs as the same user.
 */
export async function findUnprivilegedUser(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const user = (await lookUp(preferredName)) ?? (await create(preferredName)) ?? (await lookUp(fallbackName));
  if (!user) throw new StartError(`The database may not run as root: create a user ${preferredName} and start again.`);
  return user;
}

async function create(name: string): Promise<SystemUser | undefined> {
  const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
  const useradd = promisify(execFile)('useradd', [...options, '--shell', '/usr/sbin/nologin', name], {
    env: cleanEnvironment,
  });
  // If this fails, another process may have created the user at the same time, or the system is read-only.
  await useradd.catch(() => undefined);
  return lookUp(name);
}

async function lookUp(name: string): Promise<SystemUser | undefined> {
  const list = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const fields = list.split('\n').map((line) => line.split(':'));
  const [, , uid, gid] = fields.find(([first]) => first === name) ?? [];
  return uid && gid && uid !== '0' ? { name, uid: Number(uid), gid: Number(gid) } : undefined;
}
