import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { capture } from './run.mjs';
import { at, buildEnv, pinnedNode, toolEnv } from './workspace.mjs';

/**
 * @typedef {{
 *   version?: string, license?: string, optional?: boolean, dev?: boolean, link?: boolean, resolved?: string,
 *   cpu?: unknown, os?: unknown,
 *   dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 * }} LockedPackage
 */
/** @typedef {{ command: string, package: string }} SystemPackage */

/** Commands of other projects that ours call, and the Debian package that has each. */
export const system = {
  chromium: { command: 'chromium', package: 'chromium' },
  curl: { command: 'curl', package: 'curl' },
  ip: { command: 'ip', package: 'iproute2' },
  ping: { command: 'ping', package: 'iputils-ping' },
  nft: { command: 'nft', package: 'nftables' },
  sysctl: { command: 'sysctl', package: 'procps' },
  // to check the unit of the guide; a container may have no systemd, and is not started with it by this
  systemdAnalyze: { command: 'systemd-analyze', package: 'systemd' },
  wg: { command: 'wg', package: 'wireguard-tools' },
  wireguardGo: { command: 'wireguard-go', package: 'wireguard-go' },
  nginx: { command: 'nginx', package: 'nginx-light' },
  caddy: { command: 'caddy', package: 'caddy' },
  sshd: { command: 'sshd', package: 'openssh-server' },
  haproxy: { command: 'haproxy', package: 'haproxy' },
  // for the guides, whose blocks run as they are
  jq: { command: 'jq', package: 'jq' },
  pgbouncer: { command: 'pgbouncer', package: 'pgbouncer' },
  // its server and the pg_dump of the same release, for the guide to backups
  postgres: { command: 'pg_dump', package: 'postgresql' },
};

/** Stops the program with a sentence instead of a stack. */
export class SetupError extends Error {}

/**
 * Installs the packages of package-lock.json unless they are all there. Safe to call any number of times.
 * @param {string[]} only folders of the workspaces that have to run; without any, everything that development needs. On a
 * machine that has nothing yet, only their packages are installed.
 */
export async function ensureNodeModules(...only) {
  if (areInstalled(...only)) return;
  const isFresh = !existsSync(at('node_modules'));
  const scope = isFresh && only.length > 0 ? ['--omit=dev', ...only.map((each) => `--workspace=${each}`)] : [];
  // what the lock file pins was reviewed, whenever it was published
  const args = ['ci', ...scope, '--min-release-age=0', '--no-fund', '--no-audit', '--loglevel=error'];
  console.log(`Installing packages (npm ${['ci', ...scope].join(' ')}) …`);
  const { code, output } = await capture('npm', args);
  if (code !== 0) {
    throw new SetupError(`${output.trimEnd()}\n\nThe packages could not be installed: npm ci ended with code ${code}.`);
  }
  if (!existsSync(pinnedNode())) {
    const name = `node-${process.platform}-${process.arch}`;
    throw new SetupError(`npm did not install ${name}, the Node that Gatewarden runs on. Run npm ci again.`);
  }
}

/**
 * Whether the packages of these workspaces are installed in the versions of package-lock.json; without any, all packages.
 * npm notes in a lock file of its own what it installed last; a difference means that an update was pulled.
 * @param {string[]} only
 */
export function areInstalled(...only) {
  // npm ignores the failure of an optional package, which the Node of each kind of machine is
  if (!existsSync(pinnedNode())) return false;
  const wanted = lockedPackages('package-lock.json');
  const installed = lockedPackages('node_modules/.package-lock.json');
  const needed = only.length > 0 ? packagesOf(wanted, only) : Object.keys(wanted).filter((path) => path !== '');
  return needed.every((path) => {
    // Optional ones are mostly for other kinds of machines.
    const { version, optional } = wanted[path] ?? {};
    return installed[path] ? installed[path].version === version : optional;
  });
}

/**
 * Everything that the workspaces need to run, the Node that they run on included.
 * @param {Record<string, LockedPackage>} locked
 * @param {string[]} folders
 * @returns {string[]} paths in node_modules
 */
export function packagesOf(locked, folders) {
  /** @type {Set<string>} */
  const found = new Set();
  const waiting = [...folders];
  for (let from = waiting.shift(); from !== undefined; from = waiting.shift()) {
    const { dependencies = {}, optionalDependencies = {} } = locked[from] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const path = resolvePackage(locked, from, name);
      if (path === undefined || found.has(path)) continue;
      found.add(path);
      // a workspace of ours is a link to its folder
      waiting.push(locked[path]?.link ? (locked[path].resolved ?? path) : path);
    }
  }
  return [...found];
}

/**
 * Where Node finds the package that a file below `from` imports.
 * @param {Record<string, LockedPackage>} locked
 * @param {string} from
 * @param {string} name
 */
function resolvePackage(locked, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (path in locked) return path;
    if (folder === '') return undefined;
  }
}

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage>}
 */
function lockedPackages(file) {
  return existsSync(at(file)) ? JSON.parse(readFileSync(at(file), 'utf8')).packages : {};
}

// Nobody is there to be asked, and the daemon of a package that has one is not started: only its program is needed.
const noninteractive = { DEBIAN_FRONTEND: 'noninteractive', SYSTEMD_OFFLINE: '1' };

/**
 * Sees to it that these commands exist: with apt as root, else by saying which line to run.
 * @param {SystemPackage[]} packages
 */
export async function ensureSystemPackages(packages) {
  const missing = packages.filter(({ command }) => !findCommand(command)).map((entry) => entry.package);
  if (missing.length === 0) return;
  const names = [...new Set(missing)].join(' ');
  const install = `apt-get install -y --no-install-recommends ${names}`;
  if (process.getuid?.() !== 0 || !findCommand('apt-get')) {
    throw new SetupError(`These packages are missing: ${names}. Install them and run this again:\n\n  sudo ${install}`);
  }
  console.log(`Installing system packages (${names}) …`);
  for (const line of ['apt-get update', install]) {
    const [program = '', ...args] = line.split(' ');
    const { code, output } = await capture(program, args, { env: buildEnv(noninteractive) });
    if (code !== 0) throw new SetupError(`${output.trimEnd()}\n\n${line} ended with code ${code}.`);
  }
}

/**
 * Full path of a command, or undefined.
 * @param {string} command
 */
export function findCommand(command) {
  const folders = (toolEnv()['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, command)).find(isExecutable);
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether the kernel says that it knows no WireGuard interfaces, so that wireguard-go has to take its place.
 * False as well when it refused for another reason, such as missing rights: that is the agent's to report.
 */
export function lacksKernelWireguard() {
  const name = `gwcheck${process.pid % 100_000}`;
  const options = { env: toolEnv(), encoding: /** @type {const} */ ('utf8') };
  const { status, stderr } = spawnSync('ip', ['link', 'add', name, 'type', 'wireguard'], options);
  if (status === 0) spawnSync('ip', ['link', 'delete', name], options);
  return status !== 0 && /unknown device type|not supported/i.test(stderr);
}

/**
 * Runs the main function of a command: a SetupError is shown as its sentence, and what it returns is the
 * exit code.
 * @param {() => Promise<number>} main
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
