import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { ensureSystemPackages, SetupError, system } from '../install.mjs';
import { capture } from '../run.mjs';
import { at } from '../workspace.mjs';
import { runTool } from './run-tool.mjs';

const suite = 'bookworm';
/** What a small server has, and what the packages depend on: machines of tests have no network. */
const included = [
  'ca-certificates',
  'curl',
  'init',
  'iproute2',
  'nftables',
  'postgresql',
  'systemd',
  'wireguard-tools',
];
/** Documentation and translations, which no test reads. */
const excluded = ['/usr/share/doc/*', '/usr/share/locale/*', '/usr/share/man/*'];

/**
 * Path of the files of a fresh Debian 12 with the packages that ours depend on. They are made from the package sources of
 * this machine, once for each list of packages, and must not be changed: machines are overlays of them.
 * @throws {SetupError} if they cannot be made
 */
export async function debianFiles() {
  const hash = createHash('sha256')
    .update(JSON.stringify([suite, included, excluded]))
    .digest('hex');
  const folder = at('node_modules/.cache/package', `debian-${hash.slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  await ensureSystemPackages([system.mmdebstrap]);
  const fresh = `${folder}-${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  try {
    const options = [
      '--quiet',
      '--variant=apt',
      '--aptopt=APT::Install-Recommends "false"',
      '--dpkgopt=force-unsafe-io',
      ...excluded.map((path) => `--dpkgopt=path-exclude=${path}`),
      `--include=${included.join(',')}`,
    ];
    await runTool('mmdebstrap', [...options, suite, fresh, ...(await sources())]);
    renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return folder;
}

/** The package sources of this machine for Debian itself, one line each. */
async function sources() {
  const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
  const format = `deb [signed-by=${keyring}] $(REPO_URI) $(RELEASE) $(COMPONENT)`;
  const filters = ['Created-By: Packages', 'Origin: Debian'];
  const { code, output } = await capture('apt-get', ['indextargets', '--format', format, ...filters]);
  if (code !== 0) throw new SetupError(output);
  return [...new Set(output.trim().split('\n'))];
}
