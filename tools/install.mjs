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

/** External commands that ours call, and their Debian packages, separated by blanks. */
export const system = {
  // Chromium without its windows, which takes a tenth less of the processor than `chromium --headless`
  chromium: { command: 'chromium-headless-shell', package: 'chromium-headless-shell' },
  curl: { command: 'curl', package: 'curl' },
  ip: { command: 'ip', package: 'iproute2' },
  ping: { command: 'ping', package: 'iputils-ping' },
  nft: { command: 'nft', package: 'nftables' },
  sysctl: { command: 'sysctl', package: 'procps' },
  // checks the unit of the guide; installing it in a container does not start systemd
  systemdAnalyze: { command: 'systemd-analyze', package: 'systemd' },
  wg: { command: 'wg', package: 'wireguard-tools' },
  wireguardGo: { command: 'wireguard-go', package: 'wireguard-go' },
  nginx: { command: 'nginx', package: 'nginx-light' },
  caddy: { command: 'caddy', package: 'caddy' },
  // a program without its daemon, and the module that signs people in
  apache: { command: 'apache2', package: 'apache2-bin libapache2-mod-auth-openidc' },
  sshd: { command: 'sshd', package: 'openssh-server' },
  haproxy: { command: 'haproxy', package: 'haproxy' },
  slapd: { command: 'slapd', package: 'slapd' },
  // an Active Directory, and what its domains are made from
  samba: { command: 'samba', package: 'samba-ad-dc samba-ad-provision' },
  // a syslog server that receives messages over TLS
  rsyslog: { command: 'rsyslogd', package: 'rsyslog rsyslog-openssl' },
  // an authority that issues certificates with ACME, and its name server
  pebble: { command: 'pebble', package: 'pebble' },
  // builds packages, and the fresh system on which they are tested
  dpkgDeb: { command: 'dpkg-deb', package: 'dpkg' },
  gzip: { command: 'gzip', package: 'gzip' },
  mmdebstrap: { command: 'mmdebstrap', package: 'mmdebstrap' },
  strip: { command: 'strip', package: 'binutils' },
  tar: { command: 'tar', package: 'tar' },
  // for the blocks of guides
  python: { command: 'python3', package: 'python3' },
  php: { command: 'php', package: 'php-cli' },
  jq: { command: 'jq', package: 'jq' },
  pgbouncer: { command: 'pgbouncer', package: 'pgbouncer' },
  // its server and the pg_dump of the same release, for the guide to backups
  postgres: { command: 'pg_dump', package: 'postgresql' },
};

/** Ends the program with its message, without a stack trace. */
export class SetupError extends Error {}

/**
 * Installs the packages of package-lock.json unless all are installed. Can be repeated.
 * @param {string[]} only folders of the workspaces to run; without any, all packages for development. If no packages
 * are installed yet, only those of these workspaces are.
 */
export async function ensureNodeModules(...only) {
  if (areInstalled(...only)) return;
  const isFresh = !existsSync(at('node_modules'));
  const scope = isFresh && only.length > 0 ? ['--omit=dev', ...only.map((each) => `--workspace=${each}`)] : [];
  // versions in the lock file were reviewed, so their age does not matter
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
 * Whether the packages of these workspaces, or all packages, are installed in the versions of package-lock.json. npm
 * records the last installation in `node_modules/.package-lock.json`; a difference means that an update was pulled.
 * @param {string[]} only
 */
export function areInstalled(...only) {
  // the Node of each platform is an optional package, whose failure npm ignores
  if (!existsSync(pinnedNode())) return false;
  const wanted = lockedPackages('package-lock.json');
  const installed = lockedPackages('node_modules/.package-lock.json');
  const needed = only.length > 0 ? packagesOf(wanted, only) : Object.keys(wanted).filter((path) => path !== '');
  return needed.every((path) => {
    // Most optional packages are for other platforms.
    const { version, optional } = wanted[path] ?? {};
    return installed[path] ? installed[path].version === version : optional;
  });
}

/**
 * All packages that the workspaces need to run, including Node.
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
      // our workspaces are links to their folders
      waiting.push(locked[path]?.link ? (locked[path].resolved ?? path) : path);
    }
  }
  return [...found];
}

/**
 * The path at which Node finds a package that a file below `from` imports.
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

// Without questions, and without starting the daemons of packages: only their programs are needed.
const noninteractive = { DEBIAN_FRONTEND: 'noninteractive', SYSTEMD_OFFLINE: '1' };

/**
 * Installs missing commands with apt as root; otherwise throws a SetupError with the command to run.
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
 * Whether the kernel does not support WireGuard interfaces, so that wireguard-go is needed. Returns false for other
 * failures, such as missing privileges, which the agent reports.
 */
export function lacksKernelWireguard() {
  const name = `gwcheck${process.pid % 100_000}`;
  const options = { env: toolEnv(), encoding: /** @type {const} */ ('utf8') };
  const { status, stderr } = spawnSync('ip', ['link', 'add', name, 'type', 'wireguard'], options);
  if (status === 0) spawnSync('ip', ['link', 'delete', name], options);
  return status !== 0 && /unknown device type|not supported/i.test(stderr);
}

/**
 * Runs the main function of a command, which returns the exit code. A SetupError is printed as its message.
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
