import { readdirSync, readFileSync } from 'node:fs';
import { packagesOf } from './install.mjs';
import { at } from './workspace.mjs';

/** @typedef {import('./install.mjs').LockedPackage} LockedPackage */

/**
 * Packages that core, the gateway agent and the client of devices run on, and those that the built console contains. Those of the console are
 * its `devDependencies`, as core serves it without them.
 * @param {Record<string, LockedPackage>} locked
 * @param {string[]} [workspaces] those to consider beside the console; all by default
 * @returns {string[]} paths in node_modules
 */
export function shippedPackages(locked, workspaces = ['apps/server', 'apps/gateway', 'apps/cli']) {
  const bundled = importedPackages('apps/console/src').flatMap((name) =>
    ['apps/console/', '']
      .map((folder) => `${folder}node_modules/${name}`)
      .filter((path) => path in locked)
      .slice(0, 1),
  );
  const needed = packagesOf(locked, [...workspaces, 'apps/console', ...bundled]);
  return [...new Set([...bundled, ...needed])];
}

/**
 * Names of the packages that the sources below a folder import, without tests.
 * @param {string} folder
 * @returns {string[]}
 */
function importedPackages(folder) {
  const files = readdirSync(at(folder), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  const names = sources.flatMap((file) => {
    const imports = readFileSync(at(folder, file), 'utf8').matchAll(
      /\b(?:from|import)[ (]+'((?:@[^/']+\/)?[^./'][^/']*)/g,
    );
    return [...imports].map(([, name = '']) => name);
  });
  return [...new Set(names)];
}
