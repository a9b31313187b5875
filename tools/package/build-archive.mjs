import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { at } from '../workspace.mjs';
import { createFileTree } from './file-tree.mjs';
import { node, strippedNode } from './node-runtime.mjs';
import { launcher, programs } from './programs.mjs';
import { runTool } from './run-tool.mjs';
import { archiveUnits } from './units.mjs';

/**
 * Builds the archive for systems without Debian packages: all programs with one Node, to be unpacked to /opt/gatewarden.
 * The programs must be built. Returns its path.
 * @param {string} folder
 * @param {{ version: string, epoch: number, work: string }} options `work` is an empty folder
 * @throws {import('../install.mjs').SetupError} if a program fails
 */
export async function buildArchive(folder, { version, epoch, work }) {
  const name = `gatewarden-${version}`;
  const tree = createFileTree(join(work, name));
  tree.copy(await strippedNode(), 'bin/node');
  for (const { launchers, addFiles } of Object.values(programs)) {
    addFiles(tree, '.');
    for (const [command, args] of Object.entries(launchers)) tree.write(`bin/${command}`, launcher(args), 0o755);
  }
  for (const [unit, text] of Object.entries(archiveUnits())) tree.write(`systemd/${unit}`, text);
  for (const guide of globSync(at('docs/*.md')).sort()) tree.copy(guide, `docs/${basename(guide)}`);
  for (const file of ['LICENSE', 'THIRD-PARTY-NOTICES.txt']) tree.copy(at(file), file);
  tree.copy(node.licence, 'NODE-LICENSE.txt');
  tree.seal(epoch);
  const file = join(folder, `${name}-linux-${process.arch}.tar.gz`);
  const options = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--format=gnu', `--mtime=@${epoch}`];
  const script =
    'set -e; file=$1; shift; tar "$@" > "$file.tar"; gzip -9 --no-name --stdout "$file.tar" > "$file"; rm "$file.tar"';
  await runTool('sh', ['-c', script, 'sh', file, ...options, '--directory', work, '--create', name]);
  return file;
}
