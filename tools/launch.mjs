import { ensureConsoleBuilt } from './console.mjs';
import { ensureNodeModules, runMain } from './install.mjs';
import { runInForeground } from './run.mjs';
import { pinnedNode } from './workspace.mjs';

/**
 * Installs and builds what is missing, then hands over to a program of ours, with the arguments this one got.
 * @param {string[]} command options of Node, and the program by its path (absolute, or from the root)
 */
export function launchWithConsole(...command) {
  return runMain(async () => {
    await ensureNodeModules();
    await ensureConsoleBuilt();
    return runInForeground(pinnedNode(), [...command, ...process.argv.slice(2)]);
  });
}
