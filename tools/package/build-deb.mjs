import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFileTree } from './file-tree.mjs';
import { runTool } from './run-tool.mjs';

/** @typedef {import('./file-tree.mjs').FileTree} FileTree */
/**
 * `scripts` are maintainer scripts by name.
 * @typedef {{ name: string, version: string, summary: string, description: string, depends: string[],
 *   suggests?: string[], scripts: Record<string, string> }} DebianPackage
 */

/** Name of the Debian architecture by that of Node. */
const architectures = /** @type {Record<string, string>} */ ({ x64: 'amd64', arm64: 'arm64' });
const debianArchitecture = architectures[process.arch] ?? process.arch;

/** @param {{ name: string, version: string }} debianPackage */
export function debName({ name, version }) {
  return `${name}_${version}_${debianArchitecture}.deb`;
}

/**
 * Builds a Debian package whose bytes depend only on the arguments and the versions of dpkg and zstd.
 * @param {FileTree} tree the files of the package; the control files are added to it
 * @param {DebianPackage} debianPackage
 * @param {{ file: string, level: number, epoch: number }} output the package, its level of zstd, and the time of its files in
 * seconds
 * @throws {import('../install.mjs').SetupError} if dpkg-deb fails
 */
export async function buildDeb(tree, debianPackage, { file, level, epoch }) {
  const sums = tree
    .paths()
    .filter((path) => lstatSync(join(tree.folder, path)).isFile())
    .map((path) => `${md5(join(tree.folder, path))}  ${path}\n`);
  const control = controlFile(debianPackage, tree.kilobytes());
  const debian = createFileTree(join(tree.folder, 'DEBIAN'));
  debian.write('control', control);
  debian.write('md5sums', sums.join(''));
  for (const [name, text] of Object.entries(debianPackage.scripts)) debian.write(name, text, 0o755);
  tree.seal(epoch);
  // one thread, since the result depends on whether there are several; zstd unpacks fastest
  const compression = ['-Zzstd', `-z${level}`, '--threads-max=1'];
  await runTool('dpkg-deb', ['--root-owner-group', ...compression, '--build', tree.folder, file], {
    SOURCE_DATE_EPOCH: String(epoch),
  });
}

/** Debian Policy §5.3: the first line of the description is a summary, empty lines are written as a dot.
 * @param {DebianPackage} debianPackage
 * @param {number} kilobytes
 */
function controlFile({ name, version, summary, description, depends, suggests = [] }, kilobytes) {
  const fields = [
    `Package: ${name}`,
    `Version: ${version}`,
    `Architecture: ${debianArchitecture}`,
    'Maintainer: The Gatewarden authors <packages@gatewarden.invalid>',
    `Installed-Size: ${kilobytes}`,
    `Depends: ${depends.join(', ')}`,
    ...(suggests.length > 0 ? [`Suggests: ${suggests.join(', ')}`] : []),
    'Section: net',
    'Priority: optional',
    `Description: ${summary}`,
    ...description.split('\n').map((line) => ` ${line === '' ? '.' : line}`),
  ];
  return `${fields.join('\n')}\n`;
}

/** @param {string} path */
function md5(path) {
  return createHash('md5').update(readFileSync(path)).digest('hex');
}
