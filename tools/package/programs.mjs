import { existsSync, readFileSync } from 'node:fs';
import { heapFlags } from '../core-command.mjs';
import { packagesOf } from '../install.mjs';
import { at } from '../workspace.mjs';

/** @typedef {import('./file-tree.mjs').FileTree} FileTree */
/** @typedef {import('../install.mjs').LockedPackage} LockedPackage */
/** @typedef {'core' | 'gateway' | 'edge' | 'cli'} ProgramName */
/** @typedef {{ workspace: string, launchers: Record<string, string[]>, addFiles: (tree: FileTree, root: string) => void }} Program */

/** What a bundle of core leaves outside. */
const outsideOfCore = ['node_modules/@node-rs/argon2', 'node_modules/@fastify/swagger-ui'];
/**
 * The programs, below a folder in which they have the same places as in the repository. `launchers` are commands with the
 * arguments of Node; paths in them are from that folder.
 * @type {Record<ProgramName, Program>}
 */
export const programs = {
  core: {
    workspace: 'apps/server',
    launchers: {
      'gatewarden-core': [...heapFlags, 'apps/server/dist/main.js'],
      'gatewarden-core-admin': ['apps/server/dist/admin.js'],
    },
    addFiles(tree, root) {
      addProgram(tree, root, 'apps/server');
      tree.copy(at('apps/server/migrations'), `${root}/apps/server/migrations`);
      for (const pages of ['apps/console/dist', 'apps/console/edge/dist']) addPages(tree, root, pages);
      for (const path of packagesOutsideOfCore()) tree.copy(at(path), `${root}/${path}`, isNeededToRun);
    },
  },
  gateway: {
    workspace: 'apps/gateway',
    launchers: { 'gatewarden-gateway': ['apps/gateway/dist/main.js'] },
    addFiles: (tree, root) => addProgram(tree, root, 'apps/gateway'),
  },
  edge: {
    workspace: 'apps/edge',
    launchers: { 'gatewarden-edge': ['apps/edge/dist/main.js'] },
    addFiles(tree, root) {
      addProgram(tree, root, 'apps/edge');
      addPages(tree, root, 'apps/console/edge/dist');
    },
  },
  cli: {
    workspace: 'apps/cli',
    launchers: { gatewarden: ['apps/cli/dist/main.js'] },
    addFiles: (tree, root) => addProgram(tree, root, 'apps/cli'),
  },
};

/** Names of the builds of tools/builds.mjs that the programs consist of. */
export const buildsOfPrograms = /** @type {const} */ ([
  'core',
  'console',
  'edge',
  'gateway-program',
  'edge-program',
  'cli-program',
]);

/**
 * A launcher in `bin` that runs a program with the Node beside it.
 * @param {string[]} args arguments of Node, with paths from the folder of the programs
 */
export function launcher(args) {
  const quoted = args.map((arg) => (arg.startsWith('--') ? arg : `"$root/${arg}"`));
  return `#!/bin/sh
root=$(dirname -- "$(readlink -f -- "$0")")/..
exec "$root/bin/node" ${quoted.join(' ')} "$@"
`;
}

/** Paths in node_modules of the installed packages that core loads beside its bundle. */
function packagesOutsideOfCore() {
  /** @type {Record<string, LockedPackage>} */
  const locked = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages;
  return [...outsideOfCore, ...packagesOf(locked, outsideOfCore)].filter((path) => existsSync(at(path))).sort();
}

/**
 * @param {FileTree} tree
 * @param {string} root
 * @param {string} workspace
 */
function addProgram(tree, root, workspace) {
  const { name, version, type } = JSON.parse(readFileSync(at(workspace, 'package.json'), 'utf8'));
  tree.write(`${root}/${workspace}/package.json`, `${JSON.stringify({ name, version, type })}\n`);
  tree.copy(at(workspace, 'dist'), `${root}/${workspace}/dist`, isNotStamp);
}

/**
 * @param {FileTree} tree
 * @param {string} root
 * @param {string} folder
 */
function addPages(tree, root, folder) {
  tree.copy(at(folder), `${root}/${folder}`, isNotStamp);
}

/** The file in which tools/builds.mjs stores what was built. @param {string} path */
const isNotStamp = (path) => path !== '.sources';

/**
 * Packages import files from all of their folders, so only what cannot run is left out.
 * @param {string} path in the folder of a package, whose own packages are listed separately
 */
function isNeededToRun(path) {
  return !/^node_modules\//.test(path) && !/\.(ts|mts|cts|map|md)$/.test(path);
}
