import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findUnprivilegedUser } from '../../src/platform/database/embedded/unprivileged-user.ts';

export interface OtherPostgres extends AsyncDisposable {
  /** For `DATABASE_URL`. */
  url(database: string): string;
}

const run = promisify(execFile);
const releases = '/usr/lib/postgresql';

/** An empty PostgreSQL from the operating system, of the same release as its `pg_dump`, on a separate socket. */
export async function givenOtherPostgres(): Promise<OtherPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-postgres-'));
  await chmod(folder, 0o711);
  const [newest = ''] = (await readdir(releases)).toSorted((a, b) => Number(b) - Number(a));
  const user = await findUnprivilegedUser();
  const data = join(folder, 'data');
  await mkdir(data);
  if (user) await chown(data, user.uid, user.gid);
  const asUser = (program: string, args: readonly string[]) =>
    run(join(releases, newest, 'bin', program), [...args], user ? { uid: user.uid, gid: user.gid, cwd: folder } : {});
  await asUser('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync']);
  const options = `-c listen_addresses= -c unix_socket_directories=${data} -c fsync=off`;
  await asUser('pg_ctl', ['-D', data, '-w', '-l', join(data, 'log'), '-o', options, 'start']);
  return {
    url: (database) => `postgres://postgres@localhost/${database}?host=${encodeURIComponent(data)}`,
    async [Symbol.asyncDispose]() {
      await asUser('pg_ctl', ['-D', data, '-w', '-m', 'fast', 'stop']);
      await rm(folder, { recursive: true });
    },
  };
}
