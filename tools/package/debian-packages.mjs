import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { at } from '../workspace.mjs';
import { maintainerScripts } from './maintainer-scripts.mjs';
import { compressedNode, node, strippedNode } from './node-runtime.mjs';
import { launcher, programs } from './programs.mjs';
import { unitsOf } from './units.mjs';

/** @typedef {import('./file-tree.mjs').FileTree} FileTree */
/** @typedef {import('./programs.mjs').ProgramName} ProgramName */
/**
 * `guides` are pages of docs/, `links` are commands by the path of the link, `addMore` adds what only this package has.
 * @typedef {{ summary: string, description: string, depends: string[], suggests?: string[], guides: string[],
 *   links: Record<string, string>, addNode: (tree: FileTree, root: string) => Promise<void>,
 *   addMore?: (tree: FileTree, root: string) => void }} Content
 */

/** Debian 12 has glibc 2.36; the pinned Node needs 2.28. */
const libraries = ['libc6 (>= 2.28)', 'libstdc++6 (>= 12)', 'libgcc-s1'];

/** @type {Record<ProgramName, Content>} */
const contents = {
  core: {
    summary: 'self-hosted VPN and identity platform: core with the web console',
    description: `REST API, web console, OpenID provider and control of WireGuard gateways, with a
database in the PostgreSQL of this machine or another one.`,
    depends: [...libraries, 'postgresql', 'passwd', 'util-linux'],
    guides: globSync(at('docs/*.md'))
      .map((path) => basename(path))
      .sort(),
    links: { 'usr/sbin/gatewarden-admin': '../lib/gatewarden-core/bin/gatewarden-admin' },
    addNode: addPlainNode,
    addMore(tree, root) {
      for (const name of ['gatewarden-admin', 'set-up-database']) {
        tree.write(`${root}/bin/${name}`, readFileSync(at('tools/package/debian/core', name)), 0o755);
      }
    },
  },
  gateway: {
    summary: 'agent beside a WireGuard interface of a Gatewarden location',
    description: `Creates the WireGuard interface of a location, applies the peers and access rules that
core sends, and reports traffic.`,
    depends: [...libraries, 'gzip', 'iproute2', 'nftables', 'wireguard-tools'],
    // where the kernel has no WireGuard
    suggests: ['wireguard-go'],
    guides: ['gateway.md'],
    links: { 'usr/sbin/gatewarden-gateway': '../lib/gatewarden-gateway/bin/gatewarden-gateway' },
    async addNode(tree, root) {
      tree.copy(await compressedNode(), `${root}/lib/node.gz`);
      tree.copy(at('tools/package/debian/gateway/remove-runtime.cjs'), `${root}/lib/remove-runtime.cjs`);
      tree.write(`${root}/bin/gatewarden-gateway`, readFileSync(at('tools/package/debian/gateway/launcher')), 0o755);
      // the service unpacks Node there
      tree.makeFolder(`${root}/runtime`);
    },
  },
  edge: {
    summary: 'receives clients and enrollment of Gatewarden in a DMZ',
    description: `Receives what the public internet may reach of Gatewarden: enrollment, password reset and
clients. It has no database and opens no connections: core connects to it.`,
    depends: [...libraries, 'passwd'],
    guides: ['edge.md'],
    links: { 'usr/sbin/gatewarden-edge': '../lib/gatewarden-edge/bin/gatewarden-edge' },
    addNode: addPlainNode,
  },
  cli: {
    summary: 'connects a Linux machine to locations of Gatewarden',
    description: 'The command gatewarden: the VPN client of a person, and of a server or another device.',
    depends: [...libraries, 'iproute2', 'wireguard-tools'],
    suggests: ['wireguard-go', 'systemd-resolved'],
    guides: ['command-line.md', 'network-devices.md'],
    links: { 'usr/bin/gatewarden': '../lib/gatewarden-cli/bin/gatewarden' },
    addNode: addPlainNode,
  },
};

/**
 * Adds the files of a Debian package to the tree and returns its control information. Its programs must be built.
 * @param {ProgramName} component
 * @param {FileTree} tree
 * @param {string} version
 * @returns {Promise<import('./build-deb.mjs').DebianPackage>}
 */
export async function addDebianFiles(component, tree, version) {
  const { summary, description, depends, suggests, guides, links, addNode, addMore } = contents[component];
  const name = `gatewarden-${component}`;
  const root = `usr/lib/${name}`;
  const { launchers, addFiles } = programs[component];
  addFiles(tree, root);
  for (const [command, args] of Object.entries(launchers)) tree.write(`${root}/bin/${command}`, launcher(args), 0o755);
  await addNode(tree, root);
  addMore?.(tree, root);
  for (const [path, target] of Object.entries(links)) tree.link(path, target);
  for (const [unit, text] of Object.entries(unitsOf(name))) tree.write(`usr/lib/systemd/system/${unit}`, text);
  for (const guide of guides) tree.copy(at('docs', guide), `usr/share/doc/${name}/${guide}`);
  tree.write(`usr/share/doc/${name}/copyright`, copyright());
  tree.copy(at('THIRD-PARTY-NOTICES.txt'), `usr/share/doc/${name}/THIRD-PARTY-NOTICES.txt`);
  tree.copy(node.licence, `usr/share/doc/${name}/NODE-LICENSE.txt`);
  const optional = suggests ? { suggests } : {};
  return { name, version, summary, description, depends, ...optional, scripts: maintainerScripts(component) };
}

/**
 * @param {FileTree} tree
 * @param {string} root
 */
async function addPlainNode(tree, root) {
  tree.copy(await strippedNode(), `${root}/bin/node`);
}

function copyright() {
  return `Gatewarden is licensed under the Apache License, Version 2.0: /usr/share/common-licenses/Apache-2.0

The package contains Node.js ${node.version} (NODE-LICENSE.txt) and packages of npm (THIRD-PARTY-NOTICES.txt).
`;
}
