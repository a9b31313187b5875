import { areBuilt, ensureBuilt } from './builds.mjs';
import { areInstalled, ensureNodeModules, runMain } from './install.mjs';
import { runInForeground } from './run.mjs';
import { pinnedNode } from './workspace.mjs';

/**
 * Installs and builds what is missing. Once these are built, the packages that build them need not be installed.
 * @param {import('./builds.mjs').BuildName[]} names
 */
export async function prepareCore(...names) {
  if (areBuilt(...names) && areInstalled('apps/server')) return;
  await ensureNodeModules();
  await ensureBuilt(...names);
}

/**
 * Installs and builds what is missing, then runs a program with the arguments of this process.
 * @param {string[]} command options of Node, and the path of the program (absolute, or from the root)
 */
export function launchWithProduct(...command) {
  return runMain(async () => {
    await ensureNodeModules();
    await ensureBuilt('core', 'console', 'edge');
    return runInForeground(pinnedNode(), [...command, ...process.argv.slice(2)]);
  });
}
