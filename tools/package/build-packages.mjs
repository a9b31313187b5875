import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ensureBuilt } from '../builds.mjs';
import { capture } from '../run.mjs';
import { at } from '../workspace.mjs';
import { buildArchive } from './build-archive.mjs';
import { buildDeb, debName } from './build-deb.mjs';
import { addDebianFiles } from './debian-packages.mjs';
import { createFileTree } from './file-tree.mjs';
import { buildsOfPrograms } from './programs.mjs';
import { billOfMaterials } from './sbom.mjs';

/** @typedef {import('./programs.mjs').ProgramName} ProgramName */
/** @typedef {{ packageVersion?: string, level?: number, gatewayPackage?: string }} BuildOptions */
/** @typedef {{ file: string, installedKilobytes: number }} BuiltPackage */

/** Version of the release: that of the root workspace. */
export const version = /** @type {{ version: string }} */ (JSON.parse(readFileSync(at('package.json'), 'utf8')))
  .version;

/**
 * Builds everything that a release consists of into a folder, in place of what was there. The bytes depend on the commit
 * and on the versions of the tools of the system, not on the time or the path of the repository. Returns the files by
 * name.
 * @param {string} folder
 * @throws {import('../install.mjs').SetupError} if a program fails
 */
export async function buildRelease(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const epoch = await sourceEpoch();
  const gateway = await buildDebianPackage('gateway', folder);
  /** @type {BuiltPackage[]} */
  const built = [gateway];
  for (const component of /** @type {const} */ (['core', 'edge', 'cli'])) {
    built.push(await buildDebianPackage(component, folder, { gatewayPackage: gateway.file }));
  }
  const files = built.map(({ file }) => file);
  files.push(...['core', 'edge', 'gateway'].map((component) => copyContainerfile(component, folder)));
  copyFileSync(at('containers/compose.yaml'), join(folder, 'compose.yaml'));
  files.push(join(folder, 'compose.yaml'));
  files.push(await inWorkFolder(folder, (work) => buildArchive(folder, { version, epoch, work })));
  for (const component of /** @type {const} */ (['core', 'gateway', 'edge', 'cli'])) {
    const file = join(folder, `gatewarden-${component}_${version}.cdx.json`);
    writeFileSync(file, billOfMaterials(component, version, epoch));
    files.push(file);
  }
  const names = files.map((file) => basename(file)).sort();
  const sums = names.map((name) => `${sha256(join(folder, name))}  ${name}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
  const installed = new Map(built.map(({ file, installedKilobytes }) => [basename(file), installedKilobytes]));
  return names.map((file) => ({
    file,
    bytes: statSync(join(folder, file)).size,
    installedKilobytes: installed.get(file),
  }));
}

/**
 * Builds the Debian package of a component into a folder.
 * @param {ProgramName} component
 * @param {string} folder
 * @param {BuildOptions} [options] `level` of zstd, 1 to 19; `gatewayPackage` is what core offers to gateways, nothing if
 * absent
 * @returns {Promise<BuiltPackage>}
 * @throws {import('../install.mjs').SetupError} if a program fails
 */
export async function buildDebianPackage(component, folder, options = {}) {
  const { packageVersion = version, level = 12, gatewayPackage } = options;
  await ensureBuilt(...buildsOfPrograms);
  mkdirSync(folder, { recursive: true });
  return inWorkFolder(folder, async (work) => {
    const tree = createFileTree(join(work, 'tree'));
    const debianPackage = await addDebianFiles(component, tree, packageVersion);
    if (component === 'core' && gatewayPackage !== undefined) addOfferedPackage(tree, gatewayPackage);
    const file = join(folder, debName(debianPackage));
    const installedKilobytes = tree.kilobytes();
    await buildDeb(tree, debianPackage, { file, level, epoch: await sourceEpoch() });
    return { file, installedKilobytes };
  });
}

/**
 * The folder from which core offers the gateway's package; dist of a checkout has the same files.
 * @param {import('./file-tree.mjs').FileTree} tree
 * @param {string} file
 */
function addOfferedPackage(tree, file) {
  const folder = 'usr/lib/gatewarden-core/dist';
  tree.copy(file, `${folder}/${basename(file)}`);
  const containerfile = at('containers/gateway/Containerfile');
  tree.copy(containerfile, `${folder}/gateway.Containerfile`);
  const sums = `${sha256(file)}  ${basename(file)}\n${sha256(containerfile)}  gateway.Containerfile\n`;
  tree.write(`${folder}/SHA256SUMS`, sums);
}

/**
 * @param {string} component
 * @param {string} folder
 */
function copyContainerfile(component, folder) {
  const file = join(folder, `${component}.Containerfile`);
  copyFileSync(at('containers', component, 'Containerfile'), file);
  return file;
}

/**
 * @template Result
 * @param {string} folder
 * @param {(work: string) => Promise<Result>} build
 */
async function inWorkFolder(folder, build) {
  const work = mkdtempSync(join(folder, '.work-'));
  try {
    return await build(work);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** @param {string} file */
function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/**
 * The time of all files in packages, in seconds: `SOURCE_DATE_EPOCH`, otherwise that of the last commit
 * (https://reproducible-builds.org/specs/source-date-epoch/). Zero without either.
 */
async function sourceEpoch() {
  const given = process.env['SOURCE_DATE_EPOCH'];
  if (given !== undefined && /^\d+$/.test(given)) return Number(given);
  const { code, output } = await capture('git', ['log', '-1', '--format=%ct']);
  return code === 0 ? Number(output.trim()) : 0;
}
